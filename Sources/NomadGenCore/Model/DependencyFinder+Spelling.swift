extension DependencyFinder {
  /// Returns a type's spelling for the registry, which uses it at the top level of another file.
  ///
  /// The source writes the type in the body of a declaration, the owner. The modules are those that the tribe's files
  /// import.
  func spelling(of type: TypeText, in owner: SymbolTable.ID, importing modules: Set<String>) -> Dependency.Spelling {
    let parameters = table.parameters(of: owner)
    var text = ""
    for piece in type.pieces {
      switch piece {
      case .text(let between): text += between
      case .path(let path):
        let spelling = spelling(of: path, in: owner, parameters, importing: modules)
        guard case .written(let name) = spelling else { return spelling }
        text += name
      }
    }
    return .written(text)
  }

  private func spelling(
    of path: TypeReference,
    in owner: SymbolTable.ID,
    _ parameters: Set<String>,
    importing modules: Set<String>
  ) -> Dependency.Spelling {
    let names = path.components.map(\.spelling)
    let isOwn = table.isOwn(owner)
    guard let first = path.components.first, !path.hasModuleSelector else {
      // `::` separates a module from its members (SE-0491).
      return isOwn ? .written(names.prefix(1).joined() + "::" + names.dropFirst().joined(separator: ".")) : .unsayable
    }
    if parameters.contains(first.text) { return .unsayable }
    guard let (symbol, outer) = find(first.text, in: owner) else {
      // The registry does not have the imports of the other module.
      return isOwn || Self.isKnownEverywhere(first) ? .written(names.joined(separator: ".")) : .unsayable
    }
    if let (name, access) = limit(path, from: symbol, in: owner.file), !isOwn || access.isPrivate {
      return isOwn ? .unreachable(name: name, access) : .unsayable
    }
    guard isOwn || modules.contains(table.module(of: symbol)) else { return .unsayable }
    // Inside a generic type its generic arguments are implied; the registry would have to write them, and cannot.
    let nest = outer ?? (table.chain(of: owner).contains { table.symbol(of: $0) == symbol } ? symbol : nil)
    let nests = nest.flatMap { table.members[$0] } ?? []
    if nests.contains(where: { !table.parameters(of: $0).isEmpty }) { return .unsayable }
    let start = qualifier(of: outer ?? symbol) + (outer.map { [table.spelling(of: $0)] } ?? [])
    let rest = first.text == "Self" ? names.dropFirst() : names[...]
    return .written((start + rest).joined(separator: "."))
  }

  /// Returns the symbol that a name in the body of a declaration stands for, and the type that contains it, if any.
  private func find(_ name: String, in owner: SymbolTable.ID) -> (symbol: Symbol, outer: Symbol?)? {
    if name == "Self" { return (table.symbol(of: owner), table.symbol(of: owner)) }
    let found = table.find(name, in: table.scopes(within: owner))
    return found.map { ($0.symbol, table.names.parent(of: $0.scope) == nil ? nil : $0.scope) }
  }

  /// Returns the module to write before a symbol, if another module declares the same name; otherwise an empty list.
  private func qualifier(of symbol: Symbol) -> [String] {
    let module = table.module(of: symbol)
    let name = table.names.path(of: symbol).prefix(1).joined()
    // A type with the name of a module hides the module.
    let isClear = table.modules(declaring: name).count < 2 || table.index.types.contains(module)
    return module == table.home || isClear ? [] : [module]
  }

  /// Returns the least accessible name on a path, and its access level; nil if all of them are public.
  private func limit(_ path: TypeReference, from start: Symbol, in file: Int) -> (name: String, Access)? {
    var symbol = start
    var least: (name: String, Access)?
    for component in path.components.dropFirst().map(Optional.some) + [nil] {
      let aliases = table.aliases(symbol, from: file)
      let declared = table.declaring[symbol] ?? []
      // The remaining names are members of something that is not declared here.
      guard !aliases.isEmpty || !declared.isEmpty else { break }
      // For an alias, only whether other files can see it is known.
      let levels =
        aliases.map { $0.isPrivate ? Access.private : .internal } + declared.map { table.access(of: $0) }
      if let access = levels.min(), access < least?.1 ?? .public { least = (table.qualifiedName(of: symbol), access) }
      if let component { symbol = table.names.member(component.text, of: symbol) }
    }
    return least
  }

  /// Returns whether a name that no scanned module declares belongs to the language or the standard library.
  private static func isKnownEverywhere(_ name: Name) -> Bool {
    name.text.first?.isLowercase == true || standard.contains(name.text)
  }

  private static let standard: Set<String> = [
    "Any", "AnyObject", "Array", "Bool", "Character", "Dictionary", "Double", "Duration", "Error", "Float", "Int",
    "Int16", "Int32", "Int64", "Int8", "MainActor", "Never", "Optional", "Result", "Sendable", "Set", "String",
    "Substring", "Swift", "UInt", "UInt16", "UInt32", "UInt64", "UInt8", "Void",
  ]
}
