/// The end states of upgrades, which all have to be equal.
struct UpgradeEnds<State: Equatable> {
  private(set) var first: (path: UpgradePath, state: State)?

  /// Adds the end state of an upgrade, which must have migrated.
  mutating func add(_ state: State, of journey: Journey, _ invariant: (State) throws -> Bool) throws {
    let path = journey.path
    guard journey.hasMigrated else { throw UpgradeFailure.untested(path) }
    let isValid: Bool
    do { isValid = try invariant(state) } catch { throw UpgradeFailure.brokenInvariant(path, state, error) }
    guard isValid else { throw UpgradeFailure.brokenInvariant(path, state) }
    guard let first else {
      first = (path, state)
      return
    }
    guard state == first.state else { throw UpgradeFailure.mismatch(first, (path, state)) }
  }
}
