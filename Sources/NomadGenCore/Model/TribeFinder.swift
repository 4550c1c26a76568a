import NomadTargets

/// Gathers, for each conforming type of a module, what its declarations say together.
struct TribeFinder {
  private let module: Module
  private let conformances: Conformances
  private let targets: TargetResolver
  private let needs: NeedFinder

  init(module: Module, protocolName: String) {
    self.module = module
    conformances = Conformances(module: module, protocolName: protocolName)
    targets = TargetResolver(module: module, conformances: conformances)
    needs = NeedFinder(module: module, conformances: conformances)
  }

  /// The tribes, one for each type and target, in the order of the sources.
  func tribes() -> [Tribe] {
    module.order.flatMap(tribes)
  }

  /// The macros that may make a type a tribe.
  func suspects() -> [Suspect] {
    SuspectFinder(module: module, conformances: conformances).suspects()
  }

  /// Finds the types that may be tribes through modules that are not among the checked ones.
  func unseen(checked: Set<String>) -> UnseenTypeFinder {
    UnseenTypeFinder(module: module, conformances: conformances, checked: checked)
  }

  /// The properties with `@TribeDependency` that no tribe has.
  func strayNeeds() -> [StrayNeed] { needs.strays() }

  /// The names that other files have to be searched for, because what they declare would change the result.
  func namesOfInterest() -> Set<String> {
    NamesOfInterest(module: module, conformances: conformances, targets: targets, needs: needs).names()
  }

  // MARK: One type

  private func tribes(of key: String) -> [Tribe] {
    // A type belongs to the registry of the module in which it was made a tribe.
    let witnesses = (conformances.types[key] ?? []).filter(module.isOwn)
    let nominals = (module.members[key] ?? []).filter { module[$0].kind != .extension }
    // A type from elsewhere is only extended.
    if nominals.isEmpty {
      return exclusive(witnesses).flatMap { tribes(primary: $0, conformingBy: $0, key: key) }
    }
    // It may be declared, and made to conform, once in each branch of an `#if`.
    return nominals.flatMap { primary in
      let conforming = witnesses.filter { witness in
        (witness == primary || module[witness].kind == .extension)
          && !Condition.areExclusive(conformances.conditions(of: witness), module[primary].conditions)
      }
      return exclusive(conforming).flatMap { tribes(primary: primary, conformingBy: $0, key: key) }
    }
  }

  /// Those declarations of which each build has one at most: through several protocols a type conforms but once.
  private func exclusive(_ ids: [Module.ID]) -> [Module.ID] {
    var chosen: [Module.ID] = []
    let conditions = ids.map { ($0, conformances.conditions(of: $0)) }
    for (id, own) in conditions.filter({ $0.1.isEmpty }) + conditions.filter({ !$0.1.isEmpty }) {
      let isNew = chosen.allSatisfy { Condition.areExclusive(conformances.conditions(of: $0), own) }
      if isNew { chosen.append(id) }
    }
    return chosen
  }

  private func tribes(primary: Module.ID, conformingBy witness: Module.ID, key: String) -> [Tribe] {
    let declaration = module[primary]
    let chain = module.chain(of: primary)
    let isIgnored = (chain + module.chain(of: witness)).contains { module[$0].isIgnored }
    guard !isIgnored else { return [] }
    let outer = declaration.conditions.union(conformances.conditions(of: witness))
    let found = targets.targets(of: key, within: outer)
    let spelling = spelling(of: primary)
    let migrations = module.declarations(of: key).flatMap(\.migrations)
    let isPromised = conformances.ancestry(of: key).declared.contains(Library.promiseTribe)

    let mayNeedMore = needs.mayNeedMore(key)
    let files = foreignFiles(of: primary, key: key) + needs.files(of: key)

    func tribe(
      _ target: Tribe.Target,
      at location: Location,
      of found: TargetResolver.Found? = nil,
      fault: TargetMember.Fault? = nil,
      conditions: [Condition]
    ) -> Tribe {
      Tribe(
        name: Name.readable(Module.qualifiedName(in: key)),
        key: key,
        spelling: spelling,
        module: module.name,
        isBaseClass: declaration.kind == .class && !declaration.isFinal,
        location: declaration.location,
        target: target,
        targetLocation: location,
        lookalike: found == nil ? lookalike(in: key) : nil,
        donor: found.flatMap { donor($0, to: key) },
        literalEnd: found?.member.literalEnd,
        fault: fault,
        access: Reach.access(of: primary, in: module),
        obstacle: Reach.obstacle(of: primary, in: module),
        creationObstacle: Creation.obstacle(of: key, at: primary, conformances, in: module),
        conditions: outer.union(conditions),
        availability: (chain.reversed() + (witness == primary ? [] : [witness])).flatMap { module[$0].availability },
        isCallDeprecated: module.declarations(of: key).contains(where: \.isCallDeprecated),
        needs: needs.needs(of: key, within: outer.union(conditions)),
        mayNeedMore: mayNeedMore,
        isAsyncThrowing: !migrations.isEmpty && migrations.allSatisfy { $0 },
        isPromised: isPromised,
        foreignFiles: files
      )
    }

    if found.isEmpty { return [tribe(.missing, at: declaration.location, conditions: [])] }
    return found.map { found in
      let target = targets.read(found)
      return tribe(
        target,
        at: found.member.location,
        of: found,
        fault: target.isUnreadable ? TargetFaults.fault(of: found, in: module) : nil,
        conditions: found.member.conditions
      )
    }
  }

  /// The first member that may be meant as a type's target.
  private func lookalike(in key: String) -> TargetLookalike? {
    // A declaration is large, and a copy of each is what most of the time would go to.
    (module.members[key] ?? []).lazy.compactMap { module.files[$0.file].declarations[$0.declaration].lookalike }.first
  }

  /// What a type has a member from, if that is not its own.
  private func donor(_ found: TargetResolver.Found, to key: String) -> Tribe.Donor? {
    let owner = module.key(of: found.owner)
    guard owner != key else { return nil }
    let name = Name.readable(Module.qualifiedName(in: owner))
    let isClass = module.declarations(of: owner).contains { $0.kind == .class }
    return isClass ? .superclass(name) : .protocol(name)
  }

  // MARK: Spelling

  private func spelling(of primary: Module.ID) -> String {
    let spelling = module.spelling(of: primary)
    // By itself it is the value that every member has.
    return spelling == "`self`" ? module.name + "." + spelling : spelling
  }

  /// The files whose imports the registry needs to name and to run a tribe that leans on another module: because it
  /// is nested in a type from there, or has its `migrate()` from there (SE-0444 asks for the import to see it).
  private func foreignFiles(of primary: Module.ID, key: String) -> [String] {
    let isNestedElsewhere = module.chain(of: primary).contains { id in
      module[id].kind == .extension
        && !(module.members[module.key(of: id)] ?? []).contains { member in
          module[member].kind != .extension && module.isOwn(member)
        }
    }
    let members = module.members[key] ?? []
    guard isNestedElsewhere || !module.isOwn(primary) || members.allSatisfy({ module[$0].migrations.isEmpty }) else {
      return []
    }
    return members.filter(module.isOwn).map { module.files[$0.file].path }
  }
}
