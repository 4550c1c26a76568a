/// How far a type can be seen, and whether generated code in another file of the module can name it.
enum Reach {
  /// The effective access level: the least of the type's own and of all around it.
  static func access(of id: Module.ID, in module: Module) -> Access {
    let chain = module.chain(of: id)
    let levels = chain.indices.map { level(chain, at: $0, in: module) }
    // What an extension extends bounds its members, wherever it is declared.
    let extended = chain.flatMap { extendedTypes($0, in: module) }.map { access(of: $0, in: module) }
    return (levels + extended).min() ?? .internal
  }

  private static func level(_ chain: [Module.ID], at index: Int, in module: Module) -> Access {
    let declaration = module[chain[index]]
    // An extension's own level bounds nothing: it is what its members have if they say nothing.
    if declaration.kind == .extension { return .open }
    if let access = declaration.access { return access }
    if index + 1 < chain.count, module[chain[index + 1]].kind == .extension,
      let access = module[chain[index + 1]].access
    {
      return access
    }
    return .internal
  }

  /// The declarations, in whichever file, of the type that an extension extends.
  private static func extendedTypes(_ id: Module.ID, in module: Module) -> [Module.ID] {
    guard module[id].kind == .extension else { return [] }
    return (module.members[module.key(of: id)] ?? []).filter { module[$0].kind != .extension }
  }

  /// Whether a declaration has generic parameters, of its own or through what it extends, wherever that stands.
  private static func isGeneric(_ id: Module.ID, in module: Module) -> Bool {
    let declaration = module[id]
    guard declaration.kind == .extension else { return !declaration.generics.isEmpty }
    let extended = extendedTypes(id, in: module)
    // A type of the module's own may have the name of one of the standard library's.
    if extended.isEmpty { return !declaration.isBound && GenericTypes.contains(declaration.reference) }
    return extended.contains { module.chain(of: $0).contains { isGeneric($0, in: module) } }
  }

  /// The generic parameters that can be named in the body of a declaration, and what else stands in their lists.
  static func parameters(of id: Module.ID, in module: Module) -> Set<String> {
    module.chain(of: id).reduce(into: []) { names, id in
      names.formUnion(module[id].generics)
      for extended in extendedTypes(id, in: module) { names.formUnion(parameters(of: extended, in: module)) }
    }
  }

  /// What stands in the way of naming a type.
  static func obstacle(of id: Module.ID, in module: Module) -> Tribe.Obstacle? {
    let chain = module.chain(of: id)
    if chain.contains(where: { module[$0].isLocal }) { return .local }
    let written = chain.reversed().flatMap { module[$0].reference.components.map(\.text) }
    if let name = written.dropFirst().first(where: ["Protocol", "Type"].contains) { return .metatype(name) }
    for id in chain {
      let name = name(of: id, in: module)
      let declared = module[id].kind == .extension ? extendedTypes(id, in: module) : [id]
      if isGeneric(id, in: module) { return .generic(name) }
      for candidate in declared {
        if let access = module[candidate].access, access <= .fileprivate { return .access(access, of: "'\(name)'") }
      }
    }
    let access = access(of: id, in: module)
    guard access <= .fileprivate else { return nil }
    // Nothing on the way says so itself: it is the level of an extension around it.
    let culprit = chain.first { module[$0].kind == .extension && module[$0].access == access }
    return .access(
      access,
      of: culprit.map { "the extension of '\(name(of: $0, in: module))'" } ?? "'\(name(of: id, in: module))'"
    )
  }

  private static func name(of id: Module.ID, in module: Module) -> String {
    Name.readable(module[id].reference.components.map(\.text).joined(separator: "."))
  }
}
