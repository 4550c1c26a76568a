extension LedgerHistory {
  /// What was tried with a tribe since it finished last, or since ever.
  public struct Attempts: Hashable, Sendable {
    /// How many attempts began.
    public internal(set) var count = 0

    /// How many of the last attempts in a row ended with the death of their process.
    public internal(set) var deaths = 0

    /// How many of those were made by the app of the same version as the last one.
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
    var attempts = Attempts()
    for record in records where LedgerKey(record.key) == key {
      switch record.kind {
      case .began:
        // The number counts attempts whose records were left out, too.
        attempts.count = max(attempts.count + 1, record.attempt)
        attempts.deaths += 1
        attempts.deathsOfVersion = record.appVersion == attempts.appVersion ? attempts.deathsOfVersion + 1 : 1
        attempts.appVersion = record.appVersion
      case .failed(let error):
        (attempts.deaths, attempts.deathsOfVersion, attempts.error) = (0, 0, error)
      case .finished, .marked, .forgotten:
        attempts = Attempts()
      case .checkpoint(let name, let value):
        attempts.checkpoints[name] = value
      }
    }
    return attempts
  }
}
