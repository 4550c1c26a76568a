extension SymbolTable {
  /// The supertypes of a type or a protocol: all that it inherits, conforms to or requires of `Self`, directly or not.
  package struct Ancestry {
    /// The type or protocol itself.
    var symbol: Symbol
    /// The ancestors that the scanned modules declare, nearest first.
    package var declared: [Symbol] = []
    /// The names of the ancestors from elsewhere, as written, but without a leading `Swift` or `Foundation`.
    var foreign: Set<String> = []
    /// The ancestors of both kinds that do not depend on an `#if`.
    var certain: (declared: Set<Symbol>, foreign: Set<String>) = ([], [])
    /// The kinds of the declarations of the type itself.
    var kinds: Set<Declaration.Kind> = []
    /// Whether the type's own declaration is known and none of its attributes may be a macro.
    ///
    /// Such a type has no conformances but those in the source.
    var isWritten = false
  }

  /// Returns the ancestry of a type or a protocol.
  package func ancestry(of symbol: Symbol) -> Ancestry {
    if let known = ancestries[symbol] { return known }
    let ancestry = ancestry(of: symbol, besides: [], within: [])
    ancestries[symbol] = ancestry
    return ancestry
  }

  /// Returns the ancestry under some conditions, without the ancestors that come only through some other types.
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

  /// Returns all ancestors that are reached through declarations and aliases whose conditions count.
  private func ancestors(
    of symbol: Symbol,
    besides others: [Symbol],
    where counts: ([Condition]) -> Bool
  ) -> (declared: [Symbol], foreign: Set<String>) {
    var foreign: Set<String> = []
    let declared = [symbol].closure { symbol -> [Symbol] in
      var found: [Symbol] = []
      for id in members[symbol] ?? [] where counts(self[id].conditions) {
        // An extension of a protocol restricts only the types that it applies to, not all types that conform.
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

  /// Returns the extensions of ancestors that no scanned module declares, including protocols that the compiler adds.
  func foreignExtensions(of ancestry: Ancestry) -> [Symbol] {
    ancestry.foreignNames.flatMap { named[$0] ?? [] }
  }
}

extension SymbolTable.Ancestry {
  /// Whether every source of the type's members is known: each ancestor is declared here, or adds no relevant member.
  var isKnown: Bool { foreign.isSubset(of: StandardProtocols.harmless) }

  /// The names of the ancestors from elsewhere, and of the conformances that a type may have implicitly.
  var foreignNames: Set<String> {
    StandardProtocols.closure(of: foreign.union(StandardProtocols.silent))
  }
}

extension TypeReference {
  /// The name of a type or protocol from elsewhere.
  ///
  /// It includes the module or the enclosing type, except for `Swift` and `Foundation`.
  var foreignName: String {
    let path = components.map(\.text)
    let isPlain = path.count == 2 && ["Swift", "Foundation"].contains(path[0])
    return isPlain ? path[1] : path.joined(separator: ".")
  }
}
