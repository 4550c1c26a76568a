/// Whether a registry can create a type: by an `init()`, one that is declared or the one that the compiler adds.
extension SymbolTable {
  /// What stands in the way of creating a type, or nil if nothing does for sure.
  ///
  /// It says only what cannot be otherwise. Where a macro, a superclass or a protocol from elsewhere may have an
  /// `init()`, the compiler has the word.
  func creationObstacle(of symbol: Symbol, at primary: ID) -> Tribe.CreationObstacle? {
    let declaration = self[primary]
    guard declaration.kind != .extension, declaration.attributes.isEmpty else { return nil }
    let ancestry = ancestry(of: symbol)
    guard ancestry.isKnown else { return nil }
    let plain = ([symbol] + ancestry.declared + roots + foreignExtensions(of: ancestry))
      .flatMap { declarations(of: $0) }.flatMap(\.initializers).filter { $0.flaw == nil }
    if plain.contains(where: { $0.access?.isPrivate != true }) { return nil }
    if let hidden = plain.first { return .privateInitializer(hidden) }
    // One that the compiler adds: not to an enumeration, nor to a type with an initializer in its own body.
    if declaration.kind == .enum { return .noInitializer(nearestInitializer(to: symbol)) }
    if declaration.initializers.contains(where: \.isConditional) { return nil }
    if !declaration.initializers.isEmpty { return .noInitializer(nearestInitializer(to: symbol)) }
    return declaration.valuelessProperty.map(Tribe.CreationObstacle.property)
  }

  /// Of the initializers of a type the nearest to what is asked for: one without parameters, if there is one.
  private func nearestInitializer(to symbol: Symbol) -> Initializer? {
    let initializers = declarations(of: symbol).flatMap(\.initializers)
    return initializers.first { $0.flaw != .parameters } ?? initializers.first
  }
}
