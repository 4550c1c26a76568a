package import Foundation

/// The records of Nomad 0.9, which the static `pack(with:)` takes over: the version of the last tribe that ran.
package struct Nomad09: Adoption {
  package static let name = "Nomad 0.9"
  package static let key = "nomad:current_target"

  package let names = [Self.name]
  package let isImmediate = true
  /// The suite of the `UserDefaults`; nil for the standard ones.
  private let suite: String?

  init(suite: String? = nil) { self.suite = suite }

  package func baselineAtOnce(
    for registry: TribeRegistry,
    after history: LedgerHistory,
    _ due: [TribeRegistry.Entry]
  ) throws(NomadError) -> MigrationPlan.Baseline? {
    try ProtectedData.check()
    let version: TribeVersion
    do throws(UnreadableValue) {
      guard let value = try UserDefaults.value(under: Self.key, in: suite) else { return nil }
      guard let read = (value as? String).flatMap(TribeVersion.init(nomad09:)) else {
        throw UnreadableValue(key: Self.key, value: "\(value)")
      }
      version = read
    } catch {
      throw .predecessorUnreadable(Self.name, error)
    }
    if history.isFirstStart {
      return MigrationPlan.Baseline(.version(version, includesSubMigrations: false), predecessors: [Self.name])
    }
    try history.checkOverlap(with: version, from: Self.name, due)
    return nil
  }

  package func baseline(
    for registry: TribeRegistry,
    after history: LedgerHistory,
    _ due: [TribeRegistry.Entry]
  ) async throws(NomadError) -> MigrationPlan.Baseline? {
    try baselineAtOnce(for: registry, after: history, due)
  }
}

/// The error for a stored value that an earlier system does not write.
package struct UnreadableValue: Error, Equatable, CustomStringConvertible {
  let key: String
  let value: String

  package init(key: String, value: String) { (self.key, self.value) = (key, value) }

  package var description: String { "\(key) holds \(value.debugDescription)" }
}

extension UserDefaults {
  /// Returns the value that an earlier system stored in a suite, or in the standard one; nil if there is none.
  package static func value(under key: String, in suite: String?) throws(UnreadableValue) -> Any? {
    guard let suite else { return standard.object(forKey: key) }
    guard let defaults = UserDefaults(suiteName: suite) else {
      throw UnreadableValue(key: key, value: "suite \(suite)")
    }
    return defaults.object(forKey: key)
  }
}
