/// What a file ledger asks of the system: the seam between it and the world.
///
/// Each is one system call, so that a twin can fail at any of them. None retries.
package protocol FileOperations: Sendable {
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
  /// Copies what belongs to a file and not to its contents.
  func copy(_ attributes: FileAttributes, of source: Descriptor, to file: Descriptor) throws(SystemError)
  /// Reserves room for `count` bytes from an offset on, without a change to the size of the file.
  func reserve(_ count: Int, at offset: Int, in file: Descriptor) throws(SystemError)
  func truncate(_ file: Descriptor, to length: Int) throws(SystemError)
  func rename(_ path: String, to newPath: String) throws(SystemError)
  func remove(_ path: String) throws(SystemError)
  func makeFolder(_ path: String) throws(SystemError)
  /// Takes the lock of an open file if nobody else has it; closing the file gives it back.
  func tryLock(_ file: Descriptor) throws(SystemError) -> Bool
}

/// What a file is opened for.
package enum FilePurpose: Equatable, Sendable {
  case reading
  /// Reading and appending, to a file that exists.
  case appending
  /// Appending, to a file that must not exist.
  case creating
  /// Holding a lock, reading and writing, on a file that exists.
  case locking
  /// The same on a file that must not exist.
  case creatingLock
  /// Syncing a folder's entries.
  case syncingFolder
}

/// What of a file is copied to another.
package enum FileAttributes: Equatable, Sendable {
  /// The owner and the group, if the owners differ.
  case owner
  /// The owner, the group, the mode and the extended attributes, of which access control lists are a part.
  ///
  /// What this user may not copy is left out, unless somebody could then use the one file and not the other.
  case all
}

/// What a sync makes durable.
package enum SyncScope: Equatable, Sendable {
  /// What is needed to read the file.
  case contents
  /// Also what is known about it, such as its times.
  case everything
  /// Everything, before anything that is made durable later, which may be less work.
  case ordered
}

/// What a file ledger needs to know of an open file.
package struct FileStatus: Equatable, Sendable {
  package let isRegular: Bool
  package let size: Int
  package let identity: FileIdentity
}

/// What tells a file from all others, whatever its name: its device and its number there.
package struct FileIdentity: Hashable, Sendable {
  package let device: UInt64
  package let number: UInt64

  package init(device: UInt64, number: UInt64) {
    (self.device, self.number) = (device, number)
  }
}
