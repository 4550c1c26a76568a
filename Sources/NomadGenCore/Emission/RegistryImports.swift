import NomadTargets

/// The imports of a generated registry.
struct RegistryImports {
  /// The import declarations, one a line.
  let text: String

  init(tribes: [Tribe], files: [SourceFile], registryAccess: Access) {
    let needed = Set(tribes.flatMap(\.foreignFiles))
    let imports = files.flatMap(\.imports)
    var lines: Set<String> = [Self.nomad(asIn: imports, registryAccess: registryAccess)]
    // A tribe nested in a type of another module is reached through that module.
    for file in files where needed.contains(file.path) {
      for line in file.imports where line.module != "Nomad" {
        let conditions = Condition.text(of: line.conditions)
        let declaration = Self.copied(line)
        lines.insert(conditions.isEmpty ? declaration : "#if \(conditions)\n\(declaration)\n#endif")
      }
    }
    text = lines.sorted(by: ByteOrder.precedes).joined(separator: "\n")
  }

  /// An import as the registry needs it, which shows nothing of what it imports: no more than internal, not exported.
  private static func copied(_ line: SourceFile.Import) -> String {
    let attributes = line.attributes.split(separator: " ").map(String.init).filter { word in
      Access(rawValue: word) == nil && word != "@_exported"
    }
    return (attributes + (line.access == nil ? [] : ["internal"]) + [line.text]).joined(separator: " ")
  }

  /// The import of the library, with an access level exactly if the module's own imports of it have one.
  ///
  /// The compiler rejects a module that imports another with a level in one file and without in the next, unless
  /// it builds with `InternalImportsByDefault` (SE-0409). A registry that others see needs an import that they see.
  private static func nomad(asIn imports: [SourceFile.Import], registryAccess: Access) -> String {
    if registryAccess > .internal { return "\(registryAccess.rawValue) import Nomad" }
    let own = imports.filter { $0.module == "Nomad" }
    return own.contains { $0.access != nil } ? "internal import Nomad" : "import Nomad"
  }
}
