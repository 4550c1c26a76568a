/// How far a type can be seen, and whether generated code in another file of the module can name it.
enum Reach {
  /// The effective access level: the least of the type's own and of all around it.
  static func access(of id: SymbolTable.ID, in table: SymbolTable) -> Access {
    let chain = table.chain(of: id)
    let levels = chain.indices.map { level(chain, at: $0, in: table) }
    // What an extension extends bounds its members, wherever it is declared.
    let extended = chain.flatMap { extendedTypes($0, in: table) }.map { access(of: $0, in: table) }
    return (levels + extended).min() ?? .internal
  }

  private static func level(_ chain: [SymbolTable.ID], at index: Int, in table: SymbolTable) -> Access {
    let declaration = table[chain[index]]
    // An extension's own level bounds nothing: it is what its members have if they say nothing.
    if declaration.kind == .extension { return .open }
    if let access = declaration.access { return access }
    if index + 1 < chain.count, table[chain[index + 1]].kind == .extension,
      let access = table[chain[index + 1]].access
    {
      return access
    }
    return .internal
  }

  /// The declarations, in whichever file, of the type that an extension extends.
  private static func extendedTypes(_ id: SymbolTable.ID, in table: SymbolTable) -> [SymbolTable.ID] {
    guard table[id].kind == .extension else { return [] }
    return (table.members[table.symbol(of: id)] ?? []).filter { table[$0].kind != .extension }
  }

  /// Whether a declaration has generic parameters, of its own or through what it extends, wherever that stands.
  private static func isGeneric(_ id: SymbolTable.ID, in table: SymbolTable) -> Bool {
    let declaration = table[id]
    guard declaration.kind == .extension else { return !declaration.generics.isEmpty }
    let extended = extendedTypes(id, in: table)
    // A type of the module's own may have the name of one of the standard library's.
    if extended.isEmpty { return !declaration.isBound && GenericTypes.contains(declaration.reference) }
    return extended.contains { table.chain(of: $0).contains { isGeneric($0, in: table) } }
  }

  /// The generic parameters that can be named in the body of a declaration, and what else stands in their lists.
  static func parameters(of id: SymbolTable.ID, in table: SymbolTable) -> Set<String> {
    table.chain(of: id).reduce(into: []) { names, id in
      names.formUnion(table[id].generics)
      for extended in extendedTypes(id, in: table) { names.formUnion(parameters(of: extended, in: table)) }
    }
  }

  /// What stands in the way of naming a type.
  static func obstacle(of id: SymbolTable.ID, in table: SymbolTable) -> Tribe.Obstacle? {
    let chain = table.chain(of: id)
    if chain.contains(where: { table[$0].isLocal }) { return .local }
    let written = chain.reversed().flatMap { table[$0].reference.components.map(\.text) }
    if let name = written.dropFirst().first(where: ["Protocol", "Type"].contains) { return .metatype(name) }
    for id in chain {
      let name = name(of: id, in: table)
      let declared = table[id].kind == .extension ? extendedTypes(id, in: table) : [id]
      if isGeneric(id, in: table) { return .generic(name) }
      for candidate in declared {
        if let access = table[candidate].access, access <= .fileprivate { return .access(access, of: "'\(name)'") }
      }
    }
    let access = access(of: id, in: table)
    guard access <= .fileprivate else { return nil }
    // Nothing on the way says so itself: it is the level of an extension around it.
    let culprit = chain.first { table[$0].kind == .extension && table[$0].access == access }
    return .access(
      access,
      of: culprit.map { "the extension of '\(name(of: $0, in: table))'" } ?? "'\(name(of: id, in: table))'"
    )
  }

  private static func name(of id: SymbolTable.ID, in table: SymbolTable) -> String {
    table[id].reference.components.map(\.text).joined(separator: ".")
  }
}
