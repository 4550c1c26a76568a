#if canImport(Darwin) || compiler(>=6.3)
  import NomadFiles
  import NomadSnapshots
  import Observation
  import Testing

  @testable import Nomad
  @testable import NomadUI

  @Suite("MigrationController", .timeLimit(.minutes(1)))
  @MainActor
  struct MigrationControllerTests {
    /// Waits until the state's phase has changed.
    ///
    /// Observation reports a change before it happens, so this waits for the actor.
    @available(macOS 14, *)
    private func change(of state: MigrationController) async {
      await withCheckedContinuation { continuation in
        withObservationTracking {
          _ = state.phase
        } onChange: {
          continuation.resume()
        }
      }
    }

    @available(macOS 14, *)
    @Test("Observation reports the phases of a controller until its run is finished")
    func observed() async throws {
      let (began, gate) = (Gate(), Gate())
      let registry = try TribeRegistry([.once("a")]) { _ in
        began.open()
        await gate.pass()
      }
      let state = MigrationController(Nomad(registry, ledger: .inMemory))
      #expect(state.phase.name == "not started")
      state.start()
      #expect(state.phase.name == "running")
      while state.phase.progress?.tribe == nil { await change(of: state) }
      #expect(state.phase.progress?.tribe?.name == "a")
      gate.open()
      while state.phase.name == "running" { await change(of: state) }
      #expect(state.phase.migrated == ["a"])
    }

    @available(macOS 14, *)
    @Test("A controller with nothing to do is finished as soon as it is started")
    func nothing() async throws {
      let state = NomadUI.MigrationController(Nomad(try TribeRegistry([]), ledger: .inMemory))
      state.start()
      #expect(state.phase.migrated == [])
      #expect(try await state.run().migrated.isEmpty)
    }

    @available(macOS 14, *)
    @Test("A controller waits for an unmet requirement, reports it, and tries again until it is cancelled")
    func requirement() async throws {
      let isThere = Locked(false)
      var migrator = Nomad(try TribeRegistry([.once("a")]), ledger: .inMemory)
      migrator.requirements = [MigrationRequirement("a lever") { isThere.value }]
      let state = MigrationController(migrator)
      state.start()
      while state.phase.progress?.waitReason == nil { await change(of: state) }
      #expect(state.phase.progress?.waitReason?.contains("a lever") == true)
      isThere.value = true
      #expect(try await state.run().migrated.map(\.name) == ["a"])
      // A run that never starts can be cancelled.
      migrator.requirements = [MigrationRequirement("another one") { false }]
      migrator.ledger = InMemoryLedger()
      let other = MigrationController(migrator)
      other.start()
      while other.phase.progress?.waitReason == nil { await change(of: other) }
      other.cancel()
      let error = await #expect(throws: NomadError.self) { try await other.run() }
      #expect(error?.code == .notReady)
    }

    @available(macOS 14, *)
    @Test("A controller waits for the first unlock of the device before it takes over the records of a predecessor")
    func locked() async throws {
      var migrator = Nomad(try TribeRegistry([.once("a")]), ledger: .inMemory)
      migrator.adoption = Nomad09(suite: "nomad-locked")
      let state = MigrationController(migrator)
      ProtectedData.$isAvailableInTest.withValue(false) { state.start() }
      #expect(state.phase.progress?.waitReason?.contains("protected data") == true)
      state.cancel()
      let error = await #expect(throws: NomadError.self) { try await state.run() }
      #expect(error?.code == .notReady)
    }

    @available(macOS 14, *)
    @Test("A controller waits while the system grants no time, and runs when the app is active")
    func suspension() async throws {
      let system = TestActivitySystem(isActive: false)
      let migrator = Nomad(try TribeRegistry([.once("a")]), ledger: .inMemory)
      let state = MigrationController(system.granting(migrator))
      state.start()
      while state.phase.progress?.waitReason == nil { await change(of: state) }
      system.activate()
      let report = try await state.run()
      #expect(report.migrated.map(\.name) == ["a"])
    }

    @available(macOS 14, *)
    @Test("The report of a controller starts the run and waits for its end, and a cancelled run can be retried")
    func controls() async throws {
      let state = MigrationController(
        Nomad(
          try TribeRegistry([.once("a"), .once("b")]) { name in
            if name == "a" { withUnsafeCurrentTask { $0?.cancel() } }
          },
          ledger: .inMemory
        )
      )
      let error = await #expect(throws: NomadError.self) { try await state.run() }
      #expect(error?.code == .cancelled)
      #expect(state.phase.name == "failed: cancelled")
      state.retry()
      #expect(try await state.run().migrated.map(\.name) == ["b"])
    }

    @available(macOS 14, *)
    @Test("Cancelling a controller stops the run between two tribes")
    func cancel() async throws {
      let (began, gate) = (Gate(), Gate())
      let registry = try TribeRegistry([.once("a"), .once("b")]) { _ in
        began.open()
        await gate.pass()
      }
      let state = MigrationController(Nomad(registry, ledger: .inMemory))
      state.start()
      await began.pass()
      state.cancel()
      gate.open()
      let error = await #expect(throws: NomadError.self) { try await state.run() }
      #expect(error?.code == .cancelled)
      state.retry()
      #expect(try await state.run().migrated.map(\.name) == ["b"])
    }

    @available(macOS 14, *)
    @Test("A controller is released with its last reference, and its run continues")
    func released() async throws {
      let (began, gate, trace) = (Gate(), Gate(), Trace())
      let registry = try TribeRegistry([.once("a")], tracing: trace) { _ in
        began.open()
        await gate.pass()
      }
      let nomad = Nomad(registry, ledger: .inMemory)
      var state: MigrationController? = MigrationController(nomad)
      state?.start()
      await began.pass()
      let left = Weak(try #require(state))
      state = nil
      #expect(left.object == nil)
      let next = MigrationController(nomad)
      next.start()
      gate.open()
      #expect(try await next.run().migrated.map(\.name) == ["a"])
      #expect(trace.all == ["a"])
    }
  }
#endif
