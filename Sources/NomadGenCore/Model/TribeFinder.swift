import NomadTargets

/// A finder of tribes, which combines the declarations of each conforming type.
package struct TribeFinder {
  package let table: SymbolTable
  package let conformances: Conformances
  let targets: MemberResolver
  let traits: [MemberResolver]
  let dependencyFinder: DependencyFinder

  init(table: SymbolTable) {
    self.table = table
    conformances = Conformances(table: table)
    let resolver = { [conformances] (member: TribeMember) in
      MemberResolver(member: member, table: table, conformances: conformances)
    }
    targets = resolver(.target)
    traits = TribeMember.traits.map(resolver)
    dependencyFinder = DependencyFinder(table: table, conformances: conformances)
  }

  /// Returns the tribes, one for each type and target, in the order of the sources.
  func tribes() -> [Tribe] { table.order.flatMap(tribes) }

  /// Returns the macros that may make a type a tribe.
  func suspects() -> [Suspect] { SuspectFinder(table: table, conformances: conformances).suspects() }

  /// Returns the properties with `@TribeDependency` that belong to no tribe.
  func strayDependencies() -> [StrayDependency] { dependencyFinder.strays() }

  // MARK: One type

  private func tribes(of symbol: Symbol) -> [Tribe] {
    // A tribe belongs to the registry of the module that declares its conformance.
    let conformers = (conformances.types[symbol] ?? []).filter(table.isOwn)
    let nominals = table.declaring[symbol] ?? []
    // A type from elsewhere has only extensions here.
    if nominals.isEmpty {
      return exclusive(conformers).flatMap { tribes(of: symbol, primary: $0, conformingBy: $0) }
    }
    // Each branch of an `#if` may declare the type, and its conformance, once.
    return nominals.flatMap { primary in
      let conforming = conformers.filter { conformer in
        (conformer == primary || table[conformer].kind == .extension)
          && !Condition.areExclusive(conformances.conditions(of: conformer), table[primary].conditions)
      }
      return exclusive(conforming).flatMap { tribes(of: symbol, primary: primary, conformingBy: $0) }
    }
  }

  /// Returns declarations of which each build has at most one.
  ///
  /// A type conforms only once, even if several protocols make it conform.
  private func exclusive(_ ids: [SymbolTable.ID]) -> [SymbolTable.ID] {
    var chosen: [SymbolTable.ID] = []
    let conditions = ids.map { ($0, conformances.conditions(of: $0)) }
    for (id, own) in conditions.filter({ $0.1.isEmpty }) + conditions.filter({ !$0.1.isEmpty }) {
      let isNew = chosen.allSatisfy { Condition.areExclusive(conformances.conditions(of: $0), own) }
      if isNew { chosen.append(id) }
    }
    return chosen
  }

  private func tribes(
    of symbol: Symbol,
    primary: SymbolTable.ID,
    conformingBy conformer: SymbolTable.ID
  ) -> [Tribe] {
    let declaration = table[primary]
    let chain = table.chain(of: primary)
    guard !table.isIgnored(primary), !table.isIgnored(conformer) else { return [] }
    let outer = declaration.conditions.union(conformances.conditions(of: conformer))
    let found = targets.members(of: symbol, within: outer)
    let spelling = spelling(of: primary)
    let migrations = table.declarations(of: symbol).flatMap(\.migrations)
    let traits = self.traits.flatMap { readTraits(of: symbol, by: $0, within: outer) }
    let isPromised = table.ancestry(of: symbol).declared.contains(where: isPromiseTribe)

    let mayDependOnMore = dependencyFinder.mayDependOnMore(symbol)
    let files = foreignFiles(of: primary, symbol) + dependencyFinder.files(of: symbol)

    func tribe(
      _ target: Tribe.Target,
      at location: Location,
      of found: MemberResolver.FoundMember? = nil,
      targetProblem: StaticMember.Problem? = nil,
      conditions: [Condition]
    ) -> Tribe {
      Tribe(
        name: table.qualifiedName(of: symbol),
        symbol: symbol,
        spelling: spelling,
        module: table.home,
        isBaseClass: declaration.kind == .class && !declaration.isFinal,
        location: declaration.location,
        target: target,
        targetLocation: location,
        lookalike: found == nil ? lookalike(in: symbol) : nil,
        donor: found.flatMap { donor($0, to: symbol) },
        literalEnd: found?.member.literalEnd,
        targetProblem: targetProblem,
        access: table.access(of: primary),
        namingProblem: table.namingProblem(of: primary),
        traits: traits,
        creationProblem: table.creationProblem(of: symbol, at: primary),
        conditions: outer.union(conditions),
        availability: (chain.reversed() + (conformer == primary ? [] : [conformer])).flatMap { table[$0].availability },
        isCallDeprecated: table.declarations(of: symbol).contains(where: \.isCallDeprecated),
        dependencies: dependencyFinder.dependencies(of: symbol, within: outer.union(conditions)),
        mayDependOnMore: mayDependOnMore,
        isAsyncThrowing: !migrations.isEmpty && migrations.allSatisfy { $0 },
        isPromised: isPromised,
        foreignFiles: files
      )
    }

    if found.isEmpty { return [tribe(.missing, at: declaration.location, conditions: [])] }
    return found.map { found in
      let target = Tribe.Target(targets.read(found))
      return tribe(
        target,
        at: found.member.location,
        of: found,
        targetProblem: target.isUnreadable ? targets.problem(of: found) : nil,
        conditions: found.member.conditions
      )
    }
  }

  /// Returns the traits that one static member gives a type, one for each `#if` branch that declares it.
  private func readTraits(of symbol: Symbol, by resolver: MemberResolver, within outer: [Condition]) -> [TribeTrait] {
    resolver.members(of: symbol, within: outer).compactMap { found in
      // A member of another type is a different member. But few types have an unrelated `readableSince`, and a list of
      // types can be written in many ways, so those are read, or reported as unreadable.
      let isSpelledOut = resolver.member.form == .types && found.member.annotation?.components.isEmpty == true
      guard resolver.hasType(found) || resolver.member.form == .version || isSpelledOut else { return nil }
      let value: TribeTrait.Value
      switch resolver.member.form {
      case .choice:
        switch resolver.read(found)?.name {
        case "contract": value = .contract
        case "deferred": value = .deferred
        case "expand", "immediate": return nil
        // A string without a type annotation is a member of the user's own.
        default:
          if case .bareText? = found.member.problem { return nil }
          value = .unreadable(resolver.member)
        }
      case .version:
        let version = resolver.readText(found).flatMap { text in (try? TribeVersion(app: text)).map { _ in text } }
        value = version.map(TribeTrait.Value.readableSince) ?? .unreadable(resolver.member)
      case .types:
        value =
          (isSpelledOut ? nil : resolver.readTypes(found)).map { .requires($0, $0.map(nameWithModule)) }
          ?? .unreadable(resolver.member)
      }
      return TribeTrait(value: value, location: found.member.location, conditions: found.member.conditions)
    }
  }

  /// Returns the name of a tribe, with the module whose registry contains it.
  private func nameWithModule(of symbol: Symbol) -> String {
    // The registry of the module that declares the conformance contains the tribe.
    let module = (conformances.types[symbol] ?? []).first.map { table.files[$0.file].module }
    return "\(module ?? table.module(of: symbol)).\(table.qualifiedName(of: symbol))"
  }

  /// Returns the first member that may be meant as a type's target.
  private func lookalike(in symbol: Symbol) -> TargetLookalike? {
    // Declarations are large, and copying each of them would take most of the time.
    (table.members[symbol] ?? []).lazy.compactMap { table.files[$0.file].declarations[$0.declaration].lookalike }.first
  }

  /// Returns the declaration that gives a type a member; nil if the member is the type's own.
  private func donor(_ found: MemberResolver.FoundMember, to symbol: Symbol) -> Tribe.Donor? {
    let owner = table.symbol(of: found.owner)
    guard owner != symbol else { return nil }
    let name = table.qualifiedName(of: owner)
    let isClass = table.declarations(of: owner).contains { $0.kind == .class }
    return isClass ? .superclass(name) : .protocol(name)
  }

  // MARK: Spelling

  private func spelling(of primary: SymbolTable.ID) -> String {
    let spelling = table.spelling(of: primary)
    // Without a module, `self` is a value that every member has.
    return spelling == "`self`" ? table.home + "." + spelling : spelling
  }

  private func isPromiseTribe(_ symbol: Symbol) -> Bool {
    let (module, name) = (table.module(of: symbol), table.qualifiedName(of: symbol))
    return Library.promiseTribe == Library.Refinement(module: module, name: name)
  }

  /// Returns the files whose imports the registry needs to name and to run a tribe that depends on another module.
  ///
  /// Such a tribe is nested in a type of the other module, or has its `migrate()` from there (SE-0444 requires the
  /// import).
  private func foreignFiles(of primary: SymbolTable.ID, _ symbol: Symbol) -> [String] {
    let isNestedElsewhere = table.chain(of: primary).contains { id in
      table[id].kind == .extension
        && !(table.declaring[table.symbol(of: id)] ?? []).contains(where: table.isOwn)
    }
    let members = table.members[symbol] ?? []
    guard isNestedElsewhere || !table.isOwn(primary) || members.allSatisfy({ table[$0].migrations.isEmpty }) else {
      return []
    }
    return members.filter(table.isOwn).map { table.files[$0.file].path }
  }
}
