import NomadTargets

/// The imports of a generated registry.
struct RegistryImports {
  /// The import declarations, one per line.
  let text: String

  init(tribes: [Tribe], files: [SourceFile], registryAccess: Access) {
    let needed = Set(tribes.flatMap(\.foreignFiles))
    let imports = files.flatMap(\.imports)
    var lines: Set<String> = [Self.nomad(asIn: imports, registryAccess: registryAccess)]
    // The registry needs the imports of these files to name a tribe or its dependencies, or to see its `migrate()`.
    for file in files where needed.contains(file.path) {
      for line in file.imports where line.module != "Nomad" {
        let conditions = Condition.text(of: line.conditions)
        let declaration = Self.copied(line)
        lines.insert(conditions.isEmpty ? declaration : "#if \(conditions)\n\(declaration)\n#endif")
      }
    }
    text = lines.sorted(by: ByteOrder.precedes).joined(separator: "\n")
  }

  /// Returns an import as the registry needs it: at most internal, and never re-exported.
  private static func copied(_ line: SourceFile.Import) -> String {
    let attributes = line.attributes.split(separator: " ").map(String.init).filter { word in
      Access(rawValue: word) == nil && word != "@_exported"
    }
    return (attributes + (line.access == nil ? [] : ["internal"]) + [line.text]).joined(separator: " ")
  }

  /// Returns the import of the library, with an access level only if the module's own imports of it have one.
  ///
  /// If one file imports a module with an access level and another file without, the compiler rejects the module unless
  /// it builds with `InternalImportsByDefault` (SE-0409). A registry that other modules can access needs an import with
  /// the same access.
  private static func nomad(asIn imports: [SourceFile.Import], registryAccess: Access) -> String {
    if registryAccess > .internal { return "\(registryAccess.rawValue) import Nomad" }
    let own = imports.filter { $0.module == "Nomad" }
    return own.contains { $0.access != nil } ? "internal import Nomad" : "import Nomad"
  }
}
