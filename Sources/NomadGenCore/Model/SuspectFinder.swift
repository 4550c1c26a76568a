/// A finder of macros that may make a type a tribe.
///
/// Such a macro has the protocol in its arguments, or is declared to add a conformance to it.
struct SuspectFinder {
  private let table: SymbolTable
  private let conformances: Conformances

  /// The names of the protocol and of the protocols that refine it.
  private let protocols: Set<String>

  /// The names of the macros that are declared to add the conformance.
  let macros: Set<String>

  /// The classes that a macro may make tribes, with the macro's name; their subclasses would be tribes as well.
  private(set) var classes: [Symbol: String] = [:]

  init(table: SymbolTable, conformances: Conformances) {
    self.table = table
    self.conformances = conformances
    let protocols = table.rootNames.union(conformances.protocols.map(table.names.name(of:)))
    self.protocols = protocols
    macros = Set(table.files.flatMap(\.macros).filter { !$0.roles.isDisjoint(with: protocols) }.map(\.name))
    for symbol in table.order where conformances.types[symbol] == nil {
      for declaration in table.declarations(of: symbol) where declaration.kind == .class {
        classes[symbol] = declaration.attributes.first(where: isSuspicious)?.name
      }
    }
  }

  /// Returns the suspects in the module's files, except types that are tribes without a macro.
  func suspects() -> [Suspect] {
    var suspects: [Suspect] = []
    for (index, file) in table.files.enumerated() where file.module == table.home {
      for use in file.expansions where !use.isIgnored && isSuspicious(use) {
        suspects.append(Suspect(use: "#" + use.name, location: use.location))
      }
      for (declaration, place) in zip(file.declarations, file.declarations.indices) {
        let id = SymbolTable.ID(file: index, declaration: place)
        let symbol = table.symbol(of: id)
        let isIgnored = table.isIgnored(id)
        guard declaration.kind != .protocol, conformances.types[symbol] == nil, !isIgnored else { continue }
        for use in declaration.attributes where isSuspicious(use) {
          suspects.append(Suspect(use: "@" + use.name, type: name(symbol), location: use.location))
        }
        guard !classes.isEmpty, classes[symbol] == nil, declaration.kind == .class else { continue }
        for base in table.ancestry(of: symbol).declared {
          guard let use = classes[base] else { continue }
          suspects.append(
            Suspect(use: "@" + use, type: name(base), heir: name(symbol), location: declaration.location)
          )
        }
      }
    }
    return suspects
  }

  private func name(_ symbol: Symbol) -> String { table.qualifiedName(of: symbol) }

  private func isSuspicious(_ use: MacroUse) -> Bool {
    macros.contains(use.name) || !use.arguments.isDisjoint(with: protocols)
  }
}
