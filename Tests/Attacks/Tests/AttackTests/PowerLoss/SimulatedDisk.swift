import Foundation

@testable import Nomad

/// A disk in memory, as one process sees it until it is killed or the power is lost.
///
/// It promises what POSIX does and nothing that a file system may add: what was synced is durable, and of all else
/// each change on its own may be lost, or, if it is a write, be trashed.
final class SimulatedDisk: FileOperations {
  private struct Open: Sendable {
    let node: Int
    var offset = 0
  }

  private struct State: Sendable {
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

  private let state: Locked<State>
  private let isTracing: Bool
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
  private func look<Result>(
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
  private func count(_ call: @autoclosure () -> String, _ state: inout State) throws(SystemError) {
    if state.operations == state.faults.end {
      state.hasEnded = true
      if isTracing { state.log.append("the end, before \(call())") }
      throw SystemError(call: "the end", number: EIO)
    }
    beforeOperation?(state.volume)
    if isTracing { state.log.append(call()) }
    state.operations += 1
  }

  private func node(of file: Descriptor, _ state: State, _ call: String) throws(SystemError) -> Int {
    guard let node = state.files[file]?.node else { throw SystemError(call: call, number: EBADF) }
    return node
  }

  func open(_ path: String, for purpose: FilePurpose) throws(SystemError) -> Descriptor {
    try look("open") { (state) throws(SystemError) in
      var (folder, name, node) = state.volume.find(path)
      switch (purpose, node) {
      case (.creating, .some): throw SystemError(call: "open", number: EEXIST)
      case (.creating, nil), (.locking, nil):
        guard let folder else { throw SystemError(call: "open", number: ENOENT) }
        try count("create \(name)", &state)
        node = state.volume.make(.file([]), named: name, in: folder)
      default: break
      }
      guard let node else { throw SystemError(call: "open", number: ENOENT) }
      if purpose == .syncingFolder, state.volume.entries(of: node) == nil {
        throw SystemError(call: "open", number: ENOTDIR)
      }
      let file = state.next
      state.next += 1
      state.files[file] = Open(node: node)
      return file
    }
  }

  func close(_ file: Descriptor) {
    state.withLock { state in
      guard let node = state.files.removeValue(forKey: file)?.node else { return }
      if state.locks[node] == file { state.locks[node] = nil }
    }
  }

  func status(of file: Descriptor) throws(SystemError) -> FileStatus {
    try look("fstat") { (state) throws(SystemError) in
      FileStatus(of: try node(of: file, state, "fstat"), in: state.volume)
    }
  }

  func status(at path: String) throws(SystemError) -> FileStatus {
    try look("lstat") { (state) throws(SystemError) in
      guard let node = state.volume.find(path).node else { throw SystemError(call: "lstat", number: ENOENT) }
      return FileStatus(of: node, in: state.volume)
    }
  }

  func read(_ count: Int, from file: Descriptor) throws(SystemError) -> [UInt8] {
    try look("read") { (state) throws(SystemError) in
      let node = try node(of: file, state, "read")
      guard let bytes = state.volume.bytes(of: node) else { throw SystemError(call: "read", number: EISDIR) }
      let offset = state.files[file]?.offset ?? 0
      let part = bytes.dropFirst(offset).prefix(count)
      state.files[file]?.offset += part.count
      return Array(part)
    }
  }

  func write(_ bytes: ArraySlice<UInt8>, to file: Descriptor) throws(SystemError) -> Int {
    try write(bytes, to: file, at: nil)
  }

  func write(_ bytes: ArraySlice<UInt8>, to file: Descriptor, at offset: Int) throws(SystemError) -> Int {
    try write(bytes, to: file, at: Optional(offset))
  }

  private func write(_ bytes: ArraySlice<UInt8>, to file: Descriptor, at offset: Int?) throws(SystemError) -> Int {
    try look("write") { (state) throws(SystemError) in
      let node = try node(of: file, state, "write")
      var part = bytes
      if let quarters = state.faults.shortWrites?.next() {
        // Not a number of bytes: how many a record has depends on the time that a tribe takes.
        part = bytes.prefix(max(1, bytes.count * Int(quarters % 4 + 1) / 4))
      }
      let place = offset ?? state.volume.bytes(of: node)?.count ?? 0
      try count("write \(part.count) of \(bytes.count) to node \(node) at \(place)", &state)
      state.volume.change(node, .write(Array(part), at: place))
      return part.count
    }
  }

  func sync(_ file: Descriptor, _ what: SyncScope) throws(SystemError) {
    try look("fsync") { (state) throws(SystemError) in
      let node = try node(of: file, state, "fsync")
      if try isSyncing(node, what, &state) { state.volume.sync(node) }
    }
  }

  /// A barrier: what was written to the file before is durable before anything that comes later becomes so.
  func order(_ file: Descriptor) throws(SystemError) {
    try look("barrier") { (state) throws(SystemError) in
      let node = try node(of: file, state, "barrier")
      if try isSyncing(node, .contents, &state) { state.volume.order(node) }
    }
  }

  /// Whether a sync does what it should; it throws if it fails.
  private func isSyncing(_ node: Int, _ what: SyncScope, _ state: inout State) throws(SystemError) -> Bool {
    try count("sync node \(node)", &state)
    state.syncs += 1
    guard !state.faults.failingSyncs.contains(state.syncs - 1) else {
      state.volume.forsake(node)
      state.hasFailed = true
      if isTracing { state.log.append("which failed") }
      throw SystemError(call: "fsync", number: EIO)
    }
    return switch state.faults.swallowed {
    case .none: true
    case .all: false
    case .appends: what != .contents
    case .newFiles: what != .everything || state.volume.bytes(of: node) == nil
    case .folders: state.volume.entries(of: node) == nil
    }
  }

  func truncate(_ file: Descriptor, to length: Int) throws(SystemError) {
    try look("ftruncate") { (state) throws(SystemError) in
      let node = try node(of: file, state, "ftruncate")
      try count("truncate node \(node) to \(length)", &state)
      state.volume.change(node, .truncate(to: length))
    }
  }

  func rename(_ path: String, to newPath: String) throws(SystemError) {
    try look("rename") { (state) throws(SystemError) in
      let (old, new) = (state.volume.find(path), state.volume.find(newPath))
      guard let folder = old.folder, let node = old.node, folder == new.folder else {
        throw SystemError(call: "rename", number: ENOENT)
      }
      try count("rename \(old.name) to \(new.name)", &state)
      state.volume.change(folder, .rename(old.name, to: new.name, node: node))
    }
  }

  func remove(_ path: String) throws(SystemError) {
    try look("unlink") { (state) throws(SystemError) in
      guard case (let folder?, let name, .some) = state.volume.find(path) else {
        throw SystemError(call: "unlink", number: ENOENT)
      }
      try count("unlink \(name)", &state)
      state.volume.change(folder, .unlink(name))
    }
  }

  func makeFolder(_ path: String) throws(SystemError) {
    try look("mkdir") { (state) throws(SystemError) in
      let (folder, name, node) = state.volume.find(path)
      guard node == nil else { throw SystemError(call: "mkdir", number: EEXIST) }
      guard let folder else { throw SystemError(call: "mkdir", number: ENOENT) }
      try count("mkdir \(name)", &state)
      _ = state.volume.make(.folder([:]), named: name, in: folder)
    }
  }

  func tryLock(_ file: Descriptor) throws(SystemError) -> Bool {
    try look("flock") { (state) throws(SystemError) in
      let node = try node(of: file, state, "flock")
      guard state.locks[node] == nil || state.locks[node] == file else { return false }
      state.locks[node] = file
      return true
    }
  }
}

extension FileStatus {
  fileprivate init(of node: Int, in volume: Volume) {
    let bytes = volume.bytes(of: node)
    self.init(
      isRegular: bytes != nil,
      size: bytes?.count ?? 0,
      identity: FileIdentity(device: 1, number: UInt64(node))
    )
  }
}
