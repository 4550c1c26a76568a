import NomadSyntax

/// All declarations of a module's tribes: their types, and the extensions of these and of types nested in them.
///
/// Nested types that are tribes themselves have their own.
package struct TribeDeclarations {
  /// A declaration of a tribe that is not nested in another declaration of the same tribe.
  package struct Outer {
    package let tribe: Symbol
    package let id: SymbolTable.ID
  }

  package let table: SymbolTable

  /// The files of the module that have declarations of tribes, with those declarations.
  package private(set) var files: [(path: String, outer: [Outer])] = []

  /// The checksums of the SQL files of tribes.
  private(set) var scripts: [Symbol: UInt64] = [:]

  private let tribes: Set<Symbol>

  /// Finds the declarations of some tribes.
  init(of tribes: [Tribe], in table: SymbolTable) {
    (self.tribes, self.table) = (Set(tribes.map(\.symbol)), table)
    for tribe in tribes { scripts[tribe.symbol] = tribe.script?.checksum }
    files = table.files.indices
      .filter { table.files[$0].module == table.home && !SQLFiles.isSQL(table.files[$0].path) }
      .map { (table.files[$0].path, outerDeclarations(in: $0)) }.filter { !$0.1.isEmpty }
  }

  private func outerDeclarations(in file: Int) -> [Outer] {
    table.files[file].declarations.indices.compactMap { declaration in
      let id = SymbolTable.ID(file: file, declaration: declaration)
      guard let tribe = tribe(around: table.symbol(of: id)) else { return nil }
      let isInside = table.chain(of: id).dropFirst().contains { self.tribe(around: table.symbol(of: $0)) == tribe }
      return isInside ? nil : Outer(tribe: tribe, id: id)
    }
  }

  /// Returns the tribe that a type is, or is nested in.
  private func tribe(around symbol: Symbol) -> Symbol? {
    var symbol = symbol
    while !tribes.contains(symbol) {
      guard let parent = table.names.parent(of: symbol) else { return nil }
      symbol = parent
    }
    return symbol
  }
}
