import NomadAdoption

// Older toolchains lack exit tests, or exit tests that capture values.
#if compiler(>=6.3) && (os(Linux) || os(macOS))
  import Foundation
  import Testing

  @testable import Nomad
  @testable import NomadAdoption

  extension ImporterTests {
    /// Starts the app in this process, and takes over a peer's data.
    ///
    /// The tribe before the takeover or the one after it can kill the process.
    private static func start(_ index: Int, in path: String, _ suite: String, dyingIn victim: String?) async throws {
      let url = ProcessStart.begin(in: path).appendingPathComponent("nomad.ledger")
      let registry = try TribeRegistry(cases[index].targets + [.dotted("99.9")]) { name in
        try ProcessStart.note(name)
        if name == victim { ProcessStart.die() }
      }
      let first = try TribeRegistry {
        Nomad.migration(.first, named: "before") { if victim == "before" { ProcessStart.die() } }
      }
      var migrator = Nomad(TribeRegistry(combining: [first, registry]), ledger: .file(at: url))
      migrator.predecessors = [cases[index].predecessor(suite)]
      try await migrator.migrate()
    }

    @Test(
      "A killed process leaves all of the data taken over or none, and the next start does the rest",
      arguments: cases.indices,
      ["before", "99.9"]
    )
    func realKill(index: Int, victim: String) async throws {
      let (folder, item) = (try TemporaryFolder(), Self.cases[index])
      try keep(item)
      // If the peer stored a version, `.first` tribes no longer run.
      let dies = victim != "before" || index == Self.cases.count - 1
      let (path, suite) = (folder.url.path, suite)
      await #expect(processExitsWith: dies ? .signal(SIGKILL) : .success) {
        [index = index as Int, path = path as String, suite = suite as String, victim = victim as String] in
        try await ImporterTests.start(index, in: path, suite, dyingIn: victim)
      }
      let ledger = FileLedger(at: folder.ledgerURL)
      expectAllOrNothing(item, try ledger.history(), "killed in \(victim)")
      #expect(try ledger.history().isFirstStart == (dies && victim == "before"))
      await #expect(processExitsWith: .success) {
        [index = index as Int, path = path as String, suite = suite as String] in
        try await ImporterTests.start(index, in: path, suite, dyingIn: nil)
      }
      let repeated = ["99.9", "first", "always"]
      let lines = Diary(in: folder.url).lines.filter { !repeated.contains($0) }
      #expect(lines == item.ran.filter { !repeated.contains($0) })
      #expect(try ledger.history().isDone("version:99.9.0"))
    }
  }
#endif
