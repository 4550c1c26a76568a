/// Symbols and declarations as people, and generated code, name them.
extension SymbolTable {
  /// The qualified name of a symbol, without its module.
  package func qualifiedName(of symbol: Symbol) -> String { names.path(of: symbol).joined(separator: ".") }

  /// How a declaration is written from outside of all others.
  func spelling(of id: ID) -> String {
    chain(of: id).reversed().flatMap { self[$0].reference.components.map(\.spelling) }.joined(separator: ".")
  }

  /// How a type, a protocol or an alias is written from outside of all others.
  func spelling(of symbol: Symbol) -> String {
    declaring[symbol]?.first.map(spelling) ?? qualifiedName(of: symbol)
  }
}
