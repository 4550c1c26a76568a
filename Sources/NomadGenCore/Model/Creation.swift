/// Whether a registry can create a type: by an `init()`, one that is declared or the one that the compiler adds.
enum Creation {
  /// What stands in the way of creating a type, or nil if nothing does for sure.
  ///
  /// It says only what cannot be otherwise. Where a macro, a superclass or a protocol from elsewhere may have an
  /// `init()`, the compiler has the word.
  static func obstacle(of key: String, at primary: Module.ID, _ conformances: Conformances, in module: Module)
    -> Tribe.CreationObstacle?
  {
    let declaration = module[primary]
    guard declaration.kind != .extension, declaration.attributes.isEmpty else { return nil }
    let ancestry = conformances.ancestry(of: key)
    guard conformances.isKnown(ancestry) else { return nil }
    let plain = ([key] + ancestry.declared + conformances.rootKeys + conformances.foreignKeys(of: ancestry))
      .flatMap { module.declarations(of: $0) }.flatMap(\.initializers).filter { $0.flaw == nil }
    if plain.contains(where: { !Module.isPrivate($0.access) }) { return nil }
    if let hidden = plain.first { return .privateInitializer(hidden) }
    // One that the compiler adds: not to an enumeration, nor to a type with an initializer in its own body.
    if declaration.kind == .enum { return .noInitializer(nearest(to: key, in: module)) }
    if declaration.initializers.contains(where: \.isConditional) { return nil }
    if !declaration.initializers.isEmpty { return .noInitializer(nearest(to: key, in: module)) }
    return declaration.valuelessProperty.map(Tribe.CreationObstacle.property)
  }

  /// Of the initializers of a type the nearest to what is asked for: one without parameters, if there is one.
  private static func nearest(to key: String, in module: Module) -> Initializer? {
    let initializers = module.declarations(of: key).flatMap(\.initializers)
    return initializers.first { $0.flaw != .parameters } ?? initializers.first
  }
}
