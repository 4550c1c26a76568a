/// How far a type can be seen, and whether generated code in another file of the module can name it.
extension SymbolTable {
  /// The effective access level: the least of the type's own and of all around it.
  func access(of id: ID) -> Access {
    let chain = chain(of: id)
    let levels = chain.map { id in
      // An extension's own level bounds nothing: it is what its members have if they say nothing.
      self[id].kind == .extension ? .open : level(self[id].access, in: self[id].parent, of: id.file)
    }
    // What an extension extends bounds its members, wherever it is declared.
    let extended = chain.flatMap(extendedTypes).map(access)
    return (levels + extended).min() ?? .internal
  }

  /// The declarations, in whichever file, of the type that an extension extends.
  private func extendedTypes(_ id: ID) -> [ID] {
    self[id].kind == .extension ? declaring[symbol(of: id)] ?? [] : []
  }

  /// Whether a declaration has generic parameters, of its own or through what it extends, wherever that stands.
  private func isGeneric(_ id: ID) -> Bool {
    let declaration = self[id]
    guard declaration.kind == .extension else { return !declaration.generics.isEmpty }
    let extended = extendedTypes(id)
    // A type of the module's own may have the name of one of the standard library's.
    if extended.isEmpty { return !declaration.isBound && GenericTypes.contains(declaration.reference) }
    return extended.contains { chain(of: $0).contains { isGeneric($0) } }
  }

  /// The generic parameters that can be named in the body of a declaration, and what else stands in their lists.
  func parameters(of id: ID) -> Set<String> {
    chain(of: id).reduce(into: []) { names, id in
      names.formUnion(self[id].generics)
      for extended in extendedTypes(id) { names.formUnion(parameters(of: extended)) }
    }
  }

  /// What stands in the way of naming a type.
  func obstacle(of id: ID) -> Tribe.Obstacle? {
    let chain = chain(of: id)
    if chain.contains(where: { self[$0].isLocal }) { return .local }
    let written = chain.reversed().flatMap { self[$0].reference.components.map(\.text) }
    if let name = written.dropFirst().first(where: ["Protocol", "Type"].contains) { return .metatype(name) }
    for id in chain {
      let name = name(of: id)
      let declared = self[id].kind == .extension ? extendedTypes(id) : [id]
      if isGeneric(id) { return .generic(name) }
      for candidate in declared {
        if let access = self[candidate].access, access.isPrivate { return .access(access, of: "'\(name)'") }
      }
    }
    let access = access(of: id)
    guard access.isPrivate else { return nil }
    // Nothing on the way says so itself: it is the level of an extension around it.
    let culprit = chain.first { self[$0].kind == .extension && self[$0].access == access }
    return .access(
      access,
      of: culprit.map { "the extension of '\(name(of: $0))'" } ?? "'\(name(of: id))'"
    )
  }

  private func name(of id: ID) -> String {
    self[id].reference.components.map(\.text).joined(separator: ".")
  }
}
