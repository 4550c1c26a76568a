package import NomadGenCore

extension Check {
  /// Checks the files of several modules, each of which may depend on the others.
  ///
  /// - Parameters:
  ///   - modules: The modules' names and files.
  ///   - protocolName: The protocol to discover.
  ///   - isForLock: Whether to compute the tribes' checksums, for which files are read a second time.
  ///   - isComplete: Whether these are all modules of the package in the current folder.
  /// - Returns: The checked modules and their findings.
  /// - Throws: ``Failure`` if a file cannot be read.
  package static func run(
    _ modules: [SourceTree.Module],
    protocolName: String = "Tribe",
    isForLock: Bool = false,
    isComplete: Bool = false
  ) throws(Failure) -> CheckedPackage {
    let reader = FileReader()
    let package = isComplete ? try PackageTargets() : nil
    let imported = try package.map { package throws(Failure) in try ImportedModules(of: package) }
    let checked = try Failure.typed {
      try run(
        modules.map { ($0.name, $0.files) },
        importing: imported.map { imported in { try imported.files(of: $0) } },
        protocolName: protocolName,
        isForLock: isForLock,
        identity: SourceTree.canonicalPath(of:),
        read: reader.read
      )
    }
    guard let package else { return CheckedPackage(checked) }
    return CheckedPackage(try UnusedRegistries.find(in: modules, of: package, checked), ownFindings: package.findings)
  }

  /// Checks the files of one module.
  ///
  /// - Parameters:
  ///   - module: The module's name and files.
  ///   - imported: The modules that it imports and whose sources are known.
  /// - Returns: The checked module.
  /// - Throws: ``Failure`` if a file cannot be read.
  package static func run(
    _ module: SourceTree.Module,
    importing imported: [SourceTree.Module]
  ) throws(Failure) -> CheckedModule {
    let files = Dictionary(imported.map { ($0.name, $0.files) }, uniquingKeysWith: +)
    return try Failure.typed {
      try run(module.files, module: module.name, imported: files, read: FileReader().read)
    }
  }
}
