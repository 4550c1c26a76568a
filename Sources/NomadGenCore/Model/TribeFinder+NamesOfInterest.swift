/// What else has to be read, because what it declares would change what is found.
extension TribeFinder {
  /// The names that other files have to be searched for.
  ///
  /// - Parameter wantsAllDeclarations: Whether all declarations of a tribe are wanted, and not only those that decide about it.
  /// - Returns: The names, those that were searched for already among them.
  func namesOfInterest(wantsAllDeclarations: Bool) -> Set<String> {
    // What a nested protocol is nested in may have another name, too.
    var names = Set(conformances.protocols.flatMap(table.names.path(of:)))
    for (symbol, witnesses) in conformances.types {
      names.formUnion(self.names(of: symbol, conformingBy: witnesses, wantsAllDeclarations))
    }
    let suspects = SuspectFinder(table: table, conformances: conformances)
    names.formUnion(suspects.macros)
    names.formUnion(suspects.classes.keys.map(table.names.name(of:)))
    let starts = names.union(table.rootNames).union(
      TribeMember.allCases.filter { $0.form == .choice }.map(\.type)
    )
    let aliases = aliases(of: starts)
    return names.union(aliases).union(owners(of: aliases))
  }

  /// The types and protocols that have an alias as a member, declared there or inherited: it can be named through them.
  private func owners(of aliases: Set<String>) -> Set<String> {
    var owners: Set<Symbol> = []
    for (index, file) in table.files.enumerated() {
      for alias in file.aliases where aliases.contains(alias.name.text) {
        if let parent = alias.parent { owners.insert(table.symbol(of: .init(file: index, declaration: parent))) }
      }
    }
    guard !owners.isEmpty else { return [] }
    let heirs = table.order.filter { !owners.isDisjoint(with: table.ancestry(of: $0).declared) }
    return Set(owners.union(heirs).map(table.names.name(of:)))
  }

  private func names(
    of symbol: Symbol,
    conformingBy witnesses: [SymbolTable.ID],
    _ wantsAllDeclarations: Bool
  ) -> Set<String> {
    var names: Set<String> = []
    let declarations = table.declarations(of: symbol)
    let own = declarations.flatMap { $0.members(.target) }
    // A class can have subclasses, and they are tribes as well.
    let isOpen = declarations.contains { $0.kind == .class && !$0.isFinal }
    // Its target may be elsewhere: in an extension, or in another branch of an `#if`.
    let isCovered = own.contains { target in
      (table.declaring[symbol] ?? []).contains { target.conditions.allSatisfy(table[$0].conditions.contains) }
    }
    let isCreatable = isCreatable(symbol)
    if wantsAllDeclarations || isOpen || !isCovered || !isCreatable { names.insert(table.names.name(of: symbol)) }
    // Or it is a default of whatever it conforms to.
    let found = targets.members(of: symbol)
    let ancestry = table.ancestry(of: symbol)
    if found.isEmpty || !isCreatable {
      names.formUnion(ancestry.declared.map(table.names.name(of:)))
      names.formUnion(ancestry.foreign.compactMap(Self.lastName))
    }
    // An `init()` may stand in an extension of whatever the type conforms to.
    if !isCreatable { names.formUnion(ancestry.foreignNames.compactMap(Self.lastName)) }
    // Which default it has may depend on what it conforms to, and on what that stands for.
    let requirements = targets.requirementsOfDefaults(for: ancestry)
    if !requirements.isEmpty {
      let foreign = ancestry.foreign.union(requirements.map(\.foreignName))
      names.formUnion(foreign.filter { !StandardProtocols.isListed($0) }.compactMap(Self.lastName))
    }
    let members = (found + traits.flatMap { $0.members(of: symbol) }).map(\.member)
    // A standard type that is shadowed somewhere is looked for where the module uses it.
    names.formUnion(members.filter { $0.member.form == .choice }.compactMap(\.annotation?.components.last?.text))
    for member in members {
      switch member.value {
      case .known(_, .reference(let path)), .text(.reference(let path)): names.formUnion(path.components.map(\.text))
      case .types(let paths): names.formUnion(paths.flatMap(\.components).map(\.text))
      case .known, .text, .unreadable: break
      }
    }
    names.formUnion(undeclaredComponents(of: symbol))
    names.formUnion(needs.names(of: symbol))
    for id in witnesses {
      for ancestor in table.chain(of: id).map({ table[$0] }) where ancestor.kind == .extension {
        if let last = ancestor.reference.components.last { names.insert(last.text) }
      }
    }
    return names
  }

  /// Whether nothing is known to stand in the way of creating a type; if something is, an `init()` may be elsewhere.
  private func isCreatable(_ symbol: Symbol) -> Bool {
    (table.members[symbol] ?? []).allSatisfy { table.creationObstacle(of: symbol, at: $0) == nil }
  }

  /// The last name of a path.
  package static func lastName(_ path: String) -> String? { path.split(separator: ".").last.map(String.init) }

  /// The parts of a qualified name that are declared in files not seen yet, or elsewhere.
  private func undeclaredComponents(of symbol: Symbol) -> [String] {
    var names: [String] = []
    var next: Symbol? = symbol
    while let symbol = next, let parent = table.names.parent(of: symbol) {
      if !table.isDeclared(symbol) { names.append(table.names.name(of: symbol)) }
      next = parent
    }
    return names
  }

  /// The aliases, of aliases too, behind which one of some names stands.
  private func aliases(of names: Set<String>) -> Set<String> {
    var naming: [String: [String]] = [:]
    for alias in table.files.flatMap(\.aliases) {
      for name in alias.references.flatMap(\.components) { naming[name.text, default: []].append(alias.name.text) }
    }
    return Set(names.flatMap { naming[$0] ?? [] }.closure { naming[$0] ?? [] })
  }
}
