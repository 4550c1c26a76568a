extension SymbolTable {
  /// What a type or a protocol inherits, conforms to or requires of `Self`, directly or through others.
  package struct Ancestry {
    /// The type or protocol itself.
    var symbol: Symbol
    /// The ancestors that the modules declare, nearest first.
    package var declared: [Symbol] = []
    /// What is inherited from elsewhere, as it is written but for the modules that everybody imports.
    var foreign: Set<String> = []
    /// Those of both that no `#if` puts in doubt.
    var certain: (declared: Set<Symbol>, foreign: Set<String>) = ([], [])
    /// What the type itself is declared as.
    var kinds: Set<Declaration.Kind> = []
    /// Whether the type's own declaration is seen, and none of its attributes may be a macro: then it conforms to what
    /// is written.
    var isWritten = false
  }

  /// The ancestry of a type or a protocol.
  package func ancestry(of symbol: Symbol) -> Ancestry {
    if let known = ancestries[symbol] { return known }
    let ancestry = ancestry(of: symbol, besides: [], within: [])
    ancestries[symbol] = ancestry
    return ancestry
  }

  /// The ancestry of a type or a protocol, but for what comes through some others, where some conditions hold.
  func ancestry(of symbol: Symbol, besides others: [Symbol], within conditions: [Condition]) -> Ancestry {
    var ancestry = Ancestry(symbol: symbol)
    (ancestry.declared, ancestry.foreign) = ancestors(of: symbol, besides: others) { _ in true }
    let certain = ancestors(of: symbol, besides: others) { $0.allSatisfy(conditions.contains) }
    ancestry.certain = (Set(certain.declared), certain.foreign)
    let declarations = declarations(of: symbol)
    ancestry.kinds = Set(declarations.map(\.kind))
    ancestry.isWritten = isDeclared(symbol) && declarations.allSatisfy(\.attributes.isEmpty)
    return ancestry
  }

  /// All that is inherited, in declarations and through aliases whose conditions count.
  private func ancestors(
    of symbol: Symbol,
    besides others: [Symbol],
    where counts: ([Condition]) -> Bool
  ) -> (declared: [Symbol], foreign: Set<String>) {
    var foreign: Set<String> = []
    let declared = [symbol].closure { symbol -> [Symbol] in
      var found: [Symbol] = []
      for id in members[symbol] ?? [] where counts(self[id].conditions) {
        // An extension of a protocol asks something of those types that it serves, not of all.
        let required = self[id].kind == .protocol ? required[id] ?? [] : []
        for supertype in (inherited[id] ?? []) + required {
          for sense in supertype.senses where counts(sense.conditions) {
            switch sense.meaning {
            case .root: break
            case .declared(let ancestor): if !others.contains(ancestor) { found.append(ancestor) }
            case .foreign: foreign.insert(supertype.reference.foreignName)
            }
          }
        }
      }
      return found
    }
    return (Array(declared.dropFirst()), foreign)
  }

  /// The extensions of ancestors that no module declares: inherited ones, and protocols that the compiler adds.
  func foreignExtensions(of ancestry: Ancestry) -> [Symbol] {
    ancestry.foreignNames.flatMap { named[$0] ?? [] }
  }
}

extension SymbolTable.Ancestry {
  /// Whether all that gives a type members is known: what it inherits is declared here, or gives it none that matter.
  var isKnown: Bool { foreign.isSubset(of: StandardProtocols.harmless) }

  /// What a type inherits from elsewhere, or may conform to in silence.
  var foreignNames: Set<String> {
    StandardProtocols.closure(of: foreign.union(StandardProtocols.silent))
  }
}

extension TypeReference {
  /// The name of something from elsewhere; that of another module's type or of a nested one says where it stands.
  var foreignName: String {
    let path = components.map(\.text)
    let isPlain = path.count == 2 && ["Swift", "Foundation"].contains(path[0])
    return isPlain ? path[1] : path.joined(separator: ".")
  }
}
