/// The values of members, if they can be read without running code.
extension MemberResolver {
  /// Whether some other declaration, at any level, has the name of the member's type, so that the name is ambiguous.
  private var isTypeShadowed: Bool { table.shadows(member.type) }

  /// Returns whether the type annotation of a member surely names the expected type, directly or through aliases.
  ///
  /// A member without an annotation passes. A member with another type is a different member of the same name.
  func hasType(_ found: FoundMember) -> Bool {
    guard let annotation = found.member.annotation else { return true }
    let senses = table.lookup(annotation, from: table.scopes(within: found.owner))
    return senses.allSatisfy { sense in
      sense.foreignName == member.type || sense.foreignName == member.module.map { "\($0).\(member.type)" }
    }
  }

  /// Returns the string value of a member; nil if it cannot be read.
  func readText(_ found: FoundMember) -> String? {
    guard case .text(let written) = found.value else { return nil }
    return string(written, in: found.owner)
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

/// The values of constants, and the rules by which a name leads to one.
///
/// The table never guesses: if a name could stand for anything else, it has no value.
extension SymbolTable {
  private enum Constant {
    case absent
    case value(String)
    /// The name is declared, but only running code could tell its value.
    case unreadable

    var isAbsent: Bool {
      if case .absent = self { true } else { false }
    }
  }

  /// Returns the value of a constant that a name or a path stands for in the body of a declaration.
  func value(of reference: TypeReference, in id: ID) -> String? {
    guard let name = reference.components.last?.text, let owner = owner(of: reference, in: id),
      case .value(let text) = constant(name, of: owner, from: id.file)
    else { return nil }
    return text
  }

  /// Returns whether an extension of the library's type gives it another member with the name of a case, seen from a
  /// file.
  func isShadowed(_ kind: String, of type: String, from file: Int) -> Bool {
    named[all: type].contains { !constant(kind, of: $0, from: file).isAbsent }
  }

  /// Returns the constants of a name in a scope that a file sees, as one result.
  ///
  /// Branches of an `#if` may declare several; if their values differ, the constant is unreadable.
  private func constant(_ name: String, of owner: Symbol, from file: Int) -> Constant {
    // A private constant in another file is a different constant, and so is an internal one in another module.
    let seen = constants[all: names.member(name, of: owner)].filter {
      sees(level($0.constant.access, in: $0.parent?.declaration, of: $0.file), of: $0.file, from: file)
    }
    let values = Set(seen.map(\.constant.value))
    guard let first = values.first else { return .absent }
    return first.flatMap { values.count == 1 ? .value($0) : nil } ?? .unreadable
  }

  /// Returns the type or the module that has the constant at the end of a path.
  private func owner(of reference: TypeReference, in id: ID) -> Symbol? {
    let path = reference.components.map(\.text)
    let (name, owner) = (path[0], path.dropLast())
    let bodies = chain(of: id).map(symbol(of:))
    if owner.isEmpty {
      // The nearest declaration of a name counts, from the body outward.
      let scopes = bodies + modules(from: id.file).map(names.module)
      let nearest = scopes.first { !constant(name, of: $0, from: id.file).isAbsent }
      return mayHave(name, scopes.prefix { $0 != nearest }, from: id.file) ? nil : nearest
    }
    if owner == ["Self"] {
      // In a protocol or in a class with subclasses, `Self` depends on the conforming type.
      let isFixed = declarations(of: bodies[0]).allSatisfy { declaration in
        !declaration.is(.protocol) && (!declaration.is(.class) || declaration.isFinal)
      }
      return isFixed ? bodies[0] : nil
    }
    if !reference.hasModuleSelector {
      let scopes = bodies + modules(declaring: name, from: id.file).map(names.module)
      let nearest = scopes.first { visible(name, of: $0, from: id.file) != nil }
      if mayHave(name, scopes.prefix { $0 != nearest }, from: id.file) { return nil }
      if let nearest { return type(at: owner, in: nearest, from: id.file) }
    }
    return modules.contains(name) ? type(at: owner.dropFirst(), in: names.module(name), from: id.file) : nil
  }

  /// Returns whether one of some scopes may have a member of this name that the scanner does not see.
  ///
  /// It may come from a superclass, from a protocol, or from the scope's own declaration, if that is unknown.
  private func mayHave(_ name: String, _ scopes: some Sequence<Symbol>, from file: Int) -> Bool {
    scopes.contains { scope in
      if isModule(scope) { return false }
      guard isDeclared(scope) else { return true }
      let ancestry = ancestry(of: scope)
      return !ancestry.isKnown
        || (ancestry.declared + roots + foreignExtensions(of: ancestry)).contains { ancestor in
          !constant(name, of: ancestor, from: file).isAbsent || visible(name, of: ancestor, from: file) != nil
        }
    }
  }

  /// Returns the type at the end of a path that starts at a symbol; nil if there is an alias on the path.
  ///
  /// An empty path leads to the symbol itself.
  private func type(at path: ArraySlice<String>, in start: Symbol, from file: Int) -> Symbol? {
    var symbol = start
    for name in path {
      guard let member = visible(name, of: symbol, from: file), isDeclared(member),
        aliases(member, from: file).allSatisfy(\.references.isEmpty)
      else { return nil }
      symbol = member
    }
    return symbol
  }
}
