import NomadFiles

@testable import Nomad
@testable import NomadFiles

/// The real file operations, except that the call with a given index, counted from 0, fails.
struct FailingFileOperations: FileOperations {
  let real = POSIXFileOperations()
  private let made = Locked<[String]>([])
  private let lock = Locked<Descriptor?>(nil)
  private let opened = Locked<Set<Descriptor>>([])
  private let strayCloses = Locked(0)
  private let failing: Int
  private let error: Int32
  /// The number of calls after the failing one that succeed before every call fails.
  private let death: Int
  /// Whether every later call with the same name fails, too.
  private let failsAgain: Bool

  /// Whether the file system can be synced as a whole, if the real one can.
  let syncsFileSystems: Bool
  /// Whether files can be cloned on every file system.
  let clones: Bool
  /// Called before each call, with its name and number.
  private let beforeCall: @Sendable (String, Int) -> Void

  /// Makes file operations.
  ///
  /// By default, no call fails.
  init(
    at call: Int = .max,
    error: Int32 = 0,
    again: Bool = false,
    forGood: Bool = false,
    dyingAfter death: Int = .max,
    syncsFileSystems: Bool = true,
    clones: Bool = false,
    beforeCall: @escaping @Sendable (String, Int) -> Void = { _, _ in }
  ) {
    failing = call
    self.error = error
    self.syncsFileSystems = syncsFileSystems
    self.clones = clones
    self.beforeCall = beforeCall
    self.death = forGood ? 0 : death
    failsAgain = again
  }

  /// The calls that were made, without `close`.
  ///
  /// The names of calls on a lock file end in `lock`.
  var calls: [String] { made.value }

  /// Whether the failing call is best effort: it updates the note in a lock file, or gives a new file to its folder's
  /// owner.
  var failsInPassing: Bool {
    guard calls.indices.contains(failing) else { return false }
    let ownerOfFolder = calls[failing] == "open folder" && failing > 0 && calls[failing - 1] == "write"
    return ["ftruncate lock", "pwrite lock", "fchown"].contains(calls[failing]) || ownerOfFolder
  }

  var hasFailed: Bool { calls.count > failing }

  /// Whether each opened file was closed exactly once.
  var closedAll: Bool { opened.value.isEmpty && strayCloses.value == 0 }

  func attempt(_ call: String) throws(SystemError) {
    let number = made.withLock { made in
      defer { made.append(call) }
      return made.count
    }
    beforeCall(call, number)
    let isAgain = failsAgain && number > failing && made.value[failing] == call
    if number == failing || isAgain || number > failing && number - failing > death {
      throw SystemError(call: call, number: error)
    }
  }

  private func suffix(for file: Descriptor) -> String { lock.value == file ? " lock" : "" }

  func open(_ path: String, for purpose: FilePurpose) throws(SystemError) -> Descriptor {
    let isLock = [.locking, .creatingLock].contains(purpose)
    try attempt(purpose == .syncingFolder ? "open folder" : isLock ? "open lock" : "open")
    let file = try real.open(path, for: purpose)
    _ = opened.withLock { $0.insert(file) }
    if isLock { lock.value = file } else if lock.value == file { lock.value = nil }
    return file
  }

  func close(_ file: Descriptor) {
    if opened.withLock({ $0.remove(file) }) == nil { strayCloses.withLock { $0 += 1 } }
    real.close(file)
  }

  func status(of file: Descriptor) throws(SystemError) -> FileStatus {
    try attempt("fstat")
    return try real.status(of: file)
  }

  func status(at path: String) throws(SystemError) -> FileStatus {
    try attempt("lstat")
    return try real.status(at: path)
  }

  func read(_ count: Int, from file: Descriptor) throws(SystemError) -> [UInt8] {
    try attempt("read" + suffix(for: file))
    return try real.read(count, from: file)
  }

  func write(_ bytes: ArraySlice<UInt8>, to file: Descriptor) throws(SystemError) -> Int {
    // Half of the bytes are written, and the next call fails.
    let half = try real.write(bytes.prefix((bytes.count + 1) / 2), to: file)
    try attempt("write" + suffix(for: file))
    return half
  }

  func write(_ bytes: ArraySlice<UInt8>, to file: Descriptor, at offset: Int) throws(SystemError) -> Int {
    let half = try real.write(bytes.prefix((bytes.count + 1) / 2), to: file, at: offset)
    try attempt("pwrite" + suffix(for: file))
    return half
  }

  func sync(_ file: Descriptor, _ what: SyncScope) throws(SystemError) {
    try attempt(what == .contents ? "fdatasync" : "fsync")
    try real.sync(file, what)
  }

  func copy(_ attributes: FileAttributes, of source: Descriptor, to file: Descriptor) throws(SystemError) {
    try attempt("fchown" + suffix(for: file))
    try real.copy(attributes, of: source, to: file)
  }

  func reserve(_ count: Int, at offset: Int, in file: Descriptor) throws(SystemError) {
    try attempt("fallocate")
    try real.reserve(count, at: offset, in: file)
  }

  func truncate(_ file: Descriptor, to length: Int) throws(SystemError) {
    try attempt("ftruncate" + suffix(for: file))
    try real.truncate(file, to: length)
  }

  func rename(_ path: String, to newPath: String) throws(SystemError) {
    try attempt("rename")
    try real.rename(path, to: newPath)
  }

  func remove(_ path: String) throws(SystemError) {
    try attempt("unlink")
    try real.remove(path)
  }

  func makeFolder(_ path: String) throws(SystemError) {
    try attempt("mkdir")
    try real.makeFolder(path)
  }

  func tryLock(_ file: Descriptor, isShared: Bool) throws(SystemError) -> Bool {
    try attempt("flock")
    return try real.tryLock(file, isShared: isShared)
  }
}
