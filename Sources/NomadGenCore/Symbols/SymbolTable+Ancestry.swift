import NomadSyntax

extension SymbolTable {
  /// The supertypes of a type or a protocol: all that it inherits, conforms to or requires of `Self`, directly or not.
  package struct Ancestry {
    /// The type or protocol itself.
    let symbol: Symbol
    /// The ancestors that the scanned modules declare, nearest first.
    package var declared: [Symbol] = []
    /// The names of the ancestors from elsewhere, as written, but without a leading `Swift` or `Foundation`.
    package var foreign: Set<String> = []
    /// The ancestors of both kinds that do not depend on an `#if`.
    var certain: (declared: Set<Symbol>, foreign: Set<String>) = ([], [])
    /// The kinds of the declarations of the type itself.
    var kinds: Set<Declaration.Kind> = []
    /// Whether the type's own declaration is known and none of its attributes may be a macro.
    ///
    /// Such a type has no conformances but those in the source.
    var isWritten = false
  }

  /// A declared type or protocol that a declaration inherits from, and the `#if` branches in which it does.
  struct Inheritance {
    let symbol: Symbol
    let conditions: [Condition]
  }

  /// Returns the declared types and protocols that the declarations of a class inherit from.
  ///
  /// Usually the superclass comes first, but a composition may name it anywhere.
  func inheritances(ofClass symbol: Symbol) -> [Inheritance] {
    declarationIDs[symbol, default: []].filter { self[$0].is(.class) }.flatMap { id in
      inherited[id, default: []].joined().compactMap { sense in
        guard case .declared(let symbol) = sense.meaning else { return nil }
        return Inheritance(symbol: symbol, conditions: self[id].conditions.union(sense.conditions))
      }
    }
  }

  /// Returns the ancestry of a type or a protocol.
  package func ancestry(of symbol: Symbol) -> Ancestry {
    if let known = ancestries[symbol] { return known }
    let ancestry = ancestry(of: symbol, besides: [], within: [])
    ancestries[symbol] = ancestry
    return ancestry
  }

  /// Returns the ancestry in builds that meet some conditions, without the ancestors that come only through some other
  /// types.
  func ancestry(of symbol: Symbol, besides others: [Symbol], within conditions: [Condition]) -> Ancestry {
    var ancestry = Ancestry(symbol: symbol)
    (ancestry.declared, ancestry.foreign) = ancestors(of: symbol, besides: others) {
      !Condition.areExclusive($0, conditions)
    }
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
      for id in declarationIDs[symbol, default: []] where counts(self[id].conditions) {
        // An extension of a protocol restricts only the types that it applies to, not all types that conform.
        let required = self[id].is(.protocol) ? required[id, default: []] : []
        for sense in (inherited[id, default: []] + required).joined() where counts(sense.conditions) {
          switch sense.meaning {
          case .root: break
          case .declared(let ancestor): if !others.contains(ancestor) { found.append(ancestor) }
          case .foreign: foreign.formUnion([sense.foreignName].compactMap(\.self))
          }
        }
      }
      return found
    }
    return (Array(declared.dropFirst()), foreign)
  }

  /// Returns the extensions of ancestors that no scanned module declares, including protocols that the compiler adds.
  func foreignExtensions(of ancestry: Ancestry) -> [Symbol] {
    ancestry.foreignNames.flatMap { named[$0, default: []] }
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

extension SymbolTable {
  /// Returns whether a type meets the `where` clause of a protocol's extension; nil if the sources do not tell.
  package func meets(_ ancestry: Ancestry, requirementsOf id: ID) -> Bool? {
    guard self[id].is(.extension) else { return true }
    var isCertain = true
    for sense in required[id, default: []].joined() {
      guard let isMet = meets(ancestry, sense), sense.conditions.isEmpty else {
        isCertain = false
        continue
      }
      if !isMet { return false }
    }
    return isCertain ? true : nil
  }

  private func meets(_ ancestry: Ancestry, _ sense: Sense) -> Bool? {
    switch sense.meaning {
    case .root: return true
    case .declared(let symbol):
      if symbol == ancestry.symbol || ancestry.certain.declared.contains(symbol) { return true }
      if ancestry.declared.contains(symbol) { return nil }
      // A class from elsewhere may conform through an extension of one of its own superclasses.
      let isSure = !ancestry.kinds.contains(.class) || isListed(ancestry)
      return isSure && ancestry.isWritten ? false : nil
    case .foreign: return sense.foreignName.flatMap { isMet($0, by: ancestry) }
    }
  }

  /// Returns whether a type conforms to a protocol from elsewhere, or inherits from a class from elsewhere.
  private func isMet(_ name: String, by ancestry: Ancestry) -> Bool? {
    let kinds = ancestry.kinds.subtracting([.extension])
    switch name {
    case "Sendable", "SendableMetatype", "Copyable", "Escapable": return true
    case "AnyObject" where !kinds.isEmpty: return !kinds.isDisjoint(with: [.class, .actor])
    case "Actor" where !kinds.isEmpty, "AnyActor" where !kinds.isEmpty: return kinds.contains(.actor)
    // The compiler adds it to types that can have it (SE-0426).
    case "BitwiseCopyable" where !kinds.isDisjoint(with: [.struct, .enum]): return nil
    case "Codable":
      let halves = ["Decodable", "Encodable"].map { isMet($0, by: ancestry) }
      return halves.contains(false) ? false : halves.contains(nil) ? nil : true
    default: break
    }
    if StandardProtocols.closure(of: ancestry.certain.foreign).contains(name) { return true }
    if StandardProtocols.closure(of: ancestry.foreign).contains(name) { return nil }
    // An enumeration without associated values conforms to these protocols implicitly.
    let isSilent = ancestry.kinds.contains(.enum) && StandardProtocols.ofEnumerations.contains(name)
    // An unknown name may imply any conformance, and may be an alias for anything.
    let isSure = StandardProtocols.isListed(name) && isListed(ancestry) && !isSilent
    return isSure && ancestry.isWritten ? false : nil
  }

  /// Returns whether all conformances that the type inherits from elsewhere are known.
  private func isListed(_ ancestry: Ancestry) -> Bool {
    ancestry.foreign.allSatisfy(StandardProtocols.isListed)
  }
}
