/// The values of a tribe's static members can be read without running code.
enum UnreadableMember: Rule {
  static func check(_ tribes: [Tribe]) -> [Diagnostic] {
    // What a protocol or a class gives several tribes is written once, and is one mistake.
    var seen: Set<Location> = []
    return tribes.flatMap { tribe in
      tribe.traits.compactMap { trait in
        guard case .unreadable(let member) = trait.value, seen.insert(trait.location).inserted else { return nil }
        return Diagnostic(
          code: .unreadableMember,
          message: "'\(member.rawValue)' of '\(tribe.name)' cannot be read without running it; write \(remedy(member))",
          location: trait.location
        )
      }
    }
  }

  private static func remedy(_ member: TribeMember) -> String {
    switch member {
    case .target: "a target"
    case .phase: ".expand or .contract"
    case .urgency: ".immediate or .deferred"
    case .readableSince: "a version such as \"2.3.0\""
    case .requires: "[Any.Type] and a list of tribes of this package such as [FillIndex.self]"
    }
  }
}
