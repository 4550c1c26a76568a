/// The names that other files have to be searched for, because what they declare would change what is found.
package struct NamesOfInterest {
  private let table: SymbolTable
  private let conformances: Conformances
  private let targets: MemberResolver
  private let traits: [MemberResolver]
  private let needs: NeedFinder
  private let wantsAllDeclarations: Bool

  init(
    table: SymbolTable,
    conformances: Conformances,
    targets: MemberResolver,
    traits: [MemberResolver],
    needs: NeedFinder,
    wantsAllDeclarations: Bool
  ) {
    self.table = table
    self.conformances = conformances
    self.targets = targets
    self.traits = traits
    self.needs = needs
    self.wantsAllDeclarations = wantsAllDeclarations
  }

  func names() -> Set<String> {
    // What a nested protocol is nested in may have another name, too.
    var names = Set(conformances.protocols.flatMap(table.names.path(of:)))
    for (symbol, witnesses) in conformances.types {
      names.formUnion(self.names(of: symbol, conformingBy: witnesses))
    }
    let suspects = SuspectFinder(table: table, conformances: conformances)
    names.formUnion(suspects.macros)
    names.formUnion(suspects.classes.keys.map(table.names.name(of:)))
    let starts = names.union(table.rootNames).union(
      TribeMember.allCases.filter { $0.form == .choice }.map(\.type)
    )
    let aliases = Self.aliases(of: starts, in: table.files)
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

  private func names(of symbol: Symbol, conformingBy witnesses: [SymbolTable.ID]) -> Set<String> {
    var names: Set<String> = []
    let declarations = table.declarations(of: symbol)
    let own = declarations.flatMap { $0.members(.target) }
    let nominals = declarations.filter { $0.kind != .extension }
    // A class can have subclasses, and they are tribes as well.
    let isOpen = declarations.contains { $0.kind == .class && !$0.isFinal }
    // Its target may be elsewhere: in an extension, or in another branch of an `#if`.
    let isCovered = own.contains { target in
      nominals.contains { nominal in target.conditions.allSatisfy(nominal.conditions.contains) }
    }
    let isCreatable = isCreatable(symbol)
    if wantsAllDeclarations || isOpen || !isCovered || !isCreatable { names.insert(table.names.name(of: symbol)) }
    // Or it is a default of whatever it conforms to.
    let found = targets.members(of: symbol)
    let ancestry = table.ancestry(of: symbol)
    if found.isEmpty || !isCreatable {
      names.formUnion(ancestry.declared.map(table.names.name(of:)))
      names.formUnion(ancestry.foreign.compactMap(Self.last))
    }
    // An `init()` may stand in an extension of whatever the type conforms to.
    if !isCreatable { names.formUnion(ancestry.foreignNames.compactMap(Self.last)) }
    // Which default it has may depend on what it conforms to, and on what that stands for.
    let requirements = targets.requirementsOfDefaults(for: ancestry)
    if !requirements.isEmpty {
      let foreign = ancestry.foreign.union(requirements.map(\.foreignName))
      names.formUnion(foreign.filter { !StandardProtocols.isListed($0) }.compactMap(Self.last))
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
    (table.members[symbol] ?? []).allSatisfy { Creation.obstacle(of: symbol, at: $0, in: table) == nil }
  }

  /// The last name of a path.
  package static func last(_ path: String) -> String? { path.split(separator: ".").last.map(String.init) }

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
  static func aliases(of names: Set<String>, in files: [SourceFile]) -> Set<String> {
    let aliases = files.flatMap(\.aliases)
    var known = names
    var found: Set<String> = []
    var isGrowing = true
    while isGrowing {
      isGrowing = false
      for alias in aliases where !found.contains(alias.name.text) {
        guard alias.references.contains(where: { $0.components.contains { known.contains($0.text) } }) else { continue }
        found.insert(alias.name.text)
        known.insert(alias.name.text)
        isGrowing = true
      }
    }
    return found
  }
}
