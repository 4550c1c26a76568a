extension Conformances {
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
  package func ancestry(of symbol: Symbol, besides others: [Symbol], within conditions: [Condition]) -> Ancestry {
    var ancestry = Ancestry(symbol: symbol)
    (ancestry.declared, ancestry.foreign) = inherited(from: symbol, besides: others) { _ in true }
    let certain = inherited(from: symbol, besides: others) { $0.allSatisfy(conditions.contains) }
    ancestry.certain = (Set(certain.declared), certain.foreign)
    let declarations = table.declarations(of: symbol)
    ancestry.kinds = Set(declarations.map(\.kind))
    ancestry.isWritten = table.isDeclared(symbol) && declarations.allSatisfy(\.attributes.isEmpty)
    return ancestry
  }

  /// All that is inherited, in declarations and through aliases whose conditions count.
  private func inherited(
    from symbol: Symbol,
    besides others: [Symbol],
    where counts: ([Condition]) -> Bool
  ) -> (declared: [Symbol], foreign: Set<String>) {
    var foreign: Set<String> = []
    var seen = Set(others + [symbol])
    var pending = [symbol]
    var next = 0
    while next < pending.count {
      let current = pending[next]
      next += 1
      for id in table.members[current] ?? [] where counts(table[id].conditions) {
        // An extension of a protocol asks something of those types that it serves, not of all.
        let required = table[id].kind == .protocol ? table[id].selfRequirements : []
        for reference in table[id].inherited + required {
          for sense in names.senses(of: reference, in: id) where counts(sense.conditions) {
            switch sense.meaning {
            case .root: break
            case .declared(let found): if seen.insert(found).inserted { pending.append(found) }
            case .foreign: foreign.insert(foreignName(of: reference))
            }
          }
        }
      }
    }
    return (Array(pending.dropFirst()), foreign)
  }

  /// The name of something from elsewhere; that of another module's type or of a nested one says where it stands.
  func foreignName(of reference: TypeReference) -> String {
    let path = reference.components.map(\.text)
    let isPlain = path.count == 2 && ["Swift", "Foundation"].contains(path[0])
    return isPlain ? path[1] : path.joined(separator: ".")
  }

  /// Whether all that gives a type members is known: what it inherits is declared here, or gives it none that matter.
  func isKnown(_ ancestry: Ancestry) -> Bool {
    ancestry.foreign.isSubset(of: StandardProtocols.harmless)
  }

  /// The extensions of ancestors that no module declares: inherited ones, and protocols that the compiler adds.
  func foreignExtensions(of ancestry: Ancestry) -> [Symbol] {
    foreignNames(of: ancestry).flatMap { table.named[$0] ?? [] }
  }

  /// What a type inherits from elsewhere, or may conform to in silence.
  func foreignNames(of ancestry: Ancestry) -> Set<String> {
    StandardProtocols.closure(of: ancestry.foreign.union(StandardProtocols.silent))
  }
}
