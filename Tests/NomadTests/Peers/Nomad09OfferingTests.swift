import Foundation
import NomadAdoption
import NomadFiles
import Testing

@testable import Nomad

extension PackingTests {
  /// The features of Nomad 0.9, as its users call them: static calls and lists of types.
  @Suite("Features of Nomad 0.9")
  struct Nomad09OfferingTests {
    /// The store of an old app, which upgrades itself and calls back when it is done.
    private enum OldStore {
      static func upgrade(_ completion: @escaping @Sendable ((any Error)?) -> Void) {
        DispatchQueue.global().async { completion(nil) }
      }
    }

    private struct Tribe_First: Tribe {
      static let target: TribeTarget = .first
      func migrate() async throws { try App.note("first") }
    }

    private struct Tribe_1_1_0: Tribe {
      static let target: TribeTarget = .literal("1.1.0")
      init() { try? App.note("made 1.1.0") }

      func migrate() async throws {
        try App.note("1.1.0 begins")
        try await withCheckedThrowingContinuation { (end: CheckedContinuation<Void, any Error>) in
          OldStore.upgrade { error in if let error { end.resume(throwing: error) } else { end.resume() } }
        }
        try App.note("1.1.0 ends")
      }
    }

    private struct Tribe_1_2_0: Tribe {
      static let target: TribeTarget = .literal("1.2.0")
      init() { try? App.note("made 1.2.0") }
      func migrate() throws { try App.note("1.2.0") }
    }

    private struct Tribe_Always: Tribe {
      static let target: TribeTarget = .always
      func migrate() async throws { try App.note("always") }
    }

    private struct Tribe_Failing: Tribe {
      static let target: TribeTarget = .literal("1.3.0")
      func migrate() async throws { throw Failure() }
    }

    private struct Tribe_Illegal: Tribe {
      static let target: TribeTarget = .literal("2.0")
      func migrate() async throws {}
    }

    /// The state that the tribes of the running test use.
    private enum App {
      static let trace = Locked(Trace())
      static func note(_ text: String) throws { trace.value.note(text) }
    }

    @MainActor private final class Listener: NomadDelegate {
      private(set) var heard: [String] = []
      private(set) var error: NomadError?

      func willStartMigration() { heard.append("will start") }
      func didMigrate(to target: TribeTarget) { heard.append("\(target)") }
      func didFinishMigration() { heard.append("did finish") }
      func didInterruptMigration(with error: NomadError) {
        heard.append("did interrupt")
        self.error = error
      }
    }

    private let folder: TemporaryFolder
    private let trace = Trace()

    init() throws {
      folder = try TemporaryFolder()
      App.trace.value = trace
    }

    /// Packs the tribes as the peer's users do, with a ledger for this test.
    @discardableResult
    private func pack(with tribes: [any ListedTribe.Type]) throws -> Nomad.Type {
      Nomad.pack(Nomad(try TribeRegistry(tribes), ledger: .file(at: folder.ledgerURL)))
    }

    @Test("Tribes can be packed in any order, and run by their targets: .first, versions, .always")
    func order() async throws {
      try pack(with: [Tribe_Always.self, Tribe_1_2_0.self, Tribe_First.self, Tribe_1_1_0.self])
      try await Nomad.migrate()
      #expect(trace.all.filter { !$0.hasPrefix("made") } == ["first", "1.1.0 begins", "1.1.0 ends", "1.2.0", "always"])
    }

    @Test("A tribe is created just before it runs, after the previous tribe has ended")
    func instantiation() async throws {
      try pack(with: [Tribe_1_2_0.self, Tribe_1_1_0.self])
      #expect(trace.all.isEmpty)
      try await Nomad.migrate()
      #expect(trace.all == ["made 1.1.0", "1.1.0 begins", "1.1.0 ends", "made 1.2.0", "1.2.0"])
    }

    @Test("A call of pack() can be chained with migrate(), and replaces the packed registry")
    func chained() async throws {
      #expect(try await pack(with: [Tribe_1_1_0.self]).migrate().migrated.count == 1)
      #expect(
        try await pack(with: [Tribe_1_1_0.self, Tribe_1_2_0.self]).migrate().migrated.map(\.target) == [
          .literal("1.2.0")
        ]
      )
      let type: Nomad.Type = Nomad.pack(with: try TribeRegistry([Tribe_1_1_0.self]))
      #expect(type == Nomad.self)
      #expect(try Nomad.packed.adoption is Nomad09)
      #expect(try Nomad.packed.predecessors.map(\.name) == ["Nomad 0.9"])
      Nomad.pack(Nomad(try TribeRegistry([]), ledger: .inMemory))
    }

    @Test("Code after migrate() replaces .done, and a catch block replaces .catch")
    func doneAndCatch() async throws {
      do {
        try await pack(with: [Tribe_1_2_0.self]).migrate()
        trace.note("done")
        try await pack(with: [Tribe_1_2_0.self, Tribe_Failing.self, Tribe_Always.self]).migrate()
        trace.note("done")
      } catch let error as NomadError {
        trace.note("caught \(error.code)")
      }
      #expect(trace.all == ["made 1.2.0", "1.2.0", "done", "caught tribe-failed"])
    }

    @Test("A run continues after the recorded version, and .first tribes run until one is recorded")
    func continues() async throws {
      try await pack(with: [Tribe_First.self, Tribe_Always.self]).migrate()
      try await pack(with: [Tribe_First.self, Tribe_Always.self]).migrate()
      #expect(trace.all == ["first", "always", "first", "always"])
      try await pack(with: [Tribe_First.self, Tribe_1_2_0.self, Tribe_Always.self]).migrate()
      #expect(trace.all.suffix(4) == ["first", "made 1.2.0", "1.2.0", "always"])
      try await pack(with: [Tribe_First.self, Tribe_1_2_0.self, Tribe_Always.self]).migrate()
      #expect(trace.all.count == 9 && trace.all.last == "always")
    }

    @Test("The delegate is told of the start, of each target, and of the end or the error")
    @MainActor
    func delegate() async throws {
      let listener = Listener()
      Nomad.set(delegate: listener)
      defer { Nomad.set(delegate: nil) }
      try await pack(with: [Tribe_1_2_0.self, Tribe_Always.self]).migrate()
      #expect(listener.heard == ["will start", #".literal("1.2.0")"#, ".always", "did finish"])
      try pack(with: [Tribe_1_2_0.self, Tribe_Failing.self, Tribe_Always.self])
      await #expect(throws: NomadError.self) { try await Nomad.migrate() }
      #expect(listener.heard.suffix(2) == ["will start", "did interrupt"])
      #expect(listener.error?.underlying is Failure)
    }

    @Test("The current target is .first until a version is recorded, and then the newest recorded version")
    func currentTarget() async throws {
      try pack(with: [Tribe_First.self, Tribe_Always.self])
      #expect(try Nomad.currentTarget == .first)
      try await Nomad.migrate()
      #expect(try Nomad.currentTarget == .first)
      try await pack(with: [Tribe_1_2_0.self, Tribe_1_1_0.self]).migrate()
      #expect(try Nomad.currentTarget == .literal("1.2.0"))
    }

    @Test("An audit returns the tribes with illegal targets, and validate() throws an error with the reason")
    func audit() throws {
      let tribes: [any Tribe.Type] = [Tribe_Always.self, Tribe_Illegal.self, Tribe_1_1_0.self]
      #expect(Nomad.audit(tribes: tribes).map { ObjectIdentifier($0) } == [ObjectIdentifier(Tribe_Illegal.self)])
      #expect(Nomad.audit(tribes: [Tribe_1_1_0.self]).isEmpty)
      let error = #expect(throws: TargetError.self) { try Tribe_Illegal.target.validate() }
      #expect(error?.code == .missingNumber)
      #expect(try Tribe_1_1_0.target.position() < Tribe_1_2_0.target.position())
    }
  }
}
