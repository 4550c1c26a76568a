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

extension POSIXFileOperations: TreeOperations {
  func entry(at path: String) throws(SystemError) -> TreeEntry {
    var status = stat()
    guard FilePath.withBytes(of: path, { lstat($0, &status) }) == 0 else {
      throw SystemError(call: "lstat", number: errno)
    }
    return TreeEntry(status)
  }

  func entry(of file: Descriptor) throws(SystemError) -> TreeEntry {
    var status = stat()
    guard fstat(file, &status) == 0 else { throw SystemError(call: "fstat", number: errno) }
    return TreeEntry(status)
  }

  func names(in path: String) throws(SystemError) -> [String] {
    guard let folder = FilePath.withBytes(of: path, { opendir($0) }) else {
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
    let length = FilePath.withBytes(of: path) { readlink($0, &bytes, bytes.count) }
    guard length >= 0 else { throw SystemError(call: "readlink", number: errno, place: path) }
    return FilePath.text(of: bytes.prefix(length).map { UInt8(bitPattern: $0) })
  }

  func makeLink(to target: String, at path: String) throws(SystemError) {
    let result = FilePath.withBytes(of: target) { target in FilePath.withBytes(of: path) { symlink(target, $0) } }
    guard result == 0 else { throw SystemError(call: "symlink", number: errno, place: path) }
  }

  func clone(_ source: Descriptor, to path: String) throws(SystemError) {
    #if canImport(Darwin)
      guard FilePath.withBytes(of: path, { fclonefileat(source, AT_FDCWD, $0, 0) }) == 0 else {
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

  func setTimes(of entry: TreeEntry, on file: Descriptor) throws(SystemError) {
    let time = timespec(tv_sec: .init(entry.modified.seconds), tv_nsec: .init(entry.modified.nanoseconds))
    guard futimens(file, [time, time]) == 0 else { throw SystemError(call: "futimens", number: errno) }
  }

  func openUp(_ path: String) throws(SystemError) {
    guard FilePath.withBytes(of: path, { chmod($0, 0o700) }) == 0 else {
      throw SystemError(call: "chmod", number: errno, place: path)
    }
  }

  func removeFolder(_ path: String) throws(SystemError) {
    guard FilePath.withBytes(of: path, { rmdir($0) }) == 0 else {
      throw SystemError(call: "rmdir", number: errno, place: path)
    }
  }
}

extension SystemError {
  /// Whether no file of this file system can be cloned there.
  var isUncloneable: Bool { [ENOTSUP, ENOSYS, ENOTTY, EXDEV].contains(number) }
}

extension TreeEntry {
  fileprivate init(_ status: stat) {
    let kind: Kind =
      switch status.st_mode & S_IFMT {
      case S_IFREG: .file
      case S_IFDIR: .folder
      case S_IFLNK: .link
      default: .other
      }
    #if canImport(Darwin)
      let (modified, changed) = (status.st_mtimespec, status.st_ctimespec)
    #else
      let (modified, changed) = (status.st_mtim, status.st_ctim)
    #endif
    self.init(
      kind: kind,
      size: kind == .file ? Int(clamping: status.st_size) : 0,
      identity: FileIdentity(
        device: UInt64(truncatingIfNeeded: status.st_dev),
        number: UInt64(truncatingIfNeeded: status.st_ino)
      ),
      modified: Time(seconds: Int(modified.tv_sec), nanoseconds: Int(modified.tv_nsec)),
      changed: Time(seconds: Int(changed.tv_sec), nanoseconds: Int(changed.tv_nsec))
    )
  }
}
