import Foundation
import Testing

extension Attacks {
  @Suite("Killed hosts")
  struct KillAttacks {
    /// The system calls that libpq uses to talk to the server, and a host to print its events.
    private static let calls = ["connect", "poll", "recvfrom", "sendto", "write"]

    static let strace = ["/usr/bin/strace", "/usr/local/bin/strace"].first {
      FileManager.default.isExecutableFile(atPath: $0)
    }

    @Test(
      "A host completes the migration without a wait after another was killed at a system call",
      .enabled(if: strace != nil, "no strace")
    )
    func systemCalls() async throws {
      let strace = try #require(Self.strace)
      let database = try await TestDatabase()
      let trace = FileManager.default.temporaryDirectory.appendingPathComponent("trace-\(UUID().uuidString)")
      defer { try? FileManager.default.removeItem(at: trace) }
      let watch = [strace, "-f", "-qq", "-o", trace.path, "-e", "trace=" + Self.calls.joined(separator: ",")]
      var first = Verdict()
      await first.requireDone(try TestHost(database, under: watch))
      try #require(first.violations.isEmpty, "\(first.violations)")
      try await database.drop()

      // Each thread counts its own calls.
      var counts: [String: [Substring: Int]] = [:]
      for line in try String(contentsOf: trace, encoding: .utf8).split(separator: "\n") {
        let words = line.split(separator: " ", maxSplits: 1, omittingEmptySubsequences: true)
        guard words.count == 2, let call = words[1].split(separator: "(").first else { continue }
        counts[call.trimmingCharacters(in: .whitespaces), default: [:]][words[0], default: 0] += 1
      }
      let cases = Self.calls.flatMap { call in
        let most = counts[call]?.values.max() ?? 0
        return (0..<most).filter { isFull || $0 % 12 == 0 }.map { (call: call, number: $0 + 1) }
      }
      #expect(cases.count > 10, "\(counts)")
      await run("killed at system calls", cases) { item, database in
        var verdict = Verdict()
        let inject = "inject=\(item.call):signal=SIGKILL:when=\(item.number)"
        let trace = "trace=\(item.call)"
        let wrapper = [strace, "-f", "-qq", "-o", "/dev/null", "-e", trace, "-e", inject]
        let victim = try TestHost(database, under: wrapper)
        verdict.isHit = await verdict.requireEnd(victim, isKilled: true) != 0
        try await verdict.requireConsistency(of: database)
        // The lease is far longer than the time limit, so the server frees the lock by itself.
        await verdict.requireDone(try TestHost(database))
        try await verdict.requireCompletion(of: database)
        return verdict
      }
    }

    @Test("A host completes the migration without a wait after others were killed at random instants")
    func random() async {
      await run("killed at random", Array(0..<(isFull ? 500 : 10))) { round, database in
        var verdict = Verdict(isHit: false)
        for _ in 0..<3 {
          let hosts = try [TestHost(database, pause: round % 3 * 5), TestHost(database, sleep: round % 2 * 20)]
          try await Task.sleep(for: .milliseconds(.random(in: 20...300)))
          hosts.forEach { $0.signal(SIGKILL) }
          for host in hosts where await verdict.requireEnd(host, isKilled: true) != 0 { verdict.isHit = true }
          try await verdict.requireConsistency(of: database)
        }
        await verdict.requireDone(try TestHost(database))
        try await verdict.requireCompletion(of: database)
        return verdict
      }
    }
  }
}
