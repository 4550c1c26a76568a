/// What a file ledger asks of the system: the seam between it and the world.
///
/// Each is one system call, so that a twin can fail at any of them. None retries.
protocol FileOperations: Sendable {
  typealias Descriptor = Int32

  func open(_ path: String, for purpose: FilePurpose) throws(SystemError) -> Descriptor
  func close(_ file: Descriptor)
  func status(of file: Descriptor) throws(SystemError) -> FileStatus
  /// What is at a path now, be it a symbolic link.
  func status(at path: String) throws(SystemError) -> FileStatus
  /// Reads up to `count` bytes; none at the end of the file.
  func read(_ count: Int, from file: Descriptor) throws(SystemError) -> [UInt8]
  /// Writes a part of the bytes, and returns how many.
  func write(_ bytes: ArraySlice<UInt8>, to file: Descriptor) throws(SystemError) -> Int
  /// Writes a part of the bytes over what is there, from an offset on, and returns how many.
  func write(_ bytes: ArraySlice<UInt8>, to file: Descriptor, at offset: Int) throws(SystemError) -> Int
  /// Makes what was written durable.
  func sync(_ file: Descriptor, _ what: SyncScope) throws(SystemError)
  func truncate(_ file: Descriptor, to length: Int) throws(SystemError)
  func rename(_ path: String, to newPath: String) throws(SystemError)
  func remove(_ path: String) throws(SystemError)
  func makeFolder(_ path: String) throws(SystemError)
  /// Takes the lock of an open file if nobody else has it; closing the file gives it back.
  func tryLock(_ file: Descriptor) throws(SystemError) -> Bool
}

/// What a file is opened for.
enum FilePurpose: Hashable, Sendable {
  case reading
  /// Reading and appending, to a file that exists.
  case appending
  /// Appending, to a file that must not exist.
  case creating
  /// Holding a lock, reading and writing, on a file that is made if need be.
  case locking
  /// Syncing a folder's entries.
  case syncingFolder
}

/// What a sync makes durable.
enum SyncScope: Hashable, Sendable {
  /// What is needed to read the file.
  case contents
  /// Also what is known about it, such as its times.
  case everything
  /// Everything, before anything that is made durable later, which may be less work.
  case ordered
}

/// What a file ledger needs to know of an open file.
struct FileStatus: Hashable, Sendable {
  let isRegular: Bool
  let size: Int
  let identity: FileIdentity
}

/// What tells a file from all others, whatever its name: its device and its number there.
struct FileIdentity: Hashable, Sendable {
  let device: UInt64
  let number: UInt64
}
