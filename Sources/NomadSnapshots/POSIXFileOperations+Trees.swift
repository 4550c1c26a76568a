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
    guard lstat(path, &status) == 0 else { throw SystemError(call: "lstat", number: errno) }
    let kind: TreeEntry.Kind =
      switch status.st_mode & S_IFMT {
      case S_IFREG: .file
      case S_IFDIR: .folder
      case S_IFLNK: .link
      default: .other
      }
    return TreeEntry(
      kind: kind,
      size: kind == .file ? Int(clamping: status.st_size) : 0,
      identity: FileIdentity(
        device: UInt64(truncatingIfNeeded: status.st_dev),
        number: UInt64(truncatingIfNeeded: status.st_ino)
      ),
      seconds: Int(status.modified.tv_sec),
      nanoseconds: Int(status.modified.tv_nsec)
    )
  }

  func names(in path: String) throws(SystemError) -> [String] {
    guard let folder = opendir(path) else { throw SystemError(call: "opendir", number: errno, place: path) }
    defer { closedir(folder) }
    var names: [String] = []
    while true {
      errno = 0
      guard let entry = readdir(folder) else { break }
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 1) { String(cString: $0) }
      }
      if name != ".", name != ".." { names.append(name) }
    }
    if errno != 0 { throw SystemError(call: "readdir", number: errno, place: path) }
    return names
  }

  func link(at path: String) throws(SystemError) -> String {
    // The target of a link is no longer than a path.
    var bytes = [CChar](repeating: 0, count: 4_096)
    let length = readlink(path, &bytes, bytes.count)
    guard length >= 0 else { throw SystemError(call: "readlink", number: errno, place: path) }
    return String(decoding: bytes.prefix(length).map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  func makeLink(to target: String, at path: String) throws(SystemError) {
    guard symlink(target, path) == 0 else { throw SystemError(call: "symlink", number: errno, place: path) }
  }

  func clone(_ source: Descriptor, to path: String) throws(SystemError) {
    #if canImport(Darwin)
      guard fclonefileat(source, AT_FDCWD, path, 0) == 0 else {
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
    let time = timespec(tv_sec: .init(entry.seconds), tv_nsec: .init(entry.nanoseconds))
    guard futimens(file, [time, time]) == 0 else { throw SystemError(call: "futimens", number: errno) }
  }

  func openUp(_ path: String) throws(SystemError) {
    guard chmod(path, 0o700) == 0 else { throw SystemError(call: "chmod", number: errno, place: path) }
  }

  func removeFolder(_ path: String) throws(SystemError) {
    guard rmdir(path) == 0 else { throw SystemError(call: "rmdir", number: errno, place: path) }
  }
}

extension stat {
  fileprivate var modified: timespec {
    #if canImport(Darwin)
      st_mtimespec
    #else
      st_mtim
    #endif
  }
}
