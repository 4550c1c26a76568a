extension LedgerHistory {
  /// The attempts to run a tribe since it last finished, or all attempts if it never did.
  public struct Attempts: Equatable, Sendable {
    /// The number of attempts that began.
    public internal(set) var count = 0

    /// The number of most recent attempts in a row that ended with the death of their process, up to 100.
    public internal(set) var deaths = 0

    /// The number of those deaths with the app's version and build of the last attempt, since a checkpoint last
    /// changed.
    package internal(set) var deathsOfVersion = 0

    /// Whether the process died during any of the attempts, even if other attempts followed.
    public var wasInterrupted: Bool { hasDied || deaths > 0 }

    /// Whether the process died in an attempt that was followed by another one.
    private var hasDied = false

    /// The app's version in the last attempt; nil if it had none or if there was no attempt.
    public internal(set) var appVersion: String?

    /// The build of the app in the last attempt; nil if it is not known.
    public internal(set) var build: String?

    /// The error of the last attempt that failed with one; nil if none did.
    public internal(set) var error: String?

    /// The tribe's checkpoints as JSON, by name.
    ///
    /// They belong to the type that saved them. An attempt of a type with another name begins without them.
    public internal(set) var checkpoints: [String: String] = [:]

    /// The name of the type that last began an attempt or saved a checkpoint.
    private var type: String?

    /// Creates the attempts of a tribe without records.
    package init() {}
  }

  /// Returns the attempts to run a tribe since it last finished, or all attempts if it never did.
  ///
  /// An attempt in progress counts as one that ended with the death of its process, because the ledger alone cannot
  /// show the difference.
  ///
  /// - Parameter key: The key of the tribe.
  /// - Returns: The attempts.
  public func attempts(at key: LedgerKey) -> Attempts {
    state.tribes[key]?.attempts ?? Attempts()
  }
}

extension LedgerHistory.Attempts {
  /// Adds the next record of the tribe.
  package mutating func take(_ record: LedgerRecord) {
    switch record.kind {
    case .began:
      // The attempt's number also counts attempts whose records were left out.
      count = max(count + 1, record.attempt)
      let isSameBuild = record.appVersion == appVersion && record.build == build
      if deaths > 0 { hasDied = true }
      // A compaction keeps no more attempts than this.
      deaths = min(deaths + 1, LedgerHistory.Compaction.attempts)
      deathsOfVersion = isSameBuild ? min(deathsOfVersion + 1, LedgerHistory.Compaction.attempts) : 1
      (appVersion, build) = (record.appVersion, record.build)
      change(to: record.name)
    case .failed(let error):
      (deaths, deathsOfVersion, self.error) = (0, 0, error)
    case .finished, .marked, .merged, .forgotten:
      self = Self()
    case .fact:
      break
    case .checkpoint(let name, let value):
      change(to: record.name)
      // A tribe that makes progress in each attempt is not in a crash loop.
      if checkpoints.updateValue(value, forKey: name) != value { deathsOfVersion = min(deathsOfVersion, 1) }
    }
  }

  /// Returns the checkpoints for an attempt of a type.
  func checkpoints(of type: String) -> [String: String] { type == self.type ? checkpoints : [:] }

  private mutating func change(to type: String) {
    guard type != self.type else { return }
    self.type = type
    checkpoints = [:]
  }
}
