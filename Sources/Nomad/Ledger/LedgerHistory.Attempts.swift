extension LedgerHistory {
  /// What was tried with a tribe since it finished last, or since ever.
  public struct Attempts: Hashable, Sendable {
    /// How many attempts began.
    public internal(set) var count = 0

    /// How many of the last attempts in a row ended with the death of their process; at most 100 are counted.
    public internal(set) var deaths = 0

    /// How many of those were made by the version and the build of the app that made the last one, since a checkpoint
    /// last changed.
    public internal(set) var deathsOfVersion = 0

    /// Whether the process died during any of the attempts, whatever attempts followed.
    public var wasInterrupted: Bool { hasDied || deaths > 0 }

    /// Whether the process died in an attempt that another one followed.
    private var hasDied = false

    /// The app's version in the last attempt; empty if it had none, or if there was no attempt.
    public internal(set) var appVersion = ""

    /// The build of the app in the last attempt; empty if it is not known.
    public internal(set) var build = ""

    /// What the tribe threw in the last attempt that ended in that way; nil if none did.
    public internal(set) var error: String?

    /// The checkpoints that the tribe has left, as JSON, by their names.
    ///
    /// They belong to the type that saved them: an attempt of a type with another name begins without them.
    public internal(set) var checkpoints: [String: String] = [:]

    /// The name of the type that began or saved last.
    private var type = ""

    /// Makes the attempts at a tribe of which nothing is recorded.
    init() {}
  }

  /// What was tried with a tribe since it finished last, or since ever.
  ///
  /// An attempt that is being made at this moment counts as one that ended with the death of its process: from a
  /// ledger alone nobody can tell.
  ///
  /// - Parameter key: What the ledger knows the tribe by: see ``TribeRegistry/Entry/key``.
  /// - Returns: The attempts.
  public func attempts(at key: String) -> Attempts {
    let key = LedgerKey(key)
    return records.reduce(into: Attempts()) { attempts, record in
      if LedgerKey(record.key) == key { attempts.take(record) }
    }
  }

  /// The same for every tribe of which there is a record.
  package var attemptsByKey: [LedgerKey: Attempts] {
    records.reduce(into: [:]) { all, record in all[LedgerKey(record.key), default: Attempts()].take(record) }
  }
}

extension LedgerHistory.Attempts {
  /// Takes in the next record of the tribe.
  fileprivate mutating func take(_ record: LedgerRecord) {
    switch record.kind {
    case .began:
      // The number counts attempts whose records were left out, too.
      count = max(count + 1, record.attempt)
      let isSameBuild = record.appVersion == appVersion && record.build == build
      if deaths > 0 { hasDied = true }
      // A rewrite keeps no more attempts than that.
      deaths = min(deaths + 1, Compaction.attempts)
      deathsOfVersion = isSameBuild ? min(deathsOfVersion + 1, Compaction.attempts) : 1
      (appVersion, build) = (record.appVersion, record.build)
      change(to: record.name)
    case .failed(let error):
      (deaths, deathsOfVersion, self.error) = (0, 0, error)
    case .finished, .marked, .forgotten:
      self = Self()
    case .checkpoint(let name, let value):
      change(to: record.name)
      // Whoever comes further each time is in no loop.
      if checkpoints.updateValue(value, forKey: name) != value { deathsOfVersion = min(deathsOfVersion, 1) }
    }
  }

  /// The checkpoints that an attempt of a type begins with.
  func checkpoints(of type: String) -> [String: String] { type == self.type ? checkpoints : [:] }

  private mutating func change(to type: String) {
    guard type != self.type else { return }
    self.type = type
    checkpoints = [:]
  }
}
