import Testing

extension PluginBuilds {
  @Suite struct IllegalTests {
    /// Every finding in the fixture: its file, line, column in bytes, and code.
    private static let expected: Set<String> = [
      "Dependencies.swift:5:32 unreadable-dependency",
      "Dependencies.swift:12:24 misplaced-dependency",
      "DuplicateB.swift:5:44 duplicate-target",
      "DuplicateB.swift:10:42 duplicate-target",
      "Comment.swift:3:4 ineffective-directive",
      "Suspected.swift:6:2 suspected-tribe",
      "Texts.swift:4:45 illegal-target",
      "Texts.swift:9:80 illegal-target",
      "Texts.swift:15:5 illegal-target",
      "Texts.swift:21:42 illegal-target",
      "Uncreatable.swift:3:8 uncreatable-tribe",
      "Uncreatable.swift:9:13 uncreatable-tribe",
      "Unreachable.swift:3:16 unreachable-tribe",
      "Unreachable.swift:8:25 unreachable-tribe",
      "Unreachable.swift:14:10 unreachable-tribe",
      "Unreachable.swift:20:8 unreachable-tribe",
      "Unreachable.swift:26:10 unreachable-tribe",
      "Values.swift:6:45 unreadable-target",
      "Values.swift:11:36 unreadable-target",
      "Values.swift:17:8 missing-target",
    ]

    private static func findings(in log: String) -> Set<String> {
      let matches = log.matches(
        of: /\/Sources\/Illegal\/(?<place>\w+\.swift:\d+:\d+): (?:error|warning): .+ \[(?<code>[a-z-]+)\]/
      )
      return Set(matches.map { "\($0.output.place) \($0.output.code)" })
    }

    @Test(
      "A build with illegal tribes fails, reports each finding at its place, and leaves no registry",
      arguments: BuildVariant.all
    )
    func illegal(variant: BuildVariant) async throws {
      let consumer = try Consumer(copying: "Illegal", variant: variant)
      let outcome = try await consumer.build()
      #expect(!outcome.succeeded)
      #expect(Self.findings(in: outcome.log) == Self.expected, "\(outcome.log)")
      // The earlier of two tribes with one target is also named.
      #expect(outcome.log.contains("/Sources/Illegal/DuplicateA.swift:4:45: note: "))
      #expect(outcome.log.contains("/Sources/Illegal/DuplicateA.swift:9:42: note: "))
      #expect(outcome.log.contains(#": note: write .literal("2.0.0")"#))
      #expect(consumer.registries().isEmpty)
    }
  }
}
