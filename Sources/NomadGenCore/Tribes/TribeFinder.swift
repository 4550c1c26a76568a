import NomadSyntax
import NomadTargets

/// A finder of tribes, which combines the declarations of each conforming type.
package struct TribeFinder {
  package let table: SymbolTable
  package let conformances: Conformances
  let targetResolver: MemberResolver
  let traitResolvers: [MemberResolver]
  let dependencyFinder: DependencyFinder
  /// The tribes in SQL files, by the symbols of their types.
  let scripts: [Symbol: SQLTribe]

  init(table: SymbolTable, scripts: [SQLTribe]) {
    self.table = table
    let home = table.names.module(table.home)
    self.scripts = scripts.reduce(into: [:]) { $0[table.names.member($1.name.typeName, of: home)] = $1 }
    conformances = Conformances(table: table)
    let resolver = { [conformances] (member: TribeMember) in
      MemberResolver(member: member, table: table, conformances: conformances)
    }
    targetResolver = resolver(.target)
    traitResolvers = TribeMember.traits.map(resolver)
    dependencyFinder = DependencyFinder(table: table, conformances: conformances)
  }

  /// Returns the tribes, one for each type and target, in the order of the sources.
  func tribes() -> [Tribe] { table.symbolsInSourceOrder.flatMap { tribes($0) } }

  // MARK: One type

  private func tribes(_ symbol: Symbol) -> [Tribe] {
    // A tribe belongs to the registry of the module that declares its conformance.
    let conformers = conformances.types[symbol, default: []].filter(table.isOwn)
    let nominals = table.declaring[symbol, default: []].filter { !table[$0].is(.protocol) }
    // A type from elsewhere has only extensions here.
    if nominals.isEmpty {
      return exclusive(conformers, within: []).flatMap { tribes(symbol, $0, conformingBy: $0, within: $1) }
    }
    // Each branch of an `#if` may declare the type, and its conformance, once.
    return zip(nominals, Condition.separated(nominals.map { table[$0].conditions })).flatMap { primary, branch in
      // Two declarations in one build are a mistake, which is reported as a duplicate.
      let branch = branch ?? table[primary].conditions
      let conforming = conformers.filter { conformer in
        (conformer == primary || table[conformer].is(.extension))
          && !Condition.areExclusive(conformances.conditions(of: conformer), branch)
      }
      return exclusive(conforming, within: branch).flatMap { tribes(symbol, primary, conformingBy: $0, within: $1) }
    }
  }

  /// Returns declarations of which each build has at most one, each with the conditions under which a build has it.
  ///
  /// A type conforms only once, even if several protocols make it conform.
  private func exclusive(_ ids: [SymbolTable.ID], within branch: [Condition]) -> [(SymbolTable.ID, [Condition])] {
    let all = ids.map { (id: $0, conditions: conformances.conditions(of: $0)) }
    let sorted = all.filter(\.conditions.isEmpty) + all.filter { !$0.conditions.isEmpty }
    return zip(sorted, Condition.separated(sorted.map { branch.union($0.conditions) })).compactMap { conformer, own in
      own.map { (conformer.id, $0) }
    }
  }

  /// Returns the tribes of a type, given one of its declarations and one that makes it conform.
  private func tribes(
    _ symbol: Symbol,
    _ primary: SymbolTable.ID,
    conformingBy conformer: SymbolTable.ID,
    within outer: [Condition]
  ) -> [Tribe] {
    branches(of: availability(of: primary, conformingBy: conformer), within: outer).flatMap { outer in
      var found: [MemberResolver.FoundMember?] =
        scripts[symbol] == nil ? targetResolver.members(of: symbol, within: outer) : []
      if found.isEmpty { found = [nil] }
      return found.map { Tribe(symbol, primary: primary, conformer: conformer, found: $0, within: outer, self) }
    }
  }

  /// Returns the `@available` attributes of a tribe, of the declarations around it, and of its conformance.
  func availability(of primary: SymbolTable.ID, conformingBy conformer: SymbolTable.ID) -> [Availability] {
    table.chain(of: primary).reversed().flatMap { table[$0].availability }
      + (conformer == primary ? [] : table[conformer].availability)
  }

  /// Returns the conditions of the builds that have the same ones of some attributes, which may be in an `#if`.
  private func branches(of availability: [Availability], within outer: [Condition]) -> [[Condition]] {
    // The platforms of one attribute have the same conditions.
    let conditions = availability.filter(\.isRestriction).map(\.conditions).reduce(into: [[Condition]]()) { all, own in
      if !own.isEmpty, !all.contains(own) { all.append(own) }
    }
    // Each one doubles the number of branches, so there is a limit. Beyond it, the compiler rejects the registry.
    return conditions.reduce(into: [outer]) { branches, own in
      guard branches.count < 64 else { return }
      branches = branches.flatMap { [$0.union(own), $0.union([.none(of: own)])] }.filter(Condition.canHold)
    }
  }

  /// Returns the traits that static members give a type, one for each `#if` branch that declares it.
  func traits(of symbol: Symbol, within outer: [Condition]) -> [TribeTrait] {
    traitResolvers.flatMap { resolver in
      resolver.members(of: symbol, within: outer).compactMap { found in
        readTrait(found, of: symbol, by: resolver).map {
          TribeTrait(value: $0, location: found.member.location, conditions: found.conditions)
        }
      }
    }
  }

  /// Returns what a phase `.contract` makes of a type.
  private func contract(_ found: MemberResolver.FoundMember, of symbol: Symbol) -> TribeTrait.Value {
    // A protocol from elsewhere may refine FleetTribe, but a tribe that does not wait could remove data in use.
    guard conforms(symbol, to: Library.fleetTribe) else { return .ineffectivePhase }
    guard case .protocol? = donor(found, to: symbol) else { return .contract }
    // Swift may prefer the default of FleetTribe to that of a protocol that does not refine it.
    return conforms(table.symbol(of: found.owner), to: Library.fleetTribe) ? .contract : .unreadable(.phase)
  }

  /// Returns the value of a trait; nil if the member gives none.
  private func readTrait(
    _ found: MemberResolver.FoundMember,
    of symbol: Symbol,
    by resolver: MemberResolver
  ) -> TribeTrait.Value? {
    let member = resolver.member
    // A member of another type is a different member.
    let isOther = !resolver.hasType(found)
    switch member {
    case .target: return nil
    case .phase, .urgency:
      switch resolver.read(found)?.name {
      case "contract": return contract(found, of: symbol)
      case "deferred": return .deferred
      case nil where !isOther && !found.isBareText: break
      default: return nil
      }
    case .readableSince:
      // Few types have an unrelated one, so one of another type is a mistake. A bare text is a `String`.
      guard !isOther, found.member.annotation?.components.isEmpty == false else { return .otherType(member) }
      if found.isNil { return nil }
      if let text = resolver.readText(found), (try? TribeVersion(app: text)) != nil { return .readableSince(text) }
    case .requires, .migrates, .merges:
      // The type of a list can be written in many ways, some of which cannot be read.
      if found.member.annotation?.components.isEmpty == true || resolver.mayBeAliasOfList(found) {
        return .otherType(member)
      }
      if member == .migrates, case .types(let types) = found.value {
        return isOther ? .otherType(member) : .migrates(types, in: found.owner)
      }
      let names = resolver.readTypes(found)?.map(nameWithModule)
      let texts: [String]? = if case .texts(let texts) = found.value { texts } else { nil }
      // A list of tribes or versions is meant, but to the compiler a member of another type is an unrelated one.
      if isOther { return (names ?? texts)?.isEmpty == false ? .otherType(member) : nil }
      // Without a type, `[A.self]` is an `[A.Type]`.
      if let names { return found.member.annotation == nil ? .otherType(member) : .requires(names) }
      if let texts { return texts.isEmpty ? nil : .merges(texts) }
    }
    return .unreadable(member)
  }

  /// Returns the name of a tribe, with the module whose registry contains it.
  private func nameWithModule(of symbol: Symbol) -> String {
    // The registry of the module that declares the conformance contains the tribe.
    let module = conformances.types[symbol, default: []].first.map { table.files[$0.file].module }
    return "\(module ?? table.module(of: symbol)).\(table.qualifiedName(of: symbol))"
  }

  /// Returns the declaration that gives a type a member; nil if the member is the type's own.
  func donor(_ found: MemberResolver.FoundMember, to symbol: Symbol) -> Tribe.Donor? {
    let owner = table.symbol(of: found.owner)
    guard owner != symbol else { return nil }
    let name = table.qualifiedName(of: owner)
    return table.isClass(owner) ? .superclass(name) : .protocol(name)
  }

  /// Returns whether a type or protocol surely conforms to one of the library's refinements of the protocol, or is it.
  func conforms(_ symbol: Symbol, to refinement: Library.Refinement) -> Bool {
    ([symbol] + table.ancestry(of: symbol).declared).contains { ancestor in
      table.module(of: ancestor) == refinement.module && table.qualifiedName(of: ancestor) == refinement.name
    }
  }

  /// Returns the files whose imports the registry needs to name and to run a tribe that depends on another module.
  ///
  /// Such a tribe is nested in a type of the other module, or has its `migrate()` from there (SE-0444 requires the
  /// import).
  func foreignFiles(of primary: SymbolTable.ID, _ symbol: Symbol) -> [String] {
    let isNestedElsewhere = table.chain(of: primary).contains { id in
      table[id].is(.extension)
        && !table.declaring[table.symbol(of: id), default: []].contains(where: table.isOwn)
    }
    let members = table.declarationIDs[symbol, default: []]
    guard isNestedElsewhere || !table.isOwn(primary) || members.allSatisfy({ table[$0].methods.isEmpty }) else {
      return []
    }
    return members.filter(table.isOwn).map { table.files[$0.file].path }
  }
}
