/// What is declared under which name in some files, wherever it stands.
struct NameIndex {
  /// The names of types and protocols.
  private(set) var types: Set<String> = []
  private(set) var aliases: [String: [SourceFile.Alias]] = [:]
  /// The constants of a name, each with the declaration in whose body it stands.
  private(set) var constants: [String: [(constant: SourceFile.Constant, parent: SymbolTable.ID?)]] = [:]

  init(_ files: [SourceFile]) {
    for (index, file) in files.enumerated() {
      for declaration in file.declarations where declaration.kind != .extension {
        if let name = declaration.reference.components.last?.text { types.insert(name) }
      }
      for alias in file.aliases { aliases[alias.name.text, default: []].append(alias) }
      for constant in file.constants {
        let parent = constant.parent.map { SymbolTable.ID(file: index, declaration: $0) }
        constants[constant.name.text, default: []].append((constant, parent))
      }
    }
  }
}
