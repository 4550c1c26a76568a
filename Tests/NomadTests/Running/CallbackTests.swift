import Foundation
import Testing

@testable import Nomad

@Suite("Work that ends in a callback")
struct CallbackTests {
  @Test("It is over when it says so, with an error or without")
  func ends() async throws {
    try await withCallback { done in DispatchQueue.global().async { done() } }
    try await withCallback { done in done(Result<Int, Failure>.success(1)) }
    await #expect(throws: Failure.self) { try await withCallback { done in done(Failure()) } }
    await #expect(throws: Failure.self) {
      try await withCallback { done in done(Result<Int, Failure>.failure(Failure())) }
    }
    await #expect(throws: Failure.self) { try await withCallback { _ in throw Failure() } }
  }

  @Test("A second call is no trap, and changes nothing")
  func twice() async throws {
    try await withCallback { done in
      done()
      done(Failure())
    }
    await #expect(throws: Failure.self) {
      try await withCallback { done in
        done(Failure())
        throw CancellationError()
      }
    }
  }

  @Test("Work that never says so ends when the task is cancelled, before or meanwhile", arguments: [false, true])
  func cancelled(meanwhile: Bool) async throws {
    let (begins, beginning) = AsyncStream<Void>.makeStream()
    let run = Task {
      if !meanwhile { withUnsafeCurrentTask { $0?.cancel() } }
      beginning.finish()
      try await withCallback { _ in }
    }
    for await _ in begins {}
    run.cancel()
    await #expect(throws: CancellationError.self) { try await run.value }
  }

  @Test("It starts on the actor that calls")
  @MainActor
  func isolation() async throws {
    var isStarted = false
    try await withCallback { done in
      MainActor.assertIsolated()
      isStarted = true
      done()
    }
    #expect(isStarted)
  }
}
