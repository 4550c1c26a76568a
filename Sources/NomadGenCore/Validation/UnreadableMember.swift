/// The rule that a tribe's static members can be read without running code.
enum UnreadableMember: Rule {
  static func check(_ tribes: [Tribe]) -> [Finding] {
    tribes.flatMap { tribe in
      tribe.traits.compactMap { trait in
        guard case .unreadable(let member) = trait.value else { return nil }
        return Finding(
          code: .unreadableMember,
          message: "'\(member.rawValue)' of '\(tribe.name)' cannot be read without running code",
          location: trait.location,
          remedy: "write \(remedy(member))"
        )
      }
    }
    .oncePerPlace
  }

  private static func remedy(_ member: TribeMember) -> String {
    switch member {
    case .target: "a target"
    case .phase: ".expand or .contract"
    case .urgency: ".immediate or .deferred"
    case .readableSince: "a version such as \"2.3.0\""
    case .requires: "the type [Any.Type] and a list of tribes of this package, such as [FillIndex.self]"
    }
  }
}
