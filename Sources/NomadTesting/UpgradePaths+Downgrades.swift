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
  /// In one run of `path`, the older version starts after the upgrade. In each of the others, it starts after the
  /// process has died at one of the records: see ``verifyWhenKilled(isolation:_:invariant:)``. The older version keeps
  /// working if the ``Nomad/Tribe/readableSince`` of every newer tribe is at or below its own version. Otherwise it
  /// runs nothing, and its `migrate()` throws `ledgerNewerThanApp`. The newest version starts last. All of this happens
  /// in the call of `migrate`.
  ///
  /// The test assumes that an older version has the tribes with a version up to its own, with the sub-migrations of
  /// that version, and no others. Pass every other tribe to ``init(_:from:to:adding:)``, above all one that was added
  /// later than its version says. Leave out releases without Nomad, because they open the data in any case. The test
  /// cannot tell whether the code of an older version understands the data.
  ///
  /// - Parameters:
  ///   - isolation: The actor of the caller, on which `path` runs.
  ///   - path: The closure that creates the data of a version, migrates, and returns the resulting state of the data.
  ///     Values in memory outlive the simulated death: see ``verifyWhenKilled(isolation:_:invariant:)``.
  ///   - invariant: Whether a state may be the end of a path: see ``verify(isolation:_:invariant:)``.
  /// - Returns: The versions below the newest that kept working, in the order in which they were given.
  /// - Throws: ``UpgradeFailure`` if an older version keeps working after a newer tribe without `readableSince` has
  ///   begun and not finished, unless the tribe and its record are one transaction, which leaves nothing behind; if it
  ///   throws another error; or if no version is older than the newest; and the errors of
  ///   ``verifyWhenKilled(isolation:_:invariant:)``.
  @discardableResult
  public func verifyDowngrades<State: Equatable>(
    isolation: isolated (any Actor)? = #isolation,
    _ path: (_ version: String, _ migrate: Upgrade) async throws -> State,
    invariant: (State) throws -> Bool = { _ in true }
  ) async throws -> [String] {
    let newest = try newestVersion()
    let current = newest.map { CurrentVersion.exactly($0.text) } ?? currentVersion
    let paths = UpgradePaths(registry, from: versions, to: current, adding: additions)
    var (ends, readers) = (UpgradeEnds<State>(), [String]())
    for version in versions {
      guard let newest, try read(version).withoutSubMigration < newest else { continue }
      if try await paths.kill(from: version, isDowngrade: true, path, &ends, invariant).carriesOn {
        readers.append(version)
      }
    }
    guard ends.first != nil else { throw UpgradeFailure.nothingToVerify }
    return readers
  }

  /// Returns the tribes that a release has: the added ones, and those with a version up to its own.
  ///
  /// - Parameter version: The version of the release.
  /// - Returns: The tribes.
  /// - Throws: `NomadError` if a version cannot be read or a target is illegal, or if no tribe has the target of an
  ///   addition.
  func tribes(of version: String) throws -> TribeRegistry {
    let (ceiling, first) = (try read(version), try firstReleases())
    return registry.filter { entry in
      if let first = first[entry.key.withoutSource] { return first <= ceiling }
      // A release runs the sub-migrations of its version.
      return entry.version.map { (ceiling.subMigration == nil ? $0.withoutSubMigration : $0) <= ceiling } ?? false
    }
  }

  /// Returns the ids of the `.once` tribes that a release has, including those that a later tribe merges.
  func ids(of version: String) throws -> Set<String> {
    let ceiling = try read(version)
    return Set(try firstReleases().filter { $0.key.isOnce && $0.value <= ceiling }.map(\.key.place))
  }

  /// Returns the versions of the first releases with the added tribes, by the keys of the tribes.
  private func firstReleases() throws -> [LedgerKey: TribeVersion] {
    let known = Set(registry.entries.flatMap { $0.keys + [$0.key.withoutSource] })
    return try additions.reduce(into: [:]) { all, addition in
      let key = try LedgerKey(addition.key)
      guard known.contains(key) else {
        throw NomadError.unknownTribe("\(addition.key)", registry.entries.map { "\($0.target)" })
      }
      all[key] = try CurrentVersion.version(addition.value, givenTo: "UpgradePaths(adding:)")
    }
  }

  /// Returns the version that users upgrade to: without a current version, the newest that is known here.
  private func newestVersion() throws -> TribeVersion? {
    if let text = try Nomad(registry, ledger: .inMemory, currentVersion: currentVersion).appVersion() {
      return try CurrentVersion.version(text).withoutSubMigration
    }
    let known = try registry.entries.compactMap(\.version) + versions.map(read) + firstReleases().values
    return known.map(\.withoutSubMigration).max()
  }

  private func read(_ version: String) throws(NomadError) -> TribeVersion {
    try CurrentVersion.version(version, givenTo: "UpgradePaths(from:)")
  }
}
