internal import Nomad

#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Android)
  internal import Android
#endif

extension POSIXFileOperations {
  /// The number of bytes from which a path is too long, whatever its names.
  static var pathLimit: Int { Int(PATH_MAX) }

  #if canImport(Darwin)
    /// F_FULLFSYNC(2) empties the drive's cache, but F_BARRIERFSYNC(2) must fill it, file by file.
    func canSyncFileSystem(of folder: Descriptor) -> Bool { false }

    func syncFileSystem(of folder: Descriptor) throws(SystemError) {
      throw SystemError(call: "syncfs", number: ENOSYS)
    }
  #else
    /// Whether syncfs(2) does what fsync(2) of each file would do.
    ///
    /// It reports errors since Linux 5.8. A file system in user space, in a network or over another one may not pass
    /// the call on.
    func canSyncFileSystem(of folder: Descriptor) -> Bool {
      guard FileSystem.sync != nil, FileSystem.reportsErrors, let type = FileSystem.type(of: folder) else {
        return false
      }
      return FileSystem.local.contains(type)
    }

    func syncFileSystem(of folder: Descriptor) throws(SystemError) {
      guard let sync = FileSystem.sync else { throw SystemError(call: "syncfs", number: ENOSYS) }
      guard sync(folder) == 0 else { throw SystemError(call: "syncfs", number: errno) }
    }
  #endif
}

#if !canImport(Darwin)
  /// The calls about file systems that the C library's module does not declare.
  private enum FileSystem {
    typealias Sync = @Sendable @convention(c) (Int32) -> Int32
    typealias Status = @Sendable @convention(c) (Int32, UnsafeMutableRawPointer) -> Int32

    /// The numbers of Btrfs, ext4 with its predecessors, F2FS, tmpfs, XFS and ZFS, from linux/magic.h.
    static let local: Set<UInt32> = [0x9123_683E, 0xEF53, 0xF2F5_2010, 0x0102_1994, 0x5846_5342, 0x2FC1_2FC1]

    static let sync = dlsym(nil, "syncfs").map { unsafeBitCast($0, to: Sync.self) }
    private static let status = dlsym(nil, "fstatfs").map { unsafeBitCast($0, to: Status.self) }

    static let reportsErrors: Bool = {
      var name = utsname()
      guard uname(&name) == 0 else { return false }
      let release = withUnsafeBytes(of: &name.release) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
      let numbers = release.split { !$0.isNumber }.prefix(2).compactMap { Int($0) }
      return numbers.count == 2 && (numbers[0], numbers[1]) >= (5, 8)
    }()

    /// Returns the number of a file system's type, which is the first field of the structure.
    static func type(of file: Int32) -> UInt32? {
      // The structure has at most 120 bytes.
      var words = [Int](repeating: 0, count: 64)
      return words.withUnsafeMutableBytes { bytes in
        guard let status, let start = bytes.baseAddress, status(file, start) == 0 else { return nil }
        return UInt32(truncatingIfNeeded: bytes.load(as: Int.self))
      }
    }
  }
#endif
