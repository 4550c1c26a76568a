/// An index of the types, aliases and constants that some files declare, by name.
struct NameIndex {
  /// A constant, the index of its file, and the declaration whose body contains it.
  typealias Constant = (constant: SourceFile.Constant, file: Int, parent: SymbolTable.ID?)

  /// The names of types and protocols, at any level.
  private(set) var types: Set<String> = []
  private(set) var aliases: [String: [SourceFile.Alias]] = [:]
  private(set) var constants: [String: [Constant]] = [:]
  /// The modules that declare a type, a protocol or an alias of a name at the top level of a file, sorted.
  private(set) var modules: [String: [String]] = [:]

  init(_ files: [SourceFile]) {
    var modules: [String: Set<String>] = [:]
    for (index, file) in files.enumerated() {
      for declaration in file.declarations where declaration.kind != .extension {
        guard let name = declaration.reference.components.last?.text else { continue }
        types.insert(name)
        if declaration.parent == nil, !declaration.isLocal { modules[name, default: []].insert(file.module) }
      }
      for alias in file.aliases {
        aliases[alias.name.text, default: []].append(alias)
        if alias.parent == nil, alias.block == nil { modules[alias.name.text, default: []].insert(file.module) }
      }
      for constant in file.constants {
        let parent = constant.parent.map { SymbolTable.ID(file: index, declaration: $0) }
        constants[constant.name.text, default: []].append((constant, index, parent))
      }
    }
    self.modules = modules.mapValues { $0.sorted() }
  }
}
