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

  @Test("When the task is cancelled, the work is told, and is waited for until it says that it is over")
  func cancelled() async throws {
    let (begins, beginning) = AsyncStream<Void>.makeStream()
    let (stops, stopping) = AsyncStream<Void>.makeStream()
    let isOver = Locked(false)
    let run = Task {
      try await withCallback(onCancel: { stopping.finish() }) { done in
        Task {
          beginning.finish()
          for await _ in stops {}
          isOver.value = true
          done(CancellationError())
        }
      }
    }
    for await _ in begins {}
    run.cancel()
    await #expect(throws: CancellationError.self) { try await run.value }
    #expect(isOver.value)
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
