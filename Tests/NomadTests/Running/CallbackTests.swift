import Foundation
import NomadAdoption
import NomadFiles
import Testing

@testable import Nomad

@Suite("Nomad.withCallback")
struct CallbackTests {
  @Test("The call returns when the work reports success, and throws the error of the callback or the body")
  func ends() async throws {
    try await Nomad.withCallback { done in DispatchQueue.global().async { done() } }
    try await Nomad.withCallback { done in done(Result<Int, Failure>.success(1)) }
    await #expect(throws: Failure.self) { try await Nomad.withCallback { done in done(Failure()) } }
    await #expect(throws: Failure.self) {
      try await Nomad.withCallback { done in done(Result<Int, Failure>.failure(Failure())) }
    }
    await #expect(throws: Failure.self) { try await Nomad.withCallback { _ in throw Failure() } }
  }

  @Test("Only the first call of the callback counts, and later calls and errors have no effect")
  func twice() async throws {
    try await Nomad.withCallback { done in
      done()
      done(Failure())
    }
    await #expect(throws: Failure.self) {
      try await Nomad.withCallback { done in
        done(Failure())
        throw CancellationError()
      }
    }
  }

  @Test("Cancelling the task notifies the work, and the call waits until the work has ended")
  func cancelled() async throws {
    let (begins, beginning) = AsyncStream<Void>.makeStream()
    let (stops, stopping) = AsyncStream<Void>.makeStream()
    let isOver = Locked(false)
    let run = Task {
      try await Nomad.withCallback(onCancel: { stopping.finish() }) { done in
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

  @Test("The work starts on the caller's actor")
  @MainActor
  func isolation() async throws {
    var isStarted = false
    try await Nomad.withCallback { done in
      MainActor.assertIsolated()
      isStarted = true
      done()
    }
    #expect(isStarted)
  }
}
