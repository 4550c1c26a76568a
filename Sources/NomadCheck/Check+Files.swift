import NomadGenCore

extension Check {
  /// Checks the modules of a selection, each of which may depend on the others.
  ///
  /// - Parameters:
  ///   - selection: The modules.
  ///   - protocolName: The protocol to discover.
  ///   - isForLock: Whether to compute the tribes' checksums, for which files are read a second time.
  ///   - stored: The names of the types that the lock lists or has shapes of, with their modules.
  ///   - packages: The packages of this run.
  /// - Returns: The checked modules and their findings.
  /// - Throws: ``Failure`` if a file cannot be read.
  package static func run(
    _ selection: Selection,
    protocolName: String = "Tribe",
    isForLock: Bool = false,
    stored: Set<String> = [],
    in packages: Packages = Packages()
  ) throws(Failure) -> CheckedPackage {
    let imported = selection.whole.isEmpty ? nil : try ImportedModules(of: selection, in: packages)
    let generated = selection.items.enumerated().filter { !$1.generated.isEmpty }.map { ($0, $1.generated) }
    var modules = try run(
      selection.modules,
      generated: Dictionary(uniqueKeysWithValues: generated),
      importing: imported.map { imported in { try imported.files(of: $0) } },
      protocolName: protocolName,
      isForLock: isForLock,
      stored: stored
    )
    // Nomad runs no types of another protocol.
    if protocolName == Library.tribe {
      modules = try RegistryUses(of: selection, modules).judge(modules)
      modules = zip(selection.items, modules).map {
        $1.adding(UntargetedTribes.check($1.tribes, of: $0) + UnseenSQL.check($0))
      }
    }
    if protocolName == Library.tribe, !selection.whole.isEmpty {
      let areForTests = selection.items.map { $0.target?.description?.isForTests == true }
      let reader = FileReader()
      modules = try Failure.typed {
        try UnknownHold.check(modules, isJudged: { !areForTests[$0] }, read: reader.read)
      }
    }
    for (index, item) in selection.items.enumerated() where item.target?.description?.isForTests == true {
      modules[index].oldestVersions = []
    }
    let unchecked = try UncheckedFolders(besides: selection, protocolName: protocolName).folders
    return CheckedPackage(
      modules,
      ownFindings: UncheckedTribes.findings(about: selection)
        + unchecked.compactMap { UncheckedTribes.finding(about: $0, protocolName) },
      uncheckedFolders: unchecked.filter { $0.mention == nil && !$0.isPackage }.map(\.path),
      uncheckedPackages: unchecked.filter { $0.mention == nil && $0.isPackage }.map(\.path)
    )
  }

  /// Checks the files of several modules, without their packages.
  ///
  /// - Parameters:
  ///   - modules: The modules' names and files.
  ///   - stored: The names of the types that the lock lists or has shapes of, with their modules.
  /// - Returns: The checked modules and their findings.
  /// - Throws: ``Failure`` if a file cannot be read.
  package static func run(
    _ modules: [SourceTree.Module],
    stored: Set<String> = []
  ) throws(Failure) -> CheckedPackage {
    CheckedPackage(
      try run(
        modules,
        generated: [:],
        importing: nil,
        protocolName: Library.tribe,
        isForLock: false,
        stored: stored
      )
    )
  }

  private static func run(
    _ modules: [SourceTree.Module],
    generated: [Int: [String]],
    importing: ((_ module: String) throws -> [String])?,
    protocolName: String,
    isForLock: Bool,
    stored: Set<String> = []
  ) throws(Failure) -> [CheckedModule] {
    let reader = FileReader()
    return try Failure.typed {
      try run(
        modules.map { ($0.name, $0.files) },
        generated: generated,
        importing: importing,
        protocolName: protocolName,
        isForLock: isForLock,
        stored: stored,
        identity: SourceTree.canonicalPath(of:),
        read: reader.read
      )
    }
  }
}
