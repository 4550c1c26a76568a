import Testing

extension Attacks {
  @Suite("Sessions that an administrator terminates")
  struct TerminationAttacks {
    /// Ends the holder's session.
    private static let holder = """
      SELECT pg_terminate_backend(pid)::text FROM pg_locks WHERE locktype = 'advisory' AND granted
        AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
      """
    /// Ends every session except the one that runs this.
    private static let everybody = """
      SELECT pg_terminate_backend(pid)::text FROM pg_stat_activity
      WHERE datname = current_database() AND pid <> pg_backend_pid()
      """

    @Test("Restarted hosts run each tribe once when an administrator terminates their sessions")
    func terminated() async {
      await run("sessions ended by an administrator", Array(0..<(isFull ? 500 : 10))) { round, database in
        let attack = round % 4 == 0 ? Self.everybody : Self.holder
        let terminations = Task {
          var hits = 0
          for _ in 0..<8 {
            try await Task.sleep(for: .milliseconds(.random(in: 5...120)))
            hits += try await database.column(attack).count
          }
          return hits
        }
        var verdict = Verdict()
        let failures = try await withThrowingTaskGroup(of: Int?.self) { group in
          for _ in 0..<2 {
            group.addTask {
              try await TestHost.untilDone(database, attempts: 40) {
                try TestHost(database, sleep: round % 3 * 5, pause: round % 2 * 5)
              }
            }
          }
          return try await group.reduce(into: []) { $0.append($1) }
        }
        verdict.require(!failures.contains(nil), "a host was never done")
        verdict.isHit = try await terminations.value > 0
        try await verdict.requireCompletion(of: database)
        return verdict
      }
    }
  }
}
