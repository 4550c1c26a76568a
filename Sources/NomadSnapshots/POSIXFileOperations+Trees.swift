internal import NomadFiles

#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Android)
  internal import Android
#endif

extension POSIXFileOperations: TreeOperations {
  func names(in path: String) throws(SystemError) -> [String] {
    guard let folder = opendir(FilePath.bytes(of: path)) else {
      throw SystemError(call: "opendir", number: errno, place: path)
    }
    defer { closedir(folder) }
    var names: [String] = []
    while true {
      errno = 0
      guard let entry = readdir(folder) else { break }
      let bytes = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 1) {
          Array(UnsafeRawBufferPointer(start: $0, count: strlen($0)))
        }
      }
      let name = FilePath.text(of: bytes)
      if name != ".", name != ".." { names.append(name) }
    }
    if errno != 0 { throw SystemError(call: "readdir", number: errno, place: path) }
    return names
  }

  func link(at path: String) throws(SystemError) -> String {
    // The target of a link is no longer than a path.
    var bytes = [CChar](repeating: 0, count: 4_096)
    let length = readlink(FilePath.bytes(of: path), &bytes, bytes.count)
    guard length >= 0 else { throw SystemError(call: "readlink", number: errno, place: path) }
    return FilePath.text(of: bytes.prefix(length).map { UInt8(bitPattern: $0) })
  }

  func makeLink(to target: String, at path: String) throws(SystemError) {
    guard symlink(FilePath.bytes(of: target), FilePath.bytes(of: path)) == 0 else {
      throw SystemError(call: "symlink", number: errno, place: path)
    }
  }

  func clone(_ source: Descriptor, to path: String) throws(SystemError) {
    #if canImport(Darwin)
      guard fclonefileat(source, AT_FDCWD, FilePath.bytes(of: path), 0) == 0 else {
        throw SystemError(call: "fclonefileat", number: errno, place: path)
      }
    #else
      // The file must not be open for appending: see ioctl_ficlone(2).
      let file = try openRetrying(path, for: .creatingLock)
      defer { close(file) }
      // FICLONE from linux/fs.h, which the C library's module does not declare.
      guard ioctl(file, numericCast(0x4004_9409 as UInt32), source) == 0 else {
        throw SystemError(call: "ioctl(FICLONE)", number: errno, place: path)
      }
    #endif
  }

  func setTimes(of status: FileStatus, on file: Descriptor) throws(SystemError) {
    let time = timespec(tv_sec: .init(status.modified.seconds), tv_nsec: .init(status.modified.nanoseconds))
    guard futimens(file, [time, time]) == 0 else { throw SystemError(call: "futimens", number: errno) }
  }

  func openUp(_ path: String) throws(SystemError) {
    guard chmod(FilePath.bytes(of: path), 0o700) == 0 else {
      throw SystemError(call: "chmod", number: errno, place: path)
    }
  }

  func removeFolder(_ path: String) throws(SystemError) {
    guard rmdir(FilePath.bytes(of: path)) == 0 else {
      throw SystemError(call: "rmdir", number: errno, place: path)
    }
  }
}

extension SystemError {
  /// Whether no file of this file system can be cloned there.
  var isUncloneable: Bool { [ENOTSUP, ENOSYS, ENOTTY, EXDEV].contains(number) }
}

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

extension FilePath {
  /// Returns the string for the bytes of a path, or of a part of it.
  package static func text(of bytes: [UInt8]) -> String {
    let text = String(decoding: bytes, as: UTF8.self)
    if text.utf8.elementsEqual(bytes), !bytes.contains(lead) { return text }
    // Not UTF-8: each byte that is not ASCII has a character of its own.
    let scalars = bytes.compactMap { Unicode.Scalar($0 < 0x80 ? UInt32($0) : escapes + UInt32($0) - 0x80) }
    return String(String.UnicodeScalarView(scalars))
  }
}
