/// How far a type can be seen, and whether generated code in another file of the module can name it.
enum Reach {
  /// The effective access level: the least of the type's own and of all around it.
  static func access(of id: Module.ID, in module: Module) -> Access {
    let chain = [module[id]] + module.ancestors(of: id)
    return chain.indices.map { level(chain, at: $0) }.min() ?? .internal
  }

  private static func level(_ chain: [Declaration], at index: Int) -> Access {
    let declaration = chain[index]
    if let access = declaration.access { return access }
    // An extension's own level is what its members have if they say nothing.
    if index + 1 < chain.count, chain[index + 1].kind == .extension, let access = chain[index + 1].access {
      return access
    }
    return declaration.kind == .extension ? .open : .internal
  }

  static func obstacle(of id: Module.ID, in module: Module) -> Tribe.Obstacle? {
    let chain = [module[id]] + module.ancestors(of: id)
    if chain.contains(where: \.isLocal) { return .local }
    for declaration in chain {
      let name = declaration.reference.components.map(\.text).joined(separator: ".")
      if declaration.isGeneric { return .generic(name) }
      // The extended type may be hidden by its own declaration, in whichever file.
      let declared =
        declaration.kind == .extension
        ? module.declarations(of: name).filter { $0.kind != .extension } : [declaration]
      if declared.contains(where: \.isGeneric) { return .generic(name) }
      for candidate in declared {
        if let access = candidate.access, access <= .fileprivate { return .access(access, of: name) }
      }
    }
    let access = access(of: id, in: module)
    return access <= .fileprivate ? .access(access, of: chain[0].reference.components.map(\.text).joined()) : nil
  }
}
