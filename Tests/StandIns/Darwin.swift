// swift-format-ignore-file: AlwaysUseLowerCamelCase
// The system functions that Nomad calls only on Apple's systems, so that the calls can be type-checked elsewhere. The
// rest of the module is similar enough to this system's C library.

@_exported import Glibc

/// fcntl(2): flushes a file, and asks the drive to flush its cache.
public let F_FULLFSYNC: Int32 = 51

/// fcntl(2): flushes a file, and has the drive write it before anything that follows.
public let F_BARRIERFSYNC: Int32 = 85

/// fcntl(2): reserves space for a file.
public let F_PREALLOCATE: Int32 = 42

/// fcntl(2): reserves all of the space, or none.
public let F_ALLOCATEALL: Int32 = 4

/// fcntl(2): counts from the end of the allocated space.
public let F_PEOFPOSMODE: Int32 = 3

/// fcntl(2): the space to reserve.
public struct fstore_t {
  /// The flags.
  public var fst_flags: UInt32
  /// The mode of the position.
  public var fst_posmode: Int32
  /// The offset from that position.
  public var fst_offset: off_t
  /// The number of bytes to reserve.
  public var fst_length: off_t
  /// The number of reserved bytes.
  public var fst_bytesalloc: off_t

  /// The initializer that C structures have.
  public init(fst_flags: UInt32, fst_posmode: Int32, fst_offset: off_t, fst_length: off_t, fst_bytesalloc: off_t) {
    self.fst_flags = fst_flags
    self.fst_posmode = fst_posmode
    self.fst_offset = fst_offset
    self.fst_length = fst_length
    self.fst_bytesalloc = fst_bytesalloc
  }
}

/// fcntl(2), with a pointer.
public func fcntl(_ file: Int32, _ command: Int32, _ pointer: UnsafeMutableRawPointer) -> Int32 { -1 }

/// copyfile(3): the parts to copy.
public typealias copyfile_flags_t = UInt32

/// copyfile(3): the state of a copy.
public typealias copyfile_state_t = OpaquePointer

/// copyfile(3): the access control list.
public let COPYFILE_ACL: Int32 = 1

/// copyfile(3): the extended attributes.
public let COPYFILE_XATTR: Int32 = 4

/// copyfile(3): copies the parts of an open file that are not its contents.
public func fcopyfile(_ from: Int32, _ to: Int32, _ state: copyfile_state_t?, _ flags: copyfile_flags_t) -> Int32 { -1 }

/// clonefile(2): makes a file that shares the blocks of an open one.
public func fclonefileat(_ file: Int32, _ folder: Int32, _ path: UnsafePointer<CChar>, _ flags: UInt32) -> Int32 { -1 }

extension stat {
  /// stat(2): the modification date.
  public var st_mtimespec: timespec { st_mtim }
  /// stat(2): the time of the last change.
  public var st_ctimespec: timespec { st_ctim }
}
