/// How far a type can be seen, and whether generated code in another file of the module can name it.
enum Reach {
  /// The effective access level: the least of the type's own and of all around it.
  static func access(of id: Module.ID, in module: Module) -> Access {
    let chain = module.chain(of: id).map { module[$0] }
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

  /// What stands in the way of naming a type.
  static func obstacle(of id: Module.ID, in module: Module) -> Tribe.Obstacle? {
    let chain = module.chain(of: id)
    if chain.contains(where: { module[$0].isLocal }) { return .local }
    for link in chain {
      let key = module.key(of: link)
      // An extended type is hidden by its own declaration, in whichever file.
      let declared =
        module[link].kind == .extension
        ? module.declarations(of: key).filter { $0.kind != .extension } : [module[link]]
      let name = String(Module.qualifiedName(in: key))
      if declared.contains(where: \.isGeneric) { return .generic(name) }
      for access in declared.compactMap(\.access) where access <= .fileprivate { return .access(access, of: name) }
    }
    let access = access(of: id, in: module)
    return access <= .fileprivate ? .access(access, of: String(Module.qualifiedName(in: module.key(of: id)))) : nil
  }
}
