/// Whether a registry can create a type: by an `init()`, one that is declared or the one that the compiler adds.
enum Creation {
  /// What stands in the way of creating a type, or nil if nothing does for sure.
  ///
  /// It says only what cannot be otherwise. Where a macro, a superclass or a protocol from elsewhere may have an
  /// `init()`, the compiler has the word.
  static func obstacle(
    of symbol: Symbol,
    at primary: SymbolTable.ID,
    in table: SymbolTable
  ) -> Tribe.CreationObstacle? {
    let declaration = table[primary]
    guard declaration.kind != .extension, declaration.attributes.isEmpty else { return nil }
    let ancestry = table.ancestry(of: symbol)
    guard ancestry.isKnown else { return nil }
    let plain = ([symbol] + ancestry.declared + table.roots + table.foreignExtensions(of: ancestry))
      .flatMap { table.declarations(of: $0) }.flatMap(\.initializers).filter { $0.flaw == nil }
    if plain.contains(where: { !SymbolTable.isPrivate($0.access) }) { return nil }
    if let hidden = plain.first { return .privateInitializer(hidden) }
    // One that the compiler adds: not to an enumeration, nor to a type with an initializer in its own body.
    if declaration.kind == .enum { return .noInitializer(nearest(to: symbol, in: table)) }
    if declaration.initializers.contains(where: \.isConditional) { return nil }
    if !declaration.initializers.isEmpty { return .noInitializer(nearest(to: symbol, in: table)) }
    return declaration.valuelessProperty.map(Tribe.CreationObstacle.property)
  }

  /// Of the initializers of a type the nearest to what is asked for: one without parameters, if there is one.
  private static func nearest(to symbol: Symbol, in table: SymbolTable) -> Initializer? {
    let initializers = table.declarations(of: symbol).flatMap(\.initializers)
    return initializers.first { $0.flaw != .parameters } ?? initializers.first
  }
}
