import NomadGenCore
package import NomadSources
import NomadSyntax

extension Check {
  /// Checks the modules of a selection, each of which may depend on the others.
  ///
  /// - Parameters:
  ///   - selection: The modules.
  ///   - protocolName: The protocol to discover.
  ///   - isForLock: Whether to compute the tribes' checksums, for which files are read a second time.
  ///   - stored: The names of the types that the lock lists or has shapes of, with their modules.
  /// - Returns: The checked modules and their findings.
  /// - Throws: ``Failure`` if a file cannot be read.
  package static func check(
    selection: Selection,
    protocolName: String = Library.tribe,
    isForLock: Bool = false,
    stored: Set<String> = []
  ) throws(Failure) -> CheckedPackage {
    let imported = selection.whole.isEmpty ? nil : try ImportedModules(of: selection)
    let generated = selection.items.enumerated().filter { !$1.generated.isEmpty }.map { ($0, $1.generated) }
    var modules = try Failure.typed {
      try run(
        selection.modules.map { ($0.name, $0.files) },
        generated: Dictionary(uniqueKeysWithValues: generated),
        importing: imported.map { imported in { try imported.files(of: $0) } },
        protocolName: protocolName,
        isForLock: isForLock,
        stored: stored,
        identity: SourceTree.canonicalPath(of:),
        read: FileReader().read
      )
    }
    // No user has the policies of tests.
    for (index, item) in selection.items.enumerated() where item.target?.description?.isForTests == true {
      modules[index].policies = PolicyLiterals()
    }
    // Nomad runs no types of another protocol.
    if protocolName == Library.tribe {
      let uses = try RegistryUses(of: selection, modules)
      let unseen = selection.items.map(UnseenSQL.check)
      // The build does not come to read such a file.
      for (index, files) in unseen.map({ Set($0.map(\.location.file)) }).enumerated() {
        modules[index].findings.removeAll { files.contains($0.location.file) }
      }
      modules = modules.adding([
        uses.missingPlugins,
        uses.unusedRegistries(of: modules),
        try StaleRegistry.findings(in: modules, of: selection),
        zip(selection.items, modules).map { MissingPlugin.check(untargeted: $1.tribes, of: $0) },
        unseen,
        selection.whole.isEmpty ? [] : UnknownHold.check(modules),
      ])
    }
    let unchecked = try UncheckedFolders(besides: selection, protocolName: protocolName).folders
    var package = CheckedPackage(modules, isComplete: selection.isComplete)
    package.parts = selection.parts
    package.ownFindings =
      try UncheckedTribes.findings(about: selection)
      + unchecked.compactMap { UncheckedTribes.finding(about: $0, protocolName) }
    package.uncheckedFolders = unchecked.filter { $0.mention == nil && !$0.isPackage }.map(\.path)
    package.uncheckedPackages = unchecked.filter { $0.mention == nil && $0.isPackage }.map(\.path)
    return package
  }
}
