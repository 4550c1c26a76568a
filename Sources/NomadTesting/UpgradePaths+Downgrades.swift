import Nomad

extension UpgradePaths {
  /// Upgrades from each older version to the newest, and then starts the older version again on the newer data.
  ///
  /// ```swift
  /// let readers = try await UpgradePaths(.generated, from: ["1.0.0", "2.4.0"]).verifyDowngrades { version, migrate in
  ///   let store = try Store(plantedBy: version)
  ///   try await migrate()
  ///   return try store.contents
  /// }
  /// print("These versions keep working: \(readers)")
  /// ```
  ///
  /// In one run of `path`, the older version starts after the upgrade. In each of the others, it starts after the process
  /// has died at one of the records: see ``verifyWhenKilled(isolation:_:invariant:)``. The older version keeps
  /// working if the ``Nomad/Tribe/readableSince`` of every newer tribe is at or below its own version. Otherwise it
  /// runs nothing, and its `migrate()` throws `ledgerNewerThanApp`. The newest version starts last. All of this happens
  /// in the call of `migrate`.
  ///
  /// The test assumes that an older version has the tribes with a version up to its own, and no others. A
  /// sub-migration, such as 1.1-1, does not belong to version 1.1. Leave out releases without Nomad, because they open
  /// the data in any case. The test cannot tell whether the code of an older version understands the data.
  ///
  /// - Parameters:
  ///   - isolation: The actor of the caller, on which `path` runs.
  ///   - path: The closure that creates the data of a version, migrates, and returns the resulting state of the data.
  ///     Values in memory outlive the simulated death: see ``verifyWhenKilled(isolation:_:invariant:)``.
  ///   - invariant: Whether a state may be the end of a path: see ``verify(isolation:_:invariant:)``.
  /// - Returns: The versions below the newest that kept working, in the order in which they were given.
  /// - Throws: ``UnsafeDowngrade`` if an older version keeps working after a newer tribe without `readableSince` has
  ///   begun and not finished; ``FailedUpgrade`` if it throws another error; ``UntestedUpgrade`` if no version is older
  ///   than the newest; and the errors of ``verifyWhenKilled(isolation:_:invariant:)``.
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
      guard let newest, try read(version).withoutSubMigration < newest else { continue }
      if try await paths.kill(from: version, goesBack: true, path, &ends, invariant).carriesOn {
        readers.append(version)
      }
    }
    guard ends.first != nil else { throw UntestedUpgrade() }
    return readers
  }

  /// Returns the migrator of an older release: with the tribes that have a version up to its own.
  func release(_ version: String) throws(NomadError) -> Nomad {
    let ceiling = try read(version)
    let tribes = registry.filter { entry in entry.version.map { $0 <= ceiling } ?? false }
    return Nomad(tribes, ledger: .inMemory, currentVersion: .exactly(version))
  }

  /// Returns the version that users upgrade to: without a current version, the newest that is known here.
  private func newestVersion() throws(NomadError) -> TribeVersion? {
    if let text = try Nomad(registry, ledger: .inMemory, currentVersion: currentVersion).appVersion() {
      return try CurrentVersion.version(text).withoutSubMigration
    }
    var newest = registry.entries.compactMap(\.version).map(\.withoutSubMigration).max()
    for version in versions {
      let version = try read(version).withoutSubMigration
      newest = newest.map { max($0, version) } ?? version
    }
    return newest
  }

  private func read(_ version: String) throws(NomadError) -> TribeVersion {
    try CurrentVersion.version(version, givenTo: "UpgradePaths(from:)")
  }
}
