/// The values of members, if they can be read without running code.
extension MemberResolver {
  /// Whether some other declaration, at any level, has the name of the member's type, so that the name is ambiguous.
  private var isTypeShadowed: Bool { table.shadows(member.type) }

  /// Returns whether the type annotation of a member surely names the expected type, directly or through aliases.
  ///
  /// A member without an annotation passes. A member with another type is a different member of the same name.
  func hasType(_ found: FoundMember) -> Bool {
    let type = member.type.split(separator: ".").map(String.init)
    var seen: Set<String> = []
    var pending = found.member.annotation.map { [$0] } ?? []
    while let reference = pending.popLast() {
      let path = reference.components.map(\.text)
      // `Any` is a keyword, so nothing shadows it.
      if path == (member.module.map { [$0] } ?? []) + type { continue }
      guard let name = path.last else { return false }
      let aliases = table.index.aliases[name, default: []]
      if path == type, aliases.isEmpty, !table.index.types.contains(name) { continue }
      guard !aliases.isEmpty, !table.index.types.contains(name) else { return false }
      guard seen.insert(name).inserted else { continue }
      for alias in aliases {
        guard alias.references.count == 1 else { return false }
        pending += alias.references
      }
    }
    return true
  }

  /// Returns the string value of a member; nil if it cannot be read.
  func readText(_ found: FoundMember) -> String? {
    guard case .text(let written) = found.member.value else { return nil }
    return string(written, in: found.owner)
  }

  /// Returns the types in the list of a member; nil if they cannot be read.
  func readTypes(_ found: FoundMember) -> [Symbol]? {
    guard case .types(let references) = found.member.value else { return nil }
    let symbols: [Symbol] = references.compactMap { reference in
      let meanings = table.lookup(reference, from: table.scopes(within: found.owner)).map(\.meaning)
      guard meanings.count == 1, case .declared(let symbol)? = meanings.first else { return nil }
      return conformances.types[symbol] == nil ? nil : symbol
    }
    return symbols.count == references.count ? symbols : nil
  }

  /// Returns the case and the text of a member's value, looked up from where the value is written; nil if unreadable.
  func read(_ found: FoundMember) -> (name: String, text: String?)? {
    guard case .known(let name, let written) = found.member.value, !found.member.namesType || !isTypeShadowed else {
      return nil
    }
    // A member of another type is not the witness; the witness is elsewhere.
    guard hasType(found) else { return nil }
    if table.isShadowed(name, of: member.type, from: found.owner.file) { return nil }
    guard let written else { return (name, nil) }
    return string(written, in: found.owner).map { (name, $0) }
  }

  private func string(_ text: StaticMember.Text, in id: SymbolTable.ID) -> String? {
    switch text {
    case .literal(let value): value
    case .reference(let reference): table.value(of: reference, in: id)
    }
  }

  // MARK: Problems

  /// Returns why a member could not be read; nil if the reason is not certain.
  func problem(of found: FoundMember) -> StaticMember.Problem? {
    if found.member.namesType, isTypeShadowed { return nil }
    guard case .known(_, .reference(let path)) = found.member.value else { return found.member.problem }
    return problem(of: path, in: found.owner)
  }

  /// Returns why a name has no value; nil if the declarations under that name do not agree on a reason.
  private func problem(of path: TypeReference, in owner: SymbolTable.ID) -> StaticMember.Problem? {
    guard let name = path.components.last, !path.hasModuleSelector else { return nil }
    let spelling = path.components.map(\.spelling).joined(separator: ".")
    let constants = table.index.constants[name.text, default: []]
    guard !constants.isEmpty else { return .unknownName(spelling) }
    let meant = constants.filter { canMean(path, memberOf: $0.parent, in: owner) }
    // A protocol requirement is always a `var`, even if the types declare a `let`.
    let areVariables = meant.allSatisfy { $0.constant.isVariable && $0.parent.map { table[$0].kind } != .protocol }
    return areVariables && !meant.isEmpty ? .variable(spelling) : nil
  }

  /// Returns whether a path in the body of one declaration can lead to a member of another, or to a global constant.
  private func canMean(_ path: TypeReference, memberOf parent: SymbolTable.ID?, in owner: SymbolTable.ID) -> Bool {
    let type = path.components.dropLast().last?.text
    guard let parent else { return type == nil || type == table.files[owner.file].module }
    guard let type, type != "Self" else {
      return table.chain(of: owner).contains { table.symbol(of: $0) == table.symbol(of: parent) }
    }
    return table.names.name(of: table.symbol(of: parent)) == type
  }
}
