/// The rule that no tribe requires itself, directly or through other tribes.
enum RequiredTribe: Rule {
  static func check(_ tribes: [Tribe]) -> [Finding] {
    var requirements: [Symbol: Set<Symbol>] = [:]
    for tribe in tribes {
      for case .requires(let symbols, _) in tribe.traits.map(\.value) {
        requirements[tribe.symbol, default: []].formUnion(symbols)
      }
    }
    // A cycle is one mistake, so only one of its tribes is reported.
    var reported: Set<Symbol> = []
    return tribes.compactMap { tribe in
      // The tribes that this one requires, directly or through others.
      let reached = (requirements[tribe.symbol] ?? []).closure { requirements[$0] ?? [] }
      guard reached.contains(tribe.symbol), reported.isDisjoint(with: reached),
        let trait = tribe.traits.first(where: { if case .requires = $0.value { true } else { false } })
      else { return nil }
      reported.insert(tribe.symbol)
      return Finding(
        code: .requiredTribe,
        message: "'\(tribe.name)' requires itself, directly or through other tribes",
        location: trait.location,
        impact: "none of these tribes could ever run",
        remedy: "remove a tribe from one of the 'requires' lists, to break the cycle"
      )
    }
  }
}
