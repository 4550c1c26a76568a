/// A phase's value can be read without running code.
enum UnreadablePhase: Rule {
  static func check(_ tribes: [Tribe]) -> [Diagnostic] {
    // What a protocol or a class gives several tribes is written once, and is one mistake.
    var seen: Set<Location> = []
    return tribes.compactMap { tribe in
      guard let location = tribe.unreadablePhase, seen.insert(location).inserted else { return nil }
      return Diagnostic(
        code: .unreadablePhase,
        message: "the phase of '\(tribe.name)' cannot be read without running it; write .expand or .contract",
        location: location
      )
    }
  }
}
