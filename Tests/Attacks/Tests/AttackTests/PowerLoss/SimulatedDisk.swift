import Foundation

@testable import Nomad

/// A disk in memory, as one process sees it until it is killed or the power is lost.
///
/// It promises what POSIX does and nothing that a file system may add: what was synced is durable, and of all else
/// each change on its own may be lost, or, if it is a write, be trashed.
final class SimulatedDisk: Sendable {
  typealias Descriptor = Int32

  struct Open: Sendable {
    let node: Int
    var offset = 0
  }

  struct State: Sendable {
    var volume: Volume
    var faults: DiskFaults
    var files: [Descriptor: Open] = [:]
    var locks: [Int: Descriptor] = [:]
    var next: Descriptor = 3
    var operations = 0
    var syncs = 0
    var hasEnded = false
    var hasFailed = false
    var log: [String] = []
  }

  let state: Locked<State>
  let isTracing: Bool
  private let beforeOperation: (@Sendable (Volume) -> Void)?

  /// Makes the disk that the next process finds.
  ///
  /// - Parameters:
  ///   - volume: What is on it.
  ///   - faults: What goes wrong.
  ///   - isTracing: Whether there is a log, which costs more than all else.
  ///   - beforeOperation: Called with what there is just before each operation that changes or syncs something.
  init(
    _ volume: Volume = Volume(),
    faults: DiskFaults = .none,
    isTracing: Bool = false,
    beforeOperation: (@Sendable (Volume) -> Void)? = nil
  ) {
    state = Locked(State(volume: volume, faults: faults))
    self.isTracing = isTracing
    self.beforeOperation = beforeOperation
  }

  /// What is on it, for the next process that uses it if this one was killed.
  var volume: Volume { state.value.volume }
  /// Whether the process is dead, or the power lost: nothing that is done now happened.
  var hasEnded: Bool { state.withLock { $0.hasEnded } }
  /// Whether an operation failed although the process lived on.
  var hasFailed: Bool { state.withLock { $0.hasFailed } }
  /// What was done, for people.
  var log: [String] { state.value.log }

  /// Does something to what is there, unless the process is dead.
  func look<Result>(
    _ call: String,
    _ body: (inout State) throws(SystemError) -> Result
  ) throws(SystemError) -> Result {
    // `Locked` does not know typed errors.
    let result: Swift.Result<Result, SystemError> = state.withLock { state in
      do throws(SystemError) {
        guard !state.hasEnded else { throw SystemError(call: call, number: EIO) }
        return .success(try body(&state))
      } catch {
        return .failure(error)
      }
    }
    return try result.get()
  }

  /// Takes note of an operation that changes or syncs something; the end may come before it.
  func count(_ state: inout State, _ call: (Volume) -> String) throws(SystemError) {
    if state.operations == state.faults.end {
      state.hasEnded = true
      if isTracing { state.log.append("the end, before \(call(state.volume))") }
      throw SystemError(call: "the end", number: EIO)
    }
    beforeOperation?(state.volume)
    if isTracing { state.log.append(call(state.volume)) }
    state.operations += 1
  }
}
