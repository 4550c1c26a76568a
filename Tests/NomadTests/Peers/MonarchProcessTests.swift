import NomadAdoption

// Older toolchains lack exit tests, or exit tests that capture values.
#if compiler(>=6.3) && (os(Linux) || os(macOS))
  import Foundation
  import Testing

  @testable import Nomad

  extension MonarchFailureTests {
    @Test("A migration does not run again if the process is killed right after it")
    func killedAtOnce() async throws {
      await #expect(processExitsWith: .signal(SIGKILL)) { [path = folder.url.path as String] in
        let url = ProcessStart.begin(in: path).appendingPathComponent("nomad.ledger")
        let group = try TribeRegistry {
          Nomad.migration(.once("a"), in: "App/Tribes.swift") { try ProcessStart.note("a") }
          Nomad.migration(.once("b"), in: "App/Tribes.swift") { try ProcessStart.note("b") }
        }
        // Dies as soon as "b" is reported as finished, on the thread that runs it.
        try await Nomad(group, ledger: .file(at: url)).migrate { event in
          if case .finished(let tribe, _) = event, tribe.target == .once("b") { ProcessStart.die() }
        }
      }
      #expect(Diary(in: folder.url).lines == ["a", "b"])
      let trace = trace
      let group = try TribeRegistry([.once("a"), .once("b"), .once("c")], tracing: trace)
      try await Nomad(group, ledger: ledger).migrate()
      #expect(trace.all == ["c"])
    }

    @Test("Processes that start at the same time do not do the same work twice")
    func processes() async throws {
      let path = folder.url.path
      await withTaskGroup(of: Void.self) { tasks in
        for _ in 0..<4 {
          tasks.addTask {
            await #expect(processExitsWith: .success) { [path = path as String] in
              let url = ProcessStart.begin(in: path).appendingPathComponent("nomad.ledger")
              let group = try TribeRegistry {
                for id in ["a", "b", "c", "d"] {
                  Nomad.migration(.once(id)) {
                    try await Task.sleep(for: .milliseconds(5))
                    try ProcessStart.note(id)
                  }
                }
              }
              try await Nomad(group, ledger: .file(at: url)).migrate()
              #expect(Diary(in: URL(fileURLWithPath: path)).lines.count == 4)
            }
          }
        }
      }
      #expect(Diary(in: folder.url).lines == ["a", "b", "c", "d"])
    }
  }
#endif
