/// The rules that decide whether a registry can create a type, by a declared `init()` or by one that the compiler adds.
extension SymbolTable {
  /// Returns the reason why a registry cannot create a type; nil if none is certain.
  ///
  /// Only certain reasons count. If a macro, or a superclass or protocol from elsewhere, may provide an `init()`, the
  /// decision is left to the compiler.
  func creationProblem(of symbol: Symbol, at primary: ID) -> Tribe.CreationProblem? {
    let declaration = self[primary]
    guard declaration.kind != .extension, declaration.attributes.isEmpty else { return nil }
    let ancestry = ancestry(of: symbol)
    guard ancestry.isKnown else { return nil }
    let plain = ([symbol] + ancestry.declared + roots + foreignExtensions(of: ancestry))
      .flatMap { declarations(of: $0) }.flatMap(\.initializers).filter { $0.problem == nil }
    if plain.contains(where: { $0.access?.isPrivate != true }) { return nil }
    if let hidden = plain.first { return .privateInitializer(hidden) }
    // The compiler adds no `init()` to an enumeration, nor to a type with an initializer in its own body.
    if declaration.kind == .enum { return .noInitializer(nearestInitializer(to: symbol)) }
    if declaration.initializers.contains(where: \.isConditional) { return nil }
    if !declaration.initializers.isEmpty { return .noInitializer(nearestInitializer(to: symbol)) }
    return declaration.valuelessProperty.map(Tribe.CreationProblem.property)
  }

  /// Returns the initializer of a type that comes closest to an `init()`: one without parameters, if there is one.
  private func nearestInitializer(to symbol: Symbol) -> Initializer? {
    let initializers = declarations(of: symbol).flatMap(\.initializers)
    return initializers.first { $0.problem != .parameters } ?? initializers.first
  }
}
