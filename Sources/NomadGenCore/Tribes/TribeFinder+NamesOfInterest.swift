import NomadSyntax
import NomadTargets

/// The names for which further files must be searched, because their declarations could change the result.
extension TribeFinder {
  /// Returns the names for which other files must be searched.
  ///
  /// - Parameter wantsAllDeclarations: Whether to find all declarations of a tribe, or only those that decide about it.
  /// - Returns: The names, including those that were searched for already.
  func namesOfInterest(wantsAllDeclarations: Bool) -> Set<String> {
    var names = Set(conformances.protocols.map(table.names.name(of:)))
    var containers = conformances.protocols.compactMap(table.names.parent(of:))
    for (symbol, conformers) in conformances.types {
      names.formUnion(self.names(of: symbol, conformingBy: conformers, wantsAllDeclarations))
      if isOpen(symbol), let parent = table.names.parent(of: symbol) { containers.append(parent) }
    }
    let suspects = SuspectFinder(table: table, conformances: conformances)
    names.formUnion(suspects.macros)
    names.formUnion(suspects.classes.keys.map(table.names.name(of:)))
    let starts = names.union(table.root.names).union(TribeMember.allCases.filter(\.wanted.isChoice).map(\.type))
    names.formUnion(table.namesLeading(to: starts, in: containers))
    // A type with `migrate()` may be a tribe by a protocol that is not seen. Only the check warns of it, but the build
    // scans these files, too, so that both decide from the same declarations.
    if table.importsLibrary { names.insert(Library.migrate) }
    return names
  }

  /// Returns the names of the types whose extensions may give a tribe a static member other than its target.
  func ownersOfMembers() -> Set<String> {
    let owners = conformances.types.keys.flatMap { symbol in
      ([symbol] + table.ancestry(of: symbol).declared).map(table.names.name(of:)) + unknownAncestors(of: symbol)
    }
    return Set(owners).union(table.namesLeading(to: Set(owners), in: []))
  }

  private func names(
    of symbol: Symbol,
    conformingBy conformers: [SymbolTable.ID],
    _ wantsAllDeclarations: Bool
  ) -> Set<String> {
    var names: Set<String> = []
    let declarations = table.declarations(of: symbol)
    let own = declarations.flatMap { $0.members(.target) }
    // The target may be elsewhere: in an extension, or in another branch of an `#if`.
    let isCovered = own.contains { target in
      table.declaring[symbol, default: []].contains { target.conditions.allSatisfy(table[$0].conditions.contains) }
    }
    let isCreatable = isCreatable(symbol)
    let found = targetResolver.members(of: symbol)
    // All declarations of such a tribe count for its checksum.
    let isDerived = found.contains { targetResolver.read($0)?.name == TribeTarget.Kind.whenChanged.rawValue }
    if wantsAllDeclarations || isOpen(symbol) || !isCovered || !isCreatable || isDerived {
      names.insert(table.names.name(of: symbol))
    }
    // The target may also be a default of any ancestor.
    let ancestry = table.ancestry(of: symbol)
    if found.isEmpty || !isCreatable {
      names.formUnion(ancestry.declared.map(table.names.name(of:)))
      names.formUnion(ancestry.foreign.compactMap(NameTree.lastName))
    }
    // An `init()` may be in an extension of any ancestor.
    if !isCreatable { names.formUnion(ancestry.foreignNames.compactMap(NameTree.lastName)) }
    // The conformances of the type, and what their names mean, may decide which default it has.
    let requirements = targetResolver.requirementsOfDefaults(for: ancestry)
    if !requirements.isEmpty {
      let foreign = ancestry.foreign.union(requirements.map(\.foreignName))
      names.formUnion(foreign.filter { !StandardProtocols.isListed($0) }.compactMap(NameTree.lastName))
    }
    for found in found + traitResolvers.flatMap({ $0.members(of: symbol) }) {
      // A module that uses a standard type may also shadow it, so its name is searched for. Nearly every file contains
      // the names of the types in lists.
      let member = found.member.member
      if let type = found.member.annotation?.components.last?.text,
        !member.isList || type != NameTree.lastName(member.type)
      {
        names.insert(type)
      }
      switch found.value {
      case .known(_, .reference(let path)), .text(.reference(let path)):
        names.formUnion(path.components.map(\.text))
        names.formUnion(typesOfConstants(path))
        // An ancestor of a type around the value may have a member of that name.
        for scope in table.chain(of: found.owner).map(table.symbol(of:)) {
          names.formUnion(unknownAncestors(of: scope))
        }
      case .types(let paths): names.formUnion(paths.flatMap(\.components).map(\.text))
      case .known, .text, .texts, .unreadable: break
      }
    }
    names.formUnion(undeclaredComponents(of: symbol))
    names.formUnion(dependencyFinder.names(of: symbol))
    for id in conformers {
      for ancestor in table.chain(of: id).map({ table[$0] }) where ancestor.is(.extension) {
        if let last = ancestor.reference.components.last { names.insert(last.text) }
      }
    }
    return names
  }

  /// Returns the names that decide whether the constants that a path may mean are strings.
  private func typesOfConstants(_ path: TypeReference) -> [String] {
    let types = table.index.constants[path.components.last?.text ?? "", default: []].map(\.constant.type)
    // Nearly every file contains the name of the standard type, so it is not searched for.
    return types.map { $0 == nil ? "StringLiteralType" : $0?.components.last?.text ?? "" }
      .filter { !$0.isEmpty && $0 != "String" }
  }

  /// Returns whether a type can have subclasses, which are tribes as well.
  private func isOpen(_ symbol: Symbol) -> Bool {
    table.declarations(of: symbol).contains { $0.is(.class) && !$0.isFinal }
  }

  /// Returns whether no reason is known why a registry could not create a type; otherwise an `init()` may be elsewhere.
  private func isCreatable(_ symbol: Symbol) -> Bool {
    table.declarationIDs[symbol, default: []].allSatisfy { table.creationProblem(of: symbol, at: $0) == nil }
  }

  /// Returns the components of a qualified name that no scanned file declares, and the unknown ancestors of the types
  /// that may inherit them.
  private func undeclaredComponents(of symbol: Symbol) -> [String] {
    var names: [String] = []
    var next: Symbol? = symbol
    while let symbol = next, let parent = table.names.parent(of: symbol) {
      if !table.isDeclared(symbol) { names += [table.names.name(of: symbol)] + unknownAncestors(of: parent) }
      next = parent
    }
    return names
  }

  /// Returns the last names of the ancestors that no scanned file declares, and that may have members.
  private func unknownAncestors(of symbol: Symbol) -> [String] {
    table.ancestry(of: symbol).foreign.subtracting(StandardProtocols.harmless).compactMap(NameTree.lastName)
  }
}

extension SymbolTable {
  /// Returns the names by which code can name some types and protocols: the aliases that lead to them, and the types
  /// that have these or the given members.
  ///
  /// - Parameters:
  ///   - names: The names of the types and protocols.
  ///   - containers: The types that have some of them as members.
  /// - Returns: The names, without the given ones.
  package func namesLeading(to names: Set<String>, in containers: [Symbol]) -> Set<String> {
    // Code can name a protocol, a class or an alias through the types that have it as a member, and through aliases for
    // those types.
    var found = aliases(of: names)
    while true {
      let owners = owners(of: found, containers)
      let more = aliases(of: names.union(owners))
      if more.isSubset(of: found) { return found.union(owners) }
      found.formUnion(more)
    }
  }

  /// Returns the names through which code can reach some aliases and the members of some types: those types, the types
  /// around them, and all heirs of these.
  private func owners(of aliases: Set<String>, _ containers: [Symbol]) -> Set<String> {
    var members = containers
    for (index, file) in files.enumerated() {
      for alias in file.aliases where aliases.contains(alias.name.text) {
        if let parent = alias.parent { members.append(symbol(of: ID(file: index, declaration: parent))) }
      }
    }
    let owners = Set(members.closure { [names.parent(of: $0)].compactMap(\.self) }.filter { !isModule($0) })
    guard !owners.isEmpty else { return [] }
    let heirs = symbolsInSourceOrder.filter { !owners.isDisjoint(with: ancestry(of: $0).declared) }
    return Set(owners.union(heirs).flatMap(self.names.path(of:)))
  }

  /// Returns the aliases that lead to one of some names, directly or through other aliases.
  private func aliases(of names: Set<String>) -> Set<String> {
    var naming: [String: [String]] = [:]
    for alias in files.flatMap(\.aliases) {
      for name in alias.references.flatMap(\.components) { naming[name.text, default: []].append(alias.name.text) }
    }
    return Set(names.flatMap { naming[$0, default: []] }.closure { naming[$0, default: []] })
  }
}
