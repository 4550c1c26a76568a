import NomadTargets

/// Finds out which static member `target` a type has, and what it says.
struct TargetResolver {
  /// A member `target` and the declaration in whose body it stands.
  struct Found {
    var member: TargetMember
    var owner: Module.ID
  }

  private let module: Module
  private let conformances: Conformances
  private let constants: ConstantTable

  /// The name of the library's type, and whether something else has it, wherever: then its name says nothing.
  static let targetType = "TribeTarget"
  private let isTargetShadowed: Bool

  init(module: Module, conformances: Conformances) {
    self.module = module
    self.conformances = conformances
    constants = ConstantTable(module: module, conformances: conformances)
    isTargetShadowed = module.declares(Self.targetType)
  }

  // MARK: Members

  /// The members that a type has in the branches around it: its own, or else inherited, or else a default.
  func targets(of key: String, within outer: [Condition] = []) -> [Found] {
    targets(of: conformances.lineage(of: key)[...], within: outer)
  }

  /// The members that the first of some classes has, each of which inherits from the next.
  @_optimize(none)
  private func targets(of lineage: ArraySlice<String>, within outer: [Condition]) -> [Found] {
    guard let type = lineage.first, let conforming = lineage.last else { return [] }
    let above = lineage.dropFirst()
    let inherited = { outer in above.isEmpty ? defaults(of: conforming) : targets(of: above, within: outer) }
    let own = members(of: type).filter { !Condition.areExclusive($0.member.conditions, outer) }
    guard !own.isEmpty else { return inherited(outer) }
    // The class at the top of the lineage conforms, and decides which member is the witness. If that is a default,
    // what a subclass declares does not override it.
    let isOverride = above.isEmpty || above.contains { !members(of: $0).isEmpty }
    guard isOverride else { return unreadable(own) }
    // Where its own are all in an `#if` that leaves a build without one, what it inherits steps in.
    let inner = own.map { found in found.member.conditions.filter { !outer.contains($0) } }
    guard inner.allSatisfy({ !$0.isEmpty }) else { return own }
    let rest = outer + inner.map(Condition.none(of:))
    guard Condition.canHold(rest) else { return own }
    return own
      + inherited(rest).map { found in
        var found = found
        found.member.conditions += rest.filter { !found.member.conditions.contains($0) }
        return found
      }
  }

  private func members(of key: String) -> [Found] {
    (module.members[key] ?? []).flatMap { id in module[id].targets.map { Found(member: $0, owner: id) } }
  }

  @_optimize(none)
  private func unreadable(_ found: [Found]) -> [Found] {
    found.prefix(1).map { found in
      var found = found
      found.member.value = .unreadable
      return found
    }
  }

  /// The default that the protocols of a type give it: that of the most refined one.
  @_optimize(none)
  private func defaults(of conforming: String) -> [Found] {
    let ancestry = conformances.ancestry(of: conforming)
    let candidates = (ancestry.declared + conformances.rootKeys).map { ($0, defaults(from: $0, for: ancestry)) }
      .filter { !$0.1.isEmpty }
    let refined = Set(candidates.flatMap { conformances.ancestry(of: $0.0).declared })
    let refining = candidates.filter { !conformances.rootKeys.contains($0.0) }
    let best = refining.isEmpty ? Array(candidates.prefix(1)) : refining.filter { !refined.contains($0.0) }
    // Of two that do not refine each other neither is better: that does not compile, or is nothing to guess at.
    return best.count > 1 ? unreadable(best[0].1) : best.first?.1 ?? []
  }

  /// The default that one protocol gives a type.
  ///
  /// Of several extensions the compiler takes the one that asks most of the type. Where that cannot be told from names
  /// alone, the target is unreadable, and never a guess.
  @_optimize(none)
  private func defaults(from key: String, for ancestry: Conformances.Ancestry) -> [Found] {
    var serving = (module.members[key] ?? []).filter { id in
      !module[id].targets.isEmpty && conformances.meets(ancestry, requirementsOf: id)
    }
    // What the module itself declares shadows what it imports.
    let own = serving.filter(module.isOwn)
    if !own.isEmpty { serving = own }
    let found = { (id: Module.ID) in module[id].targets.map { Found(member: $0, owner: id) } }
    let asking = serving.filter { !module[$0].selfRequirements.isEmpty || module[$0].hasOtherRequirements }
    guard let first = asking.first else { return serving.flatMap(found) }
    return asking.count == 1 && !module[first].hasOtherRequirements ? found(first) : unreadable(found(first))
  }

  // MARK: Values

  /// What a member says, as seen from where it is written.
  @_optimize(none)
  func read(_ found: Found) -> Tribe.Target {
    if found.member.namesType, isTargetShadowed { return .unreadable }
    switch found.member.value {
    case .first: return .legal(.first, .first)
    case .always: return .legal(.always, .always)
    case .unreadable: return .unreadable
    case .text(let kind, let text):
      guard let string = string(text, in: found.owner) else { return .unreadable }
      let target: TribeTarget =
        switch kind {
        case "literal": .literal(string)
        case "dotted": .dotted(string)
        default: .once(string)
        }
      do {
        return .legal(target, try target.order())
      } catch {
        return .illegal(target, error)
      }
    }
  }

  private func string(_ text: TargetMember.Text, in id: Module.ID) -> String? {
    switch text {
    case .literal(let value): value
    case .reference(let reference): constants.value(of: reference, in: id)
    }
  }
}
