extension LedgerHistory {
  /// What was tried with a tribe since it finished last, or since ever.
  public struct Attempts: Hashable, Sendable {
    /// How many attempts began.
    public internal(set) var count = 0

    /// How many of the last attempts in a row ended with the death of their process.
    public internal(set) var deaths = 0

    /// How many of those were made by the app of the same version as the last one, since the last checkpoint that said
    /// something new.
    public internal(set) var deathsOfVersion = 0

    /// The app's version in the last attempt; empty if it had none, or if there was no attempt.
    public internal(set) var appVersion = ""

    /// What the tribe threw in the last attempt that ended in that way; nil if none did.
    public internal(set) var error: String?

    /// The checkpoints that the tribe has left, as JSON, by their names.
    public internal(set) var checkpoints: [String: String] = [:]
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
      deaths += 1
      deathsOfVersion = record.appVersion == appVersion ? deathsOfVersion + 1 : 1
      appVersion = record.appVersion
    case .failed(let error):
      (deaths, deathsOfVersion, self.error) = (0, 0, error)
    case .finished, .marked, .forgotten:
      self = Self()
    case .checkpoint(let name, let value):
      // Whoever comes further each time is in no loop.
      if checkpoints.updateValue(value, forKey: name) != value { deathsOfVersion = min(deathsOfVersion, 1) }
    }
  }
}
