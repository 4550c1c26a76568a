import NomadSyntax

/// The values of members, if they can be read without running code.
extension MemberResolver {
  /// Whether some other declaration, at any level, has the name of the member's type, so that the name is ambiguous.
  private var isTypeShadowed: Bool { table.shadows(member.type) }

  /// Returns whether the type annotation of a member surely names the expected type, directly or through aliases.
  ///
  /// A member without an annotation passes. A member with another type is a different member of the same name.
  func hasType(_ found: FoundMember) -> Bool {
    guard let annotation = found.member.annotation else { return true }
    return table.lookup(annotation, from: table.scopes(within: found.owner)).allSatisfy(isExpected)
  }

  private func isExpected(_ sense: SymbolTable.Sense) -> Bool {
    guard let name = sense.foreignName else { return false }
    return name == member.type || name == member.module.map { "\($0).\(member.type)" }
  }

  /// Returns whether a member surely has another type than the expected one, so that it is no witness.
  func hasOtherType(_ found: FoundMember) -> Bool {
    guard let annotation = found.member.annotation else {
      // A text that could be a target is rather a mistake.
      guard member == .target, case .bareText(let text, _)? = found.member.problem else { return found.isBareText }
      return ProblemDescription.target(for: text) == nil
    }
    if annotation.components.isEmpty { return true }
    return table.lookup(annotation, from: table.scopes(within: found.owner)).allSatisfy { sense in
      switch sense.meaning {
      case .root: true
      case .declared(let symbol):
        table.qualifiedName(of: symbol) != member.type || !Library.declaresTypes(table.module(of: symbol))
      case .foreign:
        // An alias may stand for one of its own parameters.
        !isExpected(sense)
          && (StandardTypes.contains(sense.foreignName ?? "")
            || sense.foreignName == annotation.foreignName && !table.mayImportAliases(found.owner.file)
              && !(found.member.member.isList && isAlias(found)))
      }
    }
  }

  /// Returns whether the type annotation of a member may be an alias for a whole list, which is not read.
  func mayBeAliasOfList(_ found: FoundMember) -> Bool {
    found.member.member.isList && !hasType(found) && isAlias(found) && !hasOtherType(found)
  }

  private func isAlias(_ found: FoundMember) -> Bool {
    guard let annotation = found.member.annotation else { return false }
    return !table.aliases(at: annotation, from: table.scopes(within: found.owner)).isEmpty
  }

  /// Returns a member with the constant that its value names: once for each branch that declares the constant.
  func resolved(_ found: FoundMember, within outer: [Condition]) -> [FoundMember] {
    let path: TypeReference
    switch found.value {
    case .known(_, .reference(let reference)), .text(.reference(let reference)): path = reference
    case .known, .text, .types, .texts, .unreadable: return [found]
    }
    let conditions = outer.union(found.conditions)
    guard let values = table.values(of: path, in: found.owner, within: conditions) else { return [found] }
    return values.map { value in
      var found = found
      found.constant = value
      found.conditions = found.conditions.union(value.conditions.filter { !outer.contains($0) })
      return found
    }
  }

  /// Returns the string value of a member; nil if it cannot be read.
  func readText(_ found: FoundMember) -> String? {
    guard case .text(let written) = found.value else { return nil }
    return string(written, of: found)
  }

  /// Returns the types in the list of a member; nil if they cannot be read.
  func readTypes(_ found: FoundMember) -> [Symbol]? {
    guard case .types(let references) = found.value else { return nil }
    let symbols: [Symbol] = references.compactMap { reference in
      let meanings = table.lookup(reference, from: table.scopes(within: found.owner)).map(\.meaning)
      guard meanings.count == 1, case .declared(let symbol)? = meanings.first else { return nil }
      return conformances.types[symbol] == nil ? nil : symbol
    }
    return symbols.count == references.count ? symbols : nil
  }

  /// Returns the case and the text of a member's value, looked up from where the value is written; nil if unreadable.
  func read(_ found: FoundMember) -> (name: String, text: String?)? {
    guard case .known(let name, let written) = found.value, !found.member.namesType || !isTypeShadowed else {
      return nil
    }
    // A member of another type is not the witness; the witness is elsewhere.
    guard hasType(found) else { return nil }
    if table.isShadowed(name, of: member.type, from: found.owner.file) { return nil }
    guard let written else { return (name, nil) }
    return string(written, of: found).map { (name, $0) }
  }

  private func string(_ text: StaticMember.Text, of found: FoundMember) -> String? {
    switch text {
    case .literal(let value): value
    case .reference: found.constant?.literal.text
    }
  }

  // MARK: Problems

  /// Returns why a member could not be read; nil if the reason is not certain.
  func problem(of found: FoundMember) -> StaticMember.Problem? {
    if found.member.namesType, isTypeShadowed { return nil }
    guard case .known(_, .reference(let path)) = found.value else { return found.member.problem }
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
    if areVariables, !meant.isEmpty { return .variable(spelling) }
    if meant.count > 1, meant.contains(where: { !$0.constant.conditions.isEmpty }) { return .branches(spelling) }
    let types = meant.compactMap { found in found.constant.type.flatMap { table.isString(found) ? nil : $0.foreignName }
    }
    return types.count == 1 && meant.count == 1 && !types[0].isEmpty ? .otherType(spelling, types[0]) : nil
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
