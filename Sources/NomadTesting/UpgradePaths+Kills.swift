import Nomad

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
  /// - Throws: ``UpgradeFailure`` for the first path whose end state the invariant rejects, or differs from the path
  ///   without a kill or from the first path; if the next start cannot finish a killed upgrade; if none was killed; if
  ///   there are no versions; or if `path` returns without having migrated; the error of `path` without a kill; or
  ///   `NomadError` with the code `illegalCurrentVersion` if a version cannot be read.
  @discardableResult
  public func verifyWhenKilled<State: Equatable>(
    isolation: isolated (any Actor)? = #isolation,
    _ path: (_ version: String, _ migrate: Upgrade) async throws -> State,
    invariant: (State) throws -> Bool = { _ in true }
  ) async throws -> Int {
    var (ends, deaths) = (UpgradeEnds<State>(), 0)
    for version in versions {
      deaths += try await kill(from: version, isDowngrade: false, path, &ends, invariant).deaths
    }
    guard ends.first != nil else { throw UpgradeFailure.nothingToVerify }
    return deaths
  }

  /// Goes one path undisturbed, and then killed at each record in turn.
  ///
  /// - Parameters:
  ///   - isolation: The actor that calls.
  ///   - version: The version to come from.
  ///   - isDowngrade: Whether that version starts again after the upgrade, and after each kill.
  ///   - path: The path.
  ///   - all: The ends of all paths so far.
  ///   - invariant: Whether a state may be the end of a path.
  /// - Returns: How often the process died, and whether the version carried on whenever it started again.
  /// - Throws: The errors of ``verifyWhenKilled(isolation:_:invariant:)`` and
  ///   ``verifyDowngrades(isolation:_:invariant:)``.
  func kill<State: Equatable>(
    isolation: isolated (any Actor)? = #isolation,
    from version: String,
    isDowngrade: Bool,
    _ path: (_ version: String, _ migrate: Upgrade) async throws -> State,
    _ all: inout UpgradeEnds<State>,
    _ invariant: (State) throws -> Bool
  ) async throws -> (deaths: Int, carriesOn: Bool) {
    let undisturbed = try Journey(of: self, from: version)
    let state = try await path(version, Upgrade(journey: undisturbed))
    try all.add(state, of: undisturbed, invariant)
    var (ends, deaths, carriesOn) = (UpgradeEnds<State>(), 0, true)
    try ends.add(state, of: undisturbed) { _ in true }
    func journey(dying moment: DyingLedger.Death.Moment = .before, write number: Int? = nil) throws -> Journey {
      try Journey(
        of: self,
        from: version,
        dying: moment,
        write: number,
        isDowngrade: isDowngrade,
        isAtomic: undisturbed.wasAtomic
      )
    }
    var journeys = isDowngrade ? [try journey()] : []
    for number in 0..<undisturbed.writes {
      journeys += [try journey(dying: .before, write: number), try journey(dying: .after, write: number)]
    }
    for journey in journeys {
      let state: State
      do {
        state = try await path(version, Upgrade(journey: journey))
      } catch {
        if let problem = journey.problem { throw problem }
        guard isDowngrade || journey.death != nil else { throw error }
        throw UpgradeFailure.unfinished(journey.path, error)
      }
      if let problem = journey.problem { throw problem }
      if journey.death != nil { deaths += 1 }
      if !journey.carriesOn { carriesOn = false }
      try ends.add(state, of: journey, invariant)
    }
    guard deaths > 0 || undisturbed.writes == 0 else { throw UpgradeFailure.neverKilled(undisturbed.path) }
    return (deaths, carriesOn)
  }
}
