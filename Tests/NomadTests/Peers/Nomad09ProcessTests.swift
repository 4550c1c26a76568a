// Older toolchains lack exit tests, or exit tests that capture values.
#if compiler(>=6.3) && (os(Linux) || os(macOS))
  import Foundation
  import Testing

  @testable import Nomad

  /// The tribes of an app.
  ///
  /// Each notes that it ran.
  private protocol NotingTribe: ListedTribe {}

  extension NotingTribe {
    func migrate() async throws { try ProcessStart.note("\(Self.target.name)") }
  }

  private struct Tribe_1_0_0: NotingTribe {
    static let target: TribeTarget = .literal("1.0.0")
  }

  private struct Tribe_2_0_0: NotingTribe {
    static let target: TribeTarget = .literal("2.0.0")
  }

  private struct Tribe_Always: NotingTribe {
    static let target: TribeTarget = .always
  }

  extension PackingTests.Nomad09FailureTests {
    /// Kills the process in the middle of its work, except in its second attempt.
    private struct Tribe_3_0_0: Tribe {
      static let target: TribeTarget = .literal("3.0.0")

      func migrate() async throws {
        let isSecond = TribeAttempt.current?.wasInterrupted == true
        try ProcessStart.note("3.0.0 \(isSecond ? "again" : "anew")")
        if !isSecond { ProcessStart.die() }
      }
    }

    @Test("A kill during a run loses no progress: the next start continues with the interrupted tribe")
    func killed() async throws {
      let folder = try TemporaryFolder()
      await #expect(processExitsWith: .signal(SIGKILL)) { [path = folder.url.path as String] in
        let url = ProcessStart.begin(in: path).appendingPathComponent("nomad.ledger")
        let registry = try TribeRegistry([Tribe_1_0_0.self, Tribe_2_0_0.self, Tribe_3_0_0.self])
        try await Nomad.pack(Nomad(registry, ledger: .file(at: url))).migrate()
      }
      #expect(Diary(in: folder.url).lines == ["1.0.0", "2.0.0", "3.0.0 anew"])
      await #expect(processExitsWith: .success) { [path = folder.url.path as String] in
        let url = ProcessStart.begin(in: path).appendingPathComponent("nomad.ledger")
        let registry = try TribeRegistry([Tribe_1_0_0.self, Tribe_2_0_0.self, Tribe_3_0_0.self])
        Nomad.pack(Nomad(registry, ledger: .file(at: url)))
        #expect(try Nomad.currentTarget == .literal("2.0.0"))
        #expect(try await Nomad.migrate().migrated.map(\.target) == [.literal("3.0.0")])
      }
      #expect(Diary(in: folder.url).lines == ["1.0.0", "2.0.0", "3.0.0 anew", "3.0.0 again"])
    }

    @Test("A limit on file sizes does not empty the ledger, whatever the limit is")
    func limitedFile() async throws {
      let folder = try TemporaryFolder()
      await #expect(processExitsWith: .success) { [path = folder.url.path as String] in
        // As on a full disk, the kernel writes what fits and then fails.
        signal(SIGXFSZ, SIG_IGN)
        let folder = ProcessStart.begin(in: path)
        let one = try TribeRegistry([Tribe_1_0_0.self])
        let both = try TribeRegistry([Tribe_1_0_0.self, Tribe_2_0_0.self])
        let whole = folder.appendingPathComponent("whole.ledger")
        try await Nomad(both, ledger: .file(at: whole)).migrate()
        let size = try Data(contentsOf: whole).count
        var stopped = 0
        for bytes in stride(from: 0, through: size, by: 13) {
          let ledger = FileLedger(at: folder.appendingPathComponent("\(bytes).ledger"))
          try await Nomad(one, ledger: ledger).migrate()
          var limit = rlimit()
          getrlimit(fileSizeResource, &limit)
          let limited = rlimit(rlim_cur: rlim_t(bytes), rlim_max: limit.rlim_max)
          _ = withUnsafePointer(to: limited) { setrlimit(fileSizeResource, $0) }
          do throws(NomadError) {
            // No tribe here writes to the diary, because the limit applies to every file.
            try await Nomad(TribeRegistry(combining: [one, empty()]), ledger: ledger).migrate()
          } catch {
            #expect(error.code == .ledgerWriteFailed)
            stopped += 1
          }
          _ = withUnsafePointer(to: limit) { setrlimit(fileSizeResource, $0) }
          #expect(try ledger.history().isDone("version:1.0.0"), "limited to \(bytes) bytes")
          try await Nomad(both, ledger: ledger).migrate()
        }
        #expect(stopped > 10)
      }
      // Exactly once for each ledger, so no record was lost.
      let lines = Diary(in: folder.url).lines
      #expect(lines.count > 20)
      #expect(lines.count { $0 == "1.0.0" } == lines.count { $0 == "2.0.0" })
    }

    @Test("migrate() without pack() throws an error that advises calling pack()")
    func nothingPacked() async {
      await #expect(processExitsWith: .success) {
        let error = await #expect(throws: NomadError.self) { try await Nomad.migrate() }
        #expect(error?.code == .nothingPacked)
        #expect(error?.advice.contains("Nomad.pack()") == true)
        #expect(throws: NomadError.self) { try Nomad.currentTarget }
      }
    }

    #if os(Linux)
      @Test("The static calls work on Linux, and keep the ledger in the state folder")
      func linux() async throws {
        let folder = try TemporaryFolder()
        for launch in 1...2 {
          await #expect(processExitsWith: .success) { [path = folder.url.path as String] in
            _ = ProcessStart.begin(in: path)
            try await Nomad.pack(with: [Tribe_Always.self, Tribe_2_0_0.self, Tribe_1_0_0.self]).migrate()
          }
          let lines = ["1.0.0", "2.0.0"] + Array(repeating: "always", count: launch)
          #expect(Diary(in: folder.url).lines == lines)
        }
        let files = try FileManager.default.subpathsOfDirectory(atPath: folder.url.path)
        #expect(files.contains { $0 == "nomad/%4Eomad%54ests.ledger" })
      }
    #endif
  }

  #if os(Linux)
    extension PackingTests.Nomad09OfferingTests {
      @Test("The static calls take over the version that Nomad 0.9 stored, without further configuration")
      func story() async throws {
        let folder = try TemporaryFolder()
        for launch in 1...2 {
          await #expect(processExitsWith: .success) {
            [path = folder.url.path as String, isFirst = (launch == 1) as Bool] in
            _ = ProcessStart.begin(in: path)
            UserDefaults.standard.register(defaults: ["nomad:current_target": "1.0.0"])
            Nomad.pack(with: try TribeRegistry([Tribe_Always.self, Tribe_2_0_0.self, Tribe_1_0_0.self]))
            #expect(try Nomad.currentTarget == .literal(isFirst ? "1.0.0" : "2.0.0"))
            let report = try await Nomad.migrate()
            #expect(report.plan.marked.map(\.target) == (isFirst ? [.literal("1.0.0")] : []))
            #expect(try Nomad.currentTarget == .literal("2.0.0"))
            #expect(UserDefaults.standard.string(forKey: "nomad:current_target") == "1.0.0")
          }
        }
        #expect(Diary(in: folder.url).lines == ["2.0.0", "always", "always"])
      }
    }
  #endif

  #if os(Linux)
    private let fileSizeResource = __rlimit_resource_t(RLIMIT_FSIZE.rawValue)
  #else
    private let fileSizeResource = RLIMIT_FSIZE
  #endif

  /// Returns a registry with one tribe, which does nothing.
  private func empty() -> TribeRegistry {
    TribeRegistry(_module: "App") { tribes in
      tribes.add("Empty", target: .once("empty"), position: .once("empty")) {}
    }
  }
#endif
