extension UpgradePaths {
  /// Goes every path again and again, killed at each record in turn, and makes sure that all end in the same state.
  ///
  /// ```swift
  /// try await UpgradePaths(.generated, from: ["1.0.0", "2.4.0"]).verifyWhenKilled { version, migrate in
  ///   let store = try Store(plantedBy: version)
  ///   try await migrate()
  ///   return try store.contents
  /// }
  /// ```
  ///
  /// Each path is gone undisturbed first. Then the process dies just before the first record of the upgrade is durable,
  /// and at the next start, which is a part of `migrate`, the rest runs; then it dies just after that record, then just
  /// before the next one, and so on. A tribe writes a record when it begins, at each of its checkpoints, and when it
  /// ends.
  ///
  /// - Parameters:
  ///   - isolation: The actor that calls, on which the paths are gone.
  ///   - path: Plants the data of a version, migrates, and gives the state in which the data is then. What it keeps in
  ///     memory outlives such a death: what the tribes read and write has to be as durable as in the app.
  ///   - invariant: Whether a state may be the end of a path: see ``verify(isolation:_:invariant:)``.
  /// - Returns: How often the process died.
  /// - Throws: ``BrokenInvariant`` for the first path that ends in a state in which it must not; ``UpgradeMismatch``
  ///   for the first one that ends otherwise than undisturbed, or than the first of all; ``FailedUpgrade`` for one that
  ///   was killed and does not come to its end; ``UntestedUpgrade`` if there are no versions, or if `path` returns
  ///   without having migrated; what `path` throws undisturbed; or `NomadError` with the code `illegalCurrentVersion` if
  ///   a version cannot be read.
  @discardableResult
  public func verifyWhenKilled<State: Equatable>(
    isolation: isolated (any Actor)? = #isolation,
    _ path: (_ version: String, _ migrate: Upgrade) async throws -> State,
    invariant: (State) throws -> Bool = { _ in true }
  ) async throws -> Int {
    guard !versions.isEmpty else { throw UntestedUpgrade() }
    var (all, deaths) = (UpgradeEnds<State>(), 0)
    for version in versions {
      let undisturbed = try Journey(of: self, from: version)
      let state = try await path(version, Upgrade(journey: undisturbed))
      try all.add(state, of: UpgradePath(from: version), undisturbed, invariant)
      var ends = UpgradeEnds<State>()
      try ends.add(state, of: UpgradePath(from: version), undisturbed) { _ in true }
      for number in 0..<undisturbed.writes {
        for moment in [DyingLedger.Death.Moment.before, .after] {
          let journey = try Journey(of: self, from: version, dying: moment, write: number)
          let state: State
          do {
            state = try await path(version, Upgrade(journey: journey))
          } catch {
            guard let death = journey.death else { throw error }
            throw FailedUpgrade(path: UpgradePath(from: version, death: death), underlying: error)
          }
          if journey.death != nil { deaths += 1 }
          try ends.add(state, of: UpgradePath(from: version, death: journey.death), journey, invariant)
        }
      }
    }
    return deaths
  }
}
