import Foundation
import NomadFiles

@testable import Nomad
@testable import NomadFiles

/// A disk in memory, as one process sees it until the process is killed or the power is lost.
///
/// It guarantees what POSIX does, and nothing that a file system may add. Synced changes are durable. Each other change
/// may be lost on its own, or trashed if it is a write.
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
  /// Whether one call syncs the whole disk, as on Linux.
  let syncsFileSystems: Bool
  private let beforeOperation: (@Sendable (Volume) -> Void)?

  /// Makes the disk that the next process finds.
  ///
  /// - Parameters:
  ///   - volume: The contents of the disk.
  ///   - faults: The faults of the disk.
  ///   - isTracing: Whether there is a log, which is the most expensive part.
  ///   - syncsFileSystems: Whether one call syncs the whole disk.
  ///   - beforeOperation: Called with the contents just before each operation that changes or syncs something.
  init(
    _ volume: Volume = Volume(),
    faults: DiskFaults = .none,
    isTracing: Bool = false,
    syncsFileSystems: Bool = true,
    beforeOperation: (@Sendable (Volume) -> Void)? = nil
  ) {
    state = Locked(State(volume: volume, faults: faults))
    self.syncsFileSystems = syncsFileSystems
    self.isTracing = isTracing
    self.beforeOperation = beforeOperation
  }

  /// The contents for the next process, if this process was killed.
  var volume: Volume { state.value.volume }
  /// Whether the process is dead or the power lost.
  ///
  /// Operations after that have no effect.
  var hasEnded: Bool { state.withLock { $0.hasEnded } }
  /// Whether an operation failed while the process lived.
  var hasFailed: Bool { state.withLock { $0.hasFailed } }
  /// The operations, for people.
  var log: [String] { state.value.log }

  /// Accesses the contents, unless the process is dead.
  func look<Result>(
    _ call: String,
    _ body: (inout State) throws(SystemError) -> Result
  ) throws(SystemError) -> Result {
    // `Locked` does not support typed errors.
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

  /// Counts an operation that changes or syncs something.
  ///
  /// The process may end before it.
  func count(_ state: inout State, _ call: (Volume) -> String) throws(SystemError) {
    if state.operations == state.faults.end {
      state.hasEnded = true
      if isTracing { state.log.append("the end, before \(call(state.volume))") }
      throw SystemError(call: "the end", number: EIO)
    }
    beforeOperation?(state.volume)
    if isTracing { state.log.append(call(state.volume)) }
    state.operations += 1
    if state.faults.full.contains(state.operations - 1) {
      state.hasFailed = true
      throw SystemError(call: "no room", number: ENOSPC)
    }
  }

  /// Checks the length of a name, as file systems do.
  func checkName(_ path: String) throws(SystemError) {
    let name = path.utf8.split(separator: UInt8(ascii: "/")).last.map { String(Substring($0)) } ?? ""
    guard strlen(FilePath.bytes(of: name)) <= 255 else { throw SystemError(call: "name", number: ENAMETOOLONG) }
  }
}
