/// The end states of upgrades, which all have to be equal.
struct UpgradeEnds<State: Equatable> {
  private(set) var first: (path: UpgradePath, state: State)?

  /// Adds the end state of a path, which must have migrated.
  mutating func add(
    _ state: State,
    of path: UpgradePath,
    _ journey: Journey,
    _ invariant: (State) throws -> Bool
  ) throws {
    guard journey.hasMigrated else { throw UntestedUpgrade(from: path.version) }
    do {
      guard try invariant(state) else { throw BrokenInvariant(path, state) }
    } catch let error as BrokenInvariant {
      throw error
    } catch {
      throw BrokenInvariant(path, state, error)
    }
    guard let first else {
      first = (path, state)
      return
    }
    guard state == first.state else { throw UpgradeMismatch(first, (path, state)) }
  }
}
