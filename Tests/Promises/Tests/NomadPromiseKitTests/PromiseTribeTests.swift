import Foundation
import Nomad
import NomadAdoption
import NomadPromiseKit
import PromiseKit
import Testing

@Suite("Promise tribes", .timeLimit(.minutes(1)))
struct PromiseTribeTests {
  @Test("A tribe is recorded, and the next one begins, only after its promise is fulfilled")
  func delayed() async throws {
    let (ledger, trace) = (InMemoryLedger(), Trace())
    let note: @Sendable (String) -> Void = { text in
      trace.note("\(text), recorded: \(ledger.done)")
    }
    let registry = try TribeRegistry {
      One {
        note("one begins")
        return Promise(after(seconds: 0.05).done { note("one is settled") })
      }
      Two {
        note("two begins")
        return Promise()
      }
    }
    let report = try await Nomad(registry, ledger: ledger).migrate()
    #expect(
      trace.all == [
        "one begins, recorded: []", "one is settled, recorded: []", "two begins, recorded: [version:1.0.0]",
      ]
    )
    #expect(report.migrated.map(\.name) == ["One", "Two"])
    #expect(ledger.done == ["version:1.0.0", "version:2.0.0"])
  }

  @Test("A promise may be fulfilled on another thread or at the end of a chain")
  func fulfilled() async throws {
    let trace = Trace()
    let registry = try TribeRegistry {
      One {
        Promise { seal in
          let resolver = Unshared(seal)
          DispatchQueue.global().async {
            trace.note("one")
            resolver.value.fulfill(())
          }
        }
      }
      Two {
        firstly { Promise.value(2) }
          .then { number in Promise.value(number + 1) }
          .map(on: .global()) { number in "\(number)" }
          .done { text in trace.note(text) }
      }
    }
    try await Nomad(registry, ledger: .inMemory).migrate()
    #expect(trace.all == ["one", "3"])
  }

  enum Way: CaseIterable {
    case rejected, rejectedLater, thrown
  }

  @Test(
    "A rejected or cancelled promise, or an error thrown instead of one, ends the run with its error",
    arguments: [Failure(), PMKError.cancelled, Stopped(), CancellationError()] as [any Error],
    Way.allCases
  )
  func rejected(thrown: any Error, way: Way) async throws {
    let (ledger, trace) = (InMemoryLedger(), Trace())
    let registry = try TribeRegistry {
      One {
        switch way {
        case .rejected: return Promise(error: thrown)
        case .rejectedLater: return Promise(after(seconds: 0.01).then { Promise(error: thrown) })
        case .thrown: throw thrown
        }
      }
      Two {
        trace.note("two")
        return Promise()
      }
    }
    let error = await Nomad(registry, ledger: ledger).failure()
    #expect(error?.code == .tribeFailed)
    #expect(error?.underlying.map { "\($0)" } == "\(thrown)")
    #expect(error?.report?.migrated.isEmpty == true)
    #expect(trace.all.isEmpty)
    #expect(ledger.done.isEmpty)
  }

  @Test("A promise that can no longer be settled ends the run with an error")
  func abandoned() async throws {
    let registry = try TribeRegistry {
      One { Promise { _ in } }
    }
    let error = await Nomad(registry, ledger: .inMemory).failure()
    #expect(error?.code == .tribeFailed)
    #expect(error?.underlying is AbandonedPromise)
  }

  @Test("A tribe stays in memory until its promise is settled")
  func alive() async throws {
    final class Delegate: PromiseTribe, @unchecked Sendable {
      static let target: TribeTarget = .literal("1.0.0")
      private let end = Promise<Void>.pending()

      func migrate() throws -> Promise<Void> {
        DispatchQueue.global().asyncAfter(deadline: .now() + 0.05) { [weak self] in self?.end.resolver.fulfill(()) }
        return end.promise
      }
    }
    let report = try await Nomad(try TribeRegistry([Delegate.self]), ledger: .inMemory).migrate()
    #expect(report.migrated.count == 1)
  }

  @Test("Only the first settlement of a promise counts, and later ones do not trap")
  func twice() async throws {
    let registry = try TribeRegistry {
      One {
        Promise { seal in
          seal.fulfill(())
          seal.reject(Failure())
          throw Failure()
        }
      }
      Two {
        let (promise, seal) = Promise<Void>.pending()
        let resolver = Unshared(seal)
        for _ in 0..<8 { DispatchQueue.global().async { resolver.value.reject(Failure()) } }
        return promise
      }
    }
    let error = await Nomad(registry, ledger: .inMemory).failure()
    #expect(error?.report?.migrated.map(\.name) == ["One"])
    #expect(error?.underlying is Failure)
  }

  @Test("A tribe starts on the main queue and can read its attempt")
  func start() async throws {
    let (trace, queue) = (Trace(), DispatchSpecificKey<String>())
    DispatchQueue.main.setSpecific(key: queue, value: "main")
    defer { DispatchQueue.main.setSpecific(key: queue, value: nil) }
    let registry = try TribeRegistry {
      One {
        trace.note("\(DispatchQueue.getSpecific(key: queue) ?? "another"), \(TribeAttempt.current?.number ?? 0)")
        return Promise()
      }
    }
    try await Nomad(registry, ledger: .inMemory).migrate()
    #expect(trace.all == ["main, 1"])
  }

  @Test("A run awaits the promise of a subclass that overrides migrate")
  func subclass() async throws {
    class Base: PromiseTribe {
      class var target: TribeTarget { .literal("1.0.0") }
      required init() {}
      func migrate() throws -> Promise<Void> { Promise() }
    }
    final class Heir: Base {
      override class var target: TribeTarget { .literal("2.0.0") }
      override func migrate() throws -> Promise<Void> { Promise(after(seconds: 0.01).map { throw Failure() }) }
    }
    let error = await Nomad(try TribeRegistry([Base.self, Heir.self]), ledger: .inMemory).failure()
    #expect(error?.report?.migrated.count == 1)
    #expect(error?.underlying is Failure)
  }

  // MARK: Cancellation

  @Test("A cancelled run waits until the pending promise is settled and records its tribe")
  func cancelledRun() async throws {
    let (ledger, trace) = (InMemoryLedger(), Trace())
    let registry = try TribeRegistry {
      One {
        withUnsafeCurrentTask { $0?.cancel() }
        return Promise(after(seconds: 0.05).done { trace.note("one is settled") })
      }
      Two {
        trace.note("two")
        return Promise()
      }
    }
    let error = await Nomad(registry, ledger: ledger).failure()
    #expect(error?.code == .cancelled)
    #expect(trace.all == ["one is settled"])
    #expect(ledger.done == ["version:1.0.0"])
  }

  @Test("A cancelled promise in a cancelled task cancels the run, and any other error fails it")
  func cancelledWithTask() async throws {
    for (thrown, code) in [(PMKError.cancelled, .cancelled), (Failure(), .tribeFailed)]
      as [(any Error, NomadError.Code)]
    {
      let ledger = InMemoryLedger()
      let registry = try TribeRegistry {
        One {
          withUnsafeCurrentTask { $0?.cancel() }
          return Promise(error: thrown)
        }
      }
      let error = await Nomad(registry, ledger: ledger).failure()
      #expect(error?.code == code)
      #expect(ledger.done.isEmpty)
    }
  }
}
