/// The names of symbols and declarations, for people and for generated code.
extension SymbolTable {
  /// Returns the qualified name of a symbol, without its module.
  package func qualifiedName(of symbol: Symbol) -> String { names.path(of: symbol).joined(separator: ".") }

  /// Returns the spelling of a declaration for code at the top level of a file.
  func spelling(of id: ID) -> String {
    chain(of: id).reversed().flatMap { self[$0].reference.components.map(\.spelling) }.joined(separator: ".")
  }

  /// Returns the spelling of a type, a protocol or an alias for code at the top level of a file.
  func spelling(of symbol: Symbol) -> String {
    declaring[symbol]?.first.map(spelling) ?? qualifiedName(of: symbol)
  }
}
