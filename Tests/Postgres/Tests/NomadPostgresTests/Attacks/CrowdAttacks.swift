import Testing

extension Attacks {
  @Suite("Many hosts at once")
  struct CrowdAttacks {
    @Test("Hosts that start at the same time run each tribe once, and all of them succeed")
    func crowd() async {
      let (hosts, rounds) = isFull ? (64, 50) : (12, 2)
      await run("\(hosts) hosts at once", Array(0..<rounds), width: 1) { _, database in
        var verdict = Verdict()
        let crowd = try (0..<hosts).map { _ in try TestHost(database) }
        for host in crowd { await verdict.requireDone(host) }
        try await verdict.requireCompletion(of: database)
        return verdict
      }
    }
  }
}
