import NomadSyntax

/// A resolver that finds a static member of a type by name, and its value.
struct MemberResolver {
  /// A member as a type has it.
  struct FoundMember {
    let member: StaticMember
    /// The declaration whose body contains it.
    let owner: SymbolTable.ID
    /// The conditions under which the type has it.
    var conditions: [Condition]
    /// Whether the type surely has this member, and no other one in its place.
    var isCertain = true
    /// The constant that its value names, under these conditions; nil if it names none or the constant is unreadable.
    var constant: SymbolTable.StringValue?

    /// Whether its value is a string without a type annotation, as of a member of the user's own.
    var isBareText: Bool { if case .bareText? = member.problem { true } else { false } }

    /// Whether its value is nil.
    var isNil: Bool {
      if case .text(.reference(let path)) = value { path.components.map(\.spelling) == ["nil"] } else { false }
    }

    /// The value that the type has; unreadable if another member may be in its place.
    var value: StaticMember.Value { isCertain ? member.value : .unreadable }
  }

  let member: TribeMember
  let table: SymbolTable
  let conformances: Conformances

  /// Returns the members that a type has under given conditions.
  ///
  /// They are its own ones, or else inherited ones, or else a default from a protocol.
  ///
  /// Members of another type count only if there are no others and the type declares them itself, because they may be
  /// mistakes. A constant that branches of an `#if` declare gives a member for each of them.
  func members(of symbol: Symbol, within outer: [Condition] = []) -> [FoundMember] {
    var found = members(of: [symbol], within: outer, ways: 1)
    if found.isEmpty {
      found = ownMembers(of: symbol, ofAnyType: true).filter { !Condition.areExclusive($0.conditions, outer) }
    }
    return found.flatMap { resolved($0, within: outer) }
  }

  /// Returns the members of the last class in a path, in which each class is the superclass of the one before.
  private func members(of path: [Symbol], within outer: [Condition], ways: Int) -> [FoundMember] {
    let symbol = path[path.count - 1]
    let superclasses = conformances.superclasses(of: symbol, within: outer).filter { !path.contains($0.symbol) }
    let own = ownMembers(of: symbol).filter { !Condition.areExclusive($0.conditions, outer) }
    // The topmost class conforms, and so decides which member is the witness. If its witness is a default, a member of
    // a subclass does not override it.
    guard own.isEmpty || superclasses.allSatisfy({ declares($0.symbol, within: outer) }) else { return unreadable(own) }
    // Every `#if` between two superclasses multiplies the number of ways, so there is a limit.
    let ways = ways * max(superclasses.count, 1)
    guard ways <= 64 else { return unreadable(own) }
    // In a build without the type's own member, because an `#if` excludes it, the inherited one counts.
    guard let rest = Condition.rest(of: outer, beyond: own.map(\.conditions)) else { return own }
    let inherited = superclasses.flatMap { superclass in
      let found = members(of: path + [superclass.symbol], within: rest.union(superclass.conditions), ways: ways)
      return Self.adding(superclass.conditions.filter { !rest.contains($0) }, to: found)
    }
    let given = Condition.rest(of: rest, beyond: superclasses.map(\.conditions)).map { last in
      Self.adding(last.filter { !rest.contains($0) }, to: defaults(of: symbol, within: last))
    }
    return own + Self.adding(own.isEmpty ? [] : rest, to: inherited + (given ?? []))
  }

  /// Returns whether a class has a member that subclasses can override, its own or one in each of its superclasses.
  private func declares(_ symbol: Symbol, within outer: [Condition]) -> Bool {
    let superclasses = { conformances.superclasses(of: $0, within: outer).map(\.symbol) }
    return [symbol].closure { ownMembers(of: $0).isEmpty ? superclasses($0) : [] }
      .allSatisfy { !ownMembers(of: $0).isEmpty || !superclasses($0).isEmpty }
  }

  private static func adding(_ conditions: [Condition], to found: [FoundMember]) -> [FoundMember] {
    found.map { found in
      var found = found
      found.conditions = found.conditions.union(conditions)
      return found
    }
  }

  private func ownMembers(of symbol: Symbol, ofAnyType: Bool = false) -> [FoundMember] {
    Self.separated(
      table.declarationIDs[symbol, default: []].flatMap { members(in: $0, for: symbol, ofAnyType: ofAnyType) }
    )
  }

  /// Returns members of which no build has two, such as those of one declaration.
  private static func separated(_ members: [FoundMember]) -> [FoundMember] {
    zip(members, Condition.separated(members.map(\.conditions))).map { found, conditions in
      var found = found
      // Two members in one build are a mistake, which is reported as a duplicate.
      found.conditions = conditions ?? found.conditions
      return found
    }
  }

  /// Returns the members in a declaration that the conformance of a type can see.
  private func members(in id: SymbolTable.ID, for conforming: Symbol, ofAnyType: Bool = false) -> [FoundMember] {
    // A superclass need not conform itself. Its subclasses see what its own module, or everyone, sees.
    let conformers = conformances.types[conforming] ?? table.declarationIDs[conforming, default: []]
    return table[id].members(member)
      .filter { member in
        let access = table.level(member.access, in: id.declaration, of: id.file)
        return conformers.contains { table.sees(access, of: id.file, from: $0.file) }
      }
      .map { FoundMember(member: $0, owner: id, conditions: $0.conditions) }
      .filter { ofAnyType || !hasOtherType($0) }
  }

  private func unreadable(_ found: [FoundMember]) -> [FoundMember] {
    found.prefix(1).map { found in
      var found = found
      found.isCertain = false
      return found
    }
  }

  /// Returns the default that the most refined protocol of a type gives it.
  ///
  /// Protocols that the type has only through a superclass do not count.
  private func defaults(of conforming: Symbol, within outer: [Condition]) -> [FoundMember] {
    let superclasses = conformances.superclasses(of: conforming, within: []).map(\.symbol)
    let ancestry = table.ancestry(of: conforming, besides: superclasses, within: outer)
    let candidates = (ancestry.declared + table.roots)
      .map { ($0, defaults(from: $0, for: ancestry, within: outer)) }
      .filter { !$0.1.isEmpty }
    return choose(candidates, within: outer)
  }

  /// Returns the default of the most refined protocol and, for builds in which an `#if` excludes it, the next one.
  private func choose(_ candidates: [(protocol: Symbol, found: [FoundMember])], within outer: [Condition])
    -> [FoundMember]
  {
    let refined = Set(candidates.flatMap { table.ancestry(of: $0.protocol).declared })
    let refining = candidates.filter { !table.roots.contains($0.protocol) }
    let best = refining.isEmpty ? Array(candidates.prefix(1)) : refining.filter { !refined.contains($0.protocol) }
    guard let chosen = best.first else { return [] }
    if best.count > 1 {
      // If neither of two protocols refines the other, only one can have a default of the library's type.
      let typed = best.filter { $0.found.allSatisfy { $0.member.annotation != nil && hasType($0) } }
      return typed.count == 1 ? choose(typed, within: outer) : unreadable(typed.first?.found ?? chosen.found)
    }
    let others = candidates.filter { $0.protocol != chosen.protocol }
    guard !others.isEmpty, let rest = Condition.rest(of: outer, beyond: chosen.found.map(\.conditions)) else {
      return chosen.found
    }
    return chosen.found + Self.adding(rest.filter { !outer.contains($0) }, to: choose(others, within: rest))
  }

  /// Returns the default that one protocol gives a type.
  ///
  /// Of several extensions, the compiler picks the one with the most requirements. If names alone cannot show which one
  /// that is, the target is unreadable. The resolver never guesses.
  private func defaults(from symbol: Symbol, for ancestry: SymbolTable.Ancestry, within outer: [Condition])
    -> [FoundMember]
  {
    let met = { (id: SymbolTable.ID) in table.meets(ancestry, requirementsOf: id) }
    let found = { (id: SymbolTable.ID) in members(in: id, for: ancestry.symbol) }
    var serving = table.declarationIDs[symbol, default: []].filter { !found($0).isEmpty && met($0) != false }
    // The module's own declarations shadow imported ones.
    let own = serving.filter(table.isOwn)
    if !own.isEmpty { serving = own }
    let asking = serving.filter { !table[$0].selfRequirements.isEmpty || table[$0].hasOtherRequirements }
    guard let first = asking.first else { return Self.separated(serving.flatMap(found)) }
    // If an `#if` excludes the chosen extension, another one takes its place.
    let isChosen =
      asking.count == 1 && !table[first].hasOtherRequirements && met(first) == true
      && (serving.count == 1 || found(first).allSatisfy { $0.conditions.allSatisfy(outer.contains) })
    return isChosen ? found(first) : unreadable(found(first))
  }

  /// Returns the requirements of the extensions that give a type defaults.
  func requirementsOfDefaults(for ancestry: SymbolTable.Ancestry) -> [TypeReference] {
    (ancestry.declared + table.roots).flatMap { table.declarations(of: $0) }
      .filter { !$0.members(member).isEmpty }.flatMap(\.selfRequirements)
  }
}
