import InMemoryLogging
import Logging
import Metrics
import MetricsTestKit
import Nomad
import NomadLogging
import NomadMetrics
import Testing

@Suite("Logs and metrics of runs")
struct ObserverTests {
  struct First: Tribe {
    static let target: TribeTarget = .literal("1.0.0")
    func migrate() {}
  }

  struct Counting: Tribe {
    static let target: TribeTarget = .literal("2.0.0")
    func migrate() { TribeAttempt.current?.report(1, of: 4) }
  }

  struct Broken: Tribe {
    static let target: TribeTarget = .literal("2.0.0")
    func migrate() throws { throw Mishap() }
  }

  struct Cancelled: Tribe {
    static let target: TribeTarget = .literal("2.0.0")
    func migrate() throws { withUnsafeCurrentTask { $0?.cancel() } }
  }

  struct Third: Tribe {
    static let target: TribeTarget = .literal("3.0.0")
    func migrate() {}
  }

  struct Mishap: Error {}

  private let handler = InMemoryLogHandler()
  private let ledger = InMemoryLedger()
  private let metrics = TestMetrics()

  private func migrate(_ tribes: any ListedTribe.Type..., level: Logger.Level = .trace) async throws {
    var logger = Logger(label: "tests") { [handler] _ in handler }
    logger.logLevel = level
    let (log, metrics) = (MigrationLog(logger), MigrationMetrics(dimensions: [("ledger", "own")], factory: metrics))
    let nomad = Nomad(try TribeRegistry(tribes), ledger: ledger, currentVersion: .exactly("3.0.0"))
    _ = try await Task {
      try await nomad.migrate { event in
        log.record(event)
        metrics.record(event)
      }
    }.value
  }

  private var lines: [String] {
    handler.entries.map { entry in
      "\(entry.level) \(entry.metadata["nomad.event"] ?? "") \(entry.metadata["nomad.target"] ?? "")"
    }
  }

  private func count(_ result: String) -> Int64 {
    metrics.counterTotal(label: "nomad_runs_total", dimensions: [("ledger", "own"), ("result", result)])
  }

  private func gauge(_ label: String, _ dimensions: [(String, String)] = []) throws -> [Double] {
    try metrics.expectGauge(label, [("ledger", "own")] + dimensions).values
  }

  @Test("A run that completes logs its tribes at info and its progress at debug")
  func completes() async throws {
    try await migrate(First.self, Counting.self)
    #expect(
      lines == [
        "info planned ", "info began .literal(\"1.0.0\")", "info finished .literal(\"1.0.0\")",
        "info began .literal(\"2.0.0\")", "debug progressed .literal(\"2.0.0\")", "info finished .literal(\"2.0.0\")",
        "info completed ",
      ]
    )
    let finished = try #require(handler.entries.first { $0.metadata["nomad.event"] == "finished" }?.metadata)
    #expect(finished["nomad.tribe"] == "ObserverTests.First" && finished["nomad.module"] == "NomadPostgresTests")
    #expect(finished["nomad.duration_seconds"].flatMap { Double("\($0)") } != nil)
    #expect(count("completed") == 1)
    #expect(try gauge("nomad_pending_tribes") == [2, 2, 1, 0])
    let tribe = [("tribe", "ObserverTests.Counting"), ("module", "NomadPostgresTests")]
    #expect(try gauge("nomad_tribe_progress_ratio", tribe) == [0.25, 1])
    let timer = try metrics.expectTimer("nomad_tribe_duration_seconds", [("ledger", "own")] + tribe)
    #expect(timer.values.count == 1 && timer.values[0] > 0)
  }

  @Test("A start with nothing to do logs nothing at info, and counts as a run")
  func nothing() async throws {
    try await migrate(First.self)
    let before = handler.entries.count
    try await migrate(First.self)
    #expect(lines.dropFirst(before) == ["debug planned ", "debug completed "])
    #expect(count("completed") == 2)
  }

  @Test("A run that fails logs one error, with the code, and leaves its tribes pending")
  func fails() async throws {
    await #expect(throws: NomadError.self) { try await migrate(First.self, Broken.self, Third.self, level: .warning) }
    #expect(lines == ["warning failed .literal(\"2.0.0\")", "error stopped "])
    #expect(handler.entries.last?.metadata["nomad.code"] == "tribe-failed")
    #expect(handler.entries.last.map { "\($0.message)" }?.contains("Broken") == true)
    #expect(count("tribe-failed") == 1 && count("completed") == 0)
    #expect(try gauge("nomad_pending_tribes").last == 2)
  }

  @Test("A run that is cancelled is no error")
  func isCancelled() async throws {
    await #expect(throws: NomadError.self) { try await migrate(Cancelled.self, Third.self) }
    #expect(!handler.entries.contains { $0.level >= .warning })
    #expect(lines.last == "notice stopped ")
    #expect(count("cancelled") == 1)
  }

  @Test("A late tribe and a key on hold that no tribe has are warnings")
  func warnings() async throws {
    try await migrate(First.self, Third.self)
    var policy = MigrationPolicy()
    policy.hold = ["once:misspelled"]
    let nomad = Nomad(
      try TribeRegistry([First.self, Counting.self, Third.self]),
      ledger: ledger,
      currentVersion: .exactly("3.0.0"),
      policy: policy
    )
    let logger = Logger(label: "tests") { [handler] _ in handler }
    _ = try? await nomad.migrate(observing: MigrationLog(logger).record)
    let warnings = handler.entries.filter { $0.level == .warning }.compactMap { $0.metadata["nomad.event"] }
    #expect(Set(warnings.map { "\($0)" }) == ["late", "unknown-hold"])
  }
}
