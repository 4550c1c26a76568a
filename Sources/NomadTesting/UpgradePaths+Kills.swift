extension UpgradePaths {
  /// Tests every path, killed at each record in turn, and checks that all end in the same state.
  ///
  /// ```swift
  /// try await UpgradePaths(.generated, from: ["1.0.0", "2.4.0"]).verifyWhenKilled { version, migrate in
  ///   let store = try Store(plantedBy: version)
  ///   try await migrate()
  ///   return try store.contents
  /// }
  /// ```
  ///
  /// Each path runs without a kill first. Then the process dies just before the upgrade's first record becomes durable,
  /// and the next start, which is part of `migrate`, runs the rest. Then it dies just after that record, then just
  /// before the next one, and so on. A tribe writes a record when it begins, at each of its checkpoints, and when it
  /// ends.
  ///
  /// - Parameters:
  ///   - isolation: The calling actor, on which `path` runs.
  ///   - path: Creates the data of a version, migrates it, and returns its state. Values in memory outlive the
  ///     simulated death, so the tribes' data has to be as durable as in the app.
  ///   - invariant: Returns whether a state is a valid end: see ``verify(isolation:_:invariant:)``.
  /// - Returns: The number of times that the process died.
  /// - Throws: ``BrokenInvariant`` for the first path whose end state the invariant rejects; ``UpgradeMismatch`` for
  ///   the first path whose end state differs from the path without a kill, or from the first path; ``FailedUpgrade``
  ///   if the next start cannot finish a killed upgrade; ``UntestedUpgrade`` if there are no versions, or if `path`
  ///   returns without having migrated; what `path` throws without a kill; or `NomadError` with the code
  ///   `illegalCurrentVersion` if a version cannot be read.
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
