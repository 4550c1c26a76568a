/// The system calls that a file ledger uses, as a protocol so that tests can replace them.
///
/// Each method is one system call, so that a test double can fail at any of them. None retries.
package protocol FileOperations: Sendable {
  typealias Descriptor = Int32

  func open(_ path: String, for purpose: FilePurpose) throws(SystemError) -> Descriptor
  func close(_ file: Descriptor)
  func status(of file: Descriptor) throws(SystemError) -> FileStatus
  /// Returns the status of the object at a path. Does not follow a symbolic link.
  func status(at path: String) throws(SystemError) -> FileStatus
  /// Reads up to `count` bytes; none at the end of the file.
  func read(_ count: Int, from file: Descriptor) throws(SystemError) -> [UInt8]
  /// Writes some of the bytes, and returns their number.
  func write(_ bytes: ArraySlice<UInt8>, to file: Descriptor) throws(SystemError) -> Int
  /// Overwrites the file from an offset with some of the bytes, and returns their number.
  func write(_ bytes: ArraySlice<UInt8>, to file: Descriptor, at offset: Int) throws(SystemError) -> Int
  /// Makes written data durable.
  func sync(_ file: Descriptor, _ what: SyncScope) throws(SystemError)
  /// Copies attributes of a file, but not its contents.
  func copy(_ attributes: FileAttributes, of source: Descriptor, to file: Descriptor) throws(SystemError)
  /// Reserves room for `count` bytes from an offset, without changing the size of the file.
  func reserve(_ count: Int, at offset: Int, in file: Descriptor) throws(SystemError)
  func truncate(_ file: Descriptor, to length: Int) throws(SystemError)
  func rename(_ path: String, to newPath: String) throws(SystemError)
  func remove(_ path: String) throws(SystemError)
  func makeFolder(_ path: String) throws(SystemError)
  /// Takes the lock of an open file unless another file has it, or has it exclusively if the lock may be shared.
  ///
  /// Closing the file releases it.
  func tryLock(_ file: Descriptor, isShared: Bool) throws(SystemError) -> Bool
}

/// The purpose for which a file is opened.
package enum FilePurpose: Equatable, Sendable {
  case reading
  /// Reading and appending, to a file that exists.
  case appending
  /// Appending, to a file that must not exist.
  case creating
  /// Holding a lock, reading and writing, with a file that exists.
  case locking
  /// The same with a file that must not exist.
  case creatingLock
  /// Syncing a folder's entries.
  case syncingFolder
}

/// The attributes that are copied from one file to another.
package enum FileAttributes: Equatable, Sendable {
  /// The owner and the group, if the owners differ.
  case owner
  /// The owner, the group, the mode and the extended attributes, including access control lists.
  ///
  /// Attributes that this user may not copy are left out. It is an error if a user could then access only one of the
  /// files.
  case all
}

/// The data that a sync makes durable.
package enum SyncScope: Equatable, Sendable {
  /// The data that is needed to read the file.
  case contents
  /// The data and the metadata, such as the file's times.
  case everything
  /// Everything, before anything that becomes durable later. This may be less work.
  case ordered
}

/// The kind, size and times of a file, a folder or a link.
package struct FileStatus: Equatable, Sendable {
  package enum Kind: String, Sendable {
    case file, folder, link
    /// A socket, a pipe or a device.
    case other
  }

  /// A time, in seconds and nanoseconds.
  package struct Time: Equatable, Sendable {
    package let seconds: Int
    package let nanoseconds: Int
  }

  package let kind: Kind
  package let size: Int
  package let identity: FileIdentity
  /// The modification date, which programs can set.
  package let modified: Time
  /// The time of the last change to the contents or the attributes, which the system sets.
  package var changed: Time
}

/// The unique identity of a file, whatever its name: its device and its file number there.
package struct FileIdentity: Hashable, Sendable {
  package let device: UInt64
  package let number: UInt64

  package init(device: UInt64, number: UInt64) {
    (self.device, self.number) = (device, number)
  }
}
