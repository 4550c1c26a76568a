extension SymbolTable {
  /// Returns whether a type meets the `where` clause of a protocol's extension; nil if the sources do not tell.
  func meets(_ ancestry: Ancestry, requirementsOf id: ID) -> Bool? {
    guard self[id].kind == .extension else { return true }
    var isCertain = true
    for supertype in required[id] ?? [] {
      for sense in supertype.senses {
        guard let isMet = meets(ancestry, sense.meaning, as: supertype.reference), sense.conditions.isEmpty else {
          isCertain = false
          continue
        }
        if !isMet { return false }
      }
    }
    return isCertain ? true : nil
  }

  private func meets(_ ancestry: Ancestry, _ meaning: Meaning, as reference: TypeReference) -> Bool? {
    switch meaning {
    case .root: return true
    case .declared(let symbol):
      if symbol == ancestry.symbol || ancestry.certain.declared.contains(symbol) { return true }
      if ancestry.declared.contains(symbol) { return nil }
      // A class from elsewhere may conform through an extension of one of its own superclasses.
      let isSure = !ancestry.kinds.contains(.class) || isListed(ancestry)
      return isSure && ancestry.isWritten ? false : nil
    case .foreign: return isMet(reference.foreignName, by: ancestry)
    }
  }

  /// Returns whether a type conforms to a protocol from elsewhere, or inherits from a class from elsewhere.
  private func isMet(_ name: String, by ancestry: Ancestry) -> Bool? {
    let kinds = ancestry.kinds.subtracting([.extension])
    switch name {
    case "Sendable", "SendableMetatype", "Copyable", "Escapable": return true
    case "AnyObject" where !kinds.isEmpty: return !kinds.isDisjoint(with: [.class, .actor])
    case "Actor" where !kinds.isEmpty, "AnyActor" where !kinds.isEmpty: return kinds.contains(.actor)
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
