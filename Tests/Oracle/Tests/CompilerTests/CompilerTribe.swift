import Foundation

/// A type that conforms to `Tribe`, as the compiler lists it.
///
/// The line is the one of the type's name, wherever the conformance is declared. A type from another module has a file
/// there, or none.
struct CompilerTribe: Hashable {
  /// The qualified name, without the module, generic arguments and backticks.
  var name: String

  /// The file's name; nil for a type from another module.
  var file: String?
  var line: Int?

  /// The name by which a program finds the type; nil for a type in a generic type, which has many.
  var mangledName: String?

  /// Reads the tribes of a module from the output of `-emit-const-values-path`.
  static func read(_ json: URL, of module: CorpusModule) throws -> [CompilerTribe] {
    try JSONDecoder().decode([ConformingType].self, from: Data(contentsOf: json)).compactMap { type in
      let isOwn = type.file.map { URL(fileURLWithPath: $0).deletingLastPathComponent().path } == module.folder.path
      // A class inherits its conformance, wherever that is declared. A type from another module is this module's tribe
      // only if this module declares the conformance.
      let isTribe = type.allConformances.contains {
        $0.protocolName == "Nomad.Tribe" && (isOwn || $0.conformanceDefiningModule == module.name)
      }
      guard isTribe else { return nil }
      return CompilerTribe(
        name: name(type.typeName),
        file: isOwn ? type.file.map { URL(fileURLWithPath: $0).lastPathComponent } : nil,
        line: isOwn ? type.line : nil,
        mangledName: isGeneric(type) ? nil : type.mangledTypeName
      )
    }
  }

  private static func isGeneric(_ type: ConformingType) -> Bool {
    type.kind.hasPrefix("generic")
      || name(type.typeName).count < type.typeName.drop { $0 != "." }.count { $0 != "`" } - 1
  }

  /// Returns `Array.T` for `Swift.Array<Element>.T`: the module is the part before the first period.
  private static func name(_ typeName: String) -> String {
    var name = ""
    var depth = 0
    var isQuoted = false
    for character in typeName.drop(while: { $0 != "." }).dropFirst() {
      if character == "`" { isQuoted.toggle() }
      if character == "<", !isQuoted { depth += 1 }
      if depth == 0, character != "`" { name.append(character) }
      if character == ">", !isQuoted { depth -= 1 }
    }
    return name
  }
}
