extension NeedFinder {
  /// A type as the registry writes it, which stands at the top level of another file.
  ///
  /// It is written in the body of a declaration, its owner; the files of the tribe import some modules.
  func spelling(of type: TypeText, in owner: SymbolTable.ID, importing modules: Set<String>) -> Need.Spelling {
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
  ) -> Need.Spelling {
    let names = path.components.map(\.spelling)
    let isOwn = table.isOwn(owner)
    guard let first = path.components.first, !path.hasModuleSelector else {
      // A module stands before its members with a `::` (SE-0491).
      return isOwn ? .written(names.prefix(1).joined() + "::" + names.dropFirst().joined(separator: ".")) : .unsayable
    }
    if parameters.contains(first.text) { return .unsayable }
    guard let (symbol, outer) = find(first.text, in: owner) else {
      // Another module's imports are not the registry's.
      return isOwn || Self.isKnownEverywhere(first) ? .written(names.joined(separator: ".")) : .unsayable
    }
    if let (name, access) = limit(path, from: symbol, in: owner.file), !isOwn || access.isPrivate {
      return isOwn ? .unreachable(name: name, access) : .unsayable
    }
    guard isOwn || modules.contains(table.module(of: symbol)) else { return .unsayable }
    // Within a generic type its parameters go without saying, and out here they would have to be said.
    let nest = outer ?? (table.chain(of: owner).contains { table.symbol(of: $0) == symbol } ? symbol : nil)
    let nests = nest.flatMap { table.members[$0] } ?? []
    if nests.contains(where: { !table.parameters(of: $0).isEmpty }) { return .unsayable }
    let start = qualifier(of: outer ?? symbol) + (outer.map { [table.spelling(of: $0)] } ?? [])
    let rest = first.text == "Self" ? names.dropFirst() : names[...]
    return .written((start + rest).joined(separator: "."))
  }

  /// What a name in the body of a declaration stands for, and the type that it is a member of, if it is one's.
  private func find(_ name: String, in owner: SymbolTable.ID) -> (symbol: Symbol, outer: Symbol?)? {
    if name == "Self" { return (table.symbol(of: owner), table.symbol(of: owner)) }
    let found = table.find(name, in: table.scopes(within: owner))
    return found.map { ($0.symbol, table.names.parent(of: $0.scope) == nil ? nil : $0.scope) }
  }

  /// The module of what the registry would otherwise take for something of that name from another one.
  private func qualifier(of symbol: Symbol) -> [String] {
    let module = table.module(of: symbol)
    let name = table.names.path(of: symbol).prefix(1).joined()
    // A module is hidden by a type of its name.
    let isClear = table.modules(declaring: name).count < 2 || table.index.types.contains(module)
    return module == table.home || isClear ? [] : [module]
  }

  /// The first name on a path that is not public, and how far it can be seen.
  private func limit(_ path: TypeReference, from start: Symbol, in file: Int) -> (name: String, Access)? {
    var symbol = start
    var least: (name: String, Access)?
    for component in path.components.dropFirst().map(Optional.some) + [nil] {
      let aliases = table.aliases(symbol, from: file)
      let declared = table.declaring[symbol] ?? []
      // What follows is a member of something else.
      guard !aliases.isEmpty || !declared.isEmpty else { break }
      // Of an alias it is known only whether others see it.
      let levels =
        aliases.map { $0.isPrivate ? Access.private : .internal } + declared.map { table.access(of: $0) }
      if let access = levels.min(), access < least?.1 ?? .public { least = (table.qualifiedName(of: symbol), access) }
      if let component { symbol = table.names.member(component.text, of: symbol) }
    }
    return least
  }

  /// Whether a name that no module declares is a word of the language, or the standard library's.
  private static func isKnownEverywhere(_ name: Name) -> Bool {
    name.text.first?.isLowercase == true || standard.contains(name.text)
  }

  private static let standard: Set<String> = [
    "Any", "AnyObject", "Array", "Bool", "Character", "Dictionary", "Double", "Duration", "Error", "Float", "Int",
    "Int16", "Int32", "Int64", "Int8", "MainActor", "Never", "Optional", "Result", "Sendable", "Set", "String",
    "Substring", "Swift", "UInt", "UInt16", "UInt32", "UInt64", "UInt8", "Void",
  ]
}
