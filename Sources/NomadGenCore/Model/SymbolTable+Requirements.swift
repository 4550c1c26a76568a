extension SymbolTable {
  /// Whether a type has all that the `where` clause of a protocol's extension asks of `Self`; nil if nobody can tell
  /// from the sources.
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
      // A class from elsewhere may have been made to conform, in an extension of what it inherits there.
      let isSure = !ancestry.kinds.contains(.class) || isListed(ancestry)
      return isSure && ancestry.isWritten ? false : nil
    case .foreign: return isMet(reference.foreignName, by: ancestry)
    }
  }

  /// Whether a type conforms to a protocol from elsewhere, or inherits from a class from there.
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
    // An enumeration whose cases have no values can be compared without a word.
    let isSilent = ancestry.kinds.contains(.enum) && StandardProtocols.ofEnumerations.contains(name)
    // What nobody knows may imply anything, and may be another name for anything.
    let isSure = StandardProtocols.isListed(name) && isListed(ancestry) && !isSilent
    return isSure && ancestry.isWritten ? false : nil
  }

  /// Whether it is known what all that a type inherits from elsewhere implies.
  private func isListed(_ ancestry: Ancestry) -> Bool {
    ancestry.foreign.allSatisfy(StandardProtocols.isListed)
  }
}
