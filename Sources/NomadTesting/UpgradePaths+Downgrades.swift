import Nomad

extension UpgradePaths {
  /// Goes from each older version to the newest and starts the older version again on the data that it finds then.
  ///
  /// ```swift
  /// let readers = try await UpgradePaths(.generated, from: ["1.0.0", "2.4.0"]).verifyDowngrades { version, migrate in
  ///   let store = try Store(plantedBy: version)
  ///   try await migrate()
  ///   return try store.contents
  /// }
  /// print("These versions carry on: \(readers)")
  /// ```
  ///
  /// The older version starts when the upgrade is over. In other runs of `path` it starts after the process has died at
  /// a record: see ``verifyWhenKilled(isolation:_:invariant:)``. It either carries on, because every newer tribe names
  /// with ``Nomad/Tribe/readableSince`` a version that is at or below it, or it runs nothing and its `migrate()` throws
  /// `ledgerNewerThanApp`. Then the newest version starts again. All of this is a part of the call of `migrate`.
  ///
  /// For the test, an older version has the versioned tribes of the registry up to it, and nothing else. It has a
  /// current version and this version of Nomad. Leave out releases without Nomad: they open the data in any case. Nothing
  /// here says whether the code of an older version can read the data.
  ///
  /// - Parameters:
  ///   - isolation: The actor that calls, on which the paths are gone.
  ///   - path: Plants the data of a version, migrates, and gives the state in which the data is then. What it keeps in
  ///     memory outlives a death: see ``verifyWhenKilled(isolation:_:invariant:)``.
  ///   - invariant: Whether a state may be the end of a path: see ``verify(isolation:_:invariant:)``.
  /// - Returns: The versions that carried on, in the order in which they were given. Those that are not below the
  ///   newest are left out.
  /// - Throws: ``UnsafeDowngrade`` if an older version carries on in the midst of a newer tribe that has no
  ///   `readableSince`; ``FailedUpgrade`` if it throws another error; ``UntestedUpgrade`` if no version is older than
  ///   the newest; and what ``verifyWhenKilled(isolation:_:invariant:)`` throws.
  @discardableResult
  public func verifyDowngrades<State: Equatable>(
    isolation: isolated (any Actor)? = #isolation,
    _ path: (_ version: String, _ migrate: Upgrade) async throws -> State,
    invariant: (State) throws -> Bool = { _ in true }
  ) async throws -> [String] {
    let newest = try newestVersion()
    let paths = UpgradePaths(registry, from: versions, to: newest.map { .exactly($0.description) } ?? currentVersion)
    var (ends, readers) = (UpgradeEnds<State>(), [String]())
    for version in versions {
      guard let newest, try read(version).withoutStep < newest else { continue }
      if try await paths.kill(from: version, goesBack: true, path, &ends, invariant).carriesOn {
        readers.append(version)
      }
    }
    guard ends.first != nil else { throw UntestedUpgrade() }
    return readers
  }

  /// A release of the app as it was: with the tribes that have a version up to its own.
  func release(_ version: String) throws(NomadError) -> Nomad {
    let ceiling = try read(version)
    let tribes = registry.filter { entry in entry.version.map { $0 <= ceiling } ?? false }
    return Nomad(tribes, ledger: .inMemory, currentVersion: .exactly(version))
  }

  /// The version to which users come; without a current version, the newest that is known here.
  private func newestVersion() throws(NomadError) -> TribeVersion? {
    let text = try Nomad(registry, ledger: .inMemory, currentVersion: currentVersion).appVersion()
    if !text.isEmpty { return try CurrentVersion.version(text).withoutStep }
    var newest = registry.entries.compactMap(\.version).map(\.withoutStep).max()
    for version in versions {
      let version = try read(version).withoutStep
      newest = newest.map { max($0, version) } ?? version
    }
    return newest
  }

  private func read(_ version: String) throws(NomadError) -> TribeVersion {
    try CurrentVersion.version(version, givenTo: "UpgradePaths(from:)")
  }
}
