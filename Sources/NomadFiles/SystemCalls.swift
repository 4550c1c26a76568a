#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Android)
  internal import Android
#endif

/// File operations through POSIX system calls.
package struct POSIXFileOperations: FileOperations {
  package init() {}

  package func open(_ path: String, for purpose: FilePurpose) throws(SystemError) -> Descriptor {
    // `O_NOFOLLOW`: a symbolic link in the file's place is refused. `O_NONBLOCK`: opening a FIFO does not wait.
    let common = O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK
    let flags: Int32 =
      switch purpose {
      case .reading: O_RDONLY | common
      case .appending: O_RDWR | O_APPEND | common
      case .creating: O_WRONLY | O_APPEND | O_CREAT | O_EXCL | common
      case .locking: O_RDWR | common
      case .creatingLock: O_RDWR | O_CREAT | O_EXCL | common
      // The folder itself may be a symbolic link, as part of the user's path.
      case .syncingFolder: O_RDONLY | O_DIRECTORY | O_CLOEXEC
      }
    let file = systemOpen(path, flags)
    return try check(file, "open")
  }

  package func close(_ file: Descriptor) {
    // A child that has not called exec(3) yet has a copy of the descriptor, which would keep the lock: flock(2).
    _ = flock(file, LOCK_UN)
    // `close` always frees the descriptor, and important data was synced before, so errors are ignored.
    _ = systemClose(file)
  }

  package func status(of file: Descriptor) throws(SystemError) -> FileStatus {
    var status = stat()
    _ = try check(fstat(file, &status), "fstat")
    return FileStatus(status)
  }

  package func status(at path: String) throws(SystemError) -> FileStatus {
    var status = stat()
    _ = try check(lstat(FilePath.bytes(of: path), &status), "lstat")
    return FileStatus(status)
  }

  package func read(_ count: Int, from file: Descriptor) throws(SystemError) -> [UInt8] {
    var failure: SystemError?
    let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, initialized in
      let length = systemRead(file, buffer)
      if length < 0 { failure = SystemError(call: "read", number: errno) }
      initialized = max(0, length)
    }
    if let failure { throw failure }
    return bytes
  }

  package func write(_ bytes: ArraySlice<UInt8>, to file: Descriptor) throws(SystemError) -> Int {
    let length = bytes.withUnsafeBytes { systemWrite(file, $0) }
    guard length >= 0 else { throw SystemError(call: "write", number: errno) }
    return length
  }

  package func write(_ bytes: ArraySlice<UInt8>, to file: Descriptor, at offset: Int) throws(SystemError) -> Int {
    let length = bytes.withUnsafeBytes { pwrite(file, $0.baseAddress, $0.count, off_t(clamping: offset)) }
    guard length >= 0 else { throw SystemError(call: "pwrite", number: errno) }
    return length
  }

  package func sync(_ file: Descriptor, _ what: SyncScope) throws(SystemError) {
    #if canImport(Darwin)
      // F_BARRIERFSYNC keeps the order without waiting for the drive. fsync(2) leaves data in the drive's cache, and
      // F_FULLFSYNC does not. If a file system, such as a network's, does not support a call, the next one is used.
      // After any other error there is no second sync: its success would hide what the first one lost.
      let barrier = (F_BARRIERFSYNC, "fcntl(F_BARRIERFSYNC)")
      for (command, call) in (what == .ordered ? [barrier] : []) + [(F_FULLFSYNC, "fcntl(F_FULLFSYNC)")] {
        if fcntl(file, command) == 0 { return }
        let error = SystemError(call: call, number: errno)
        guard [ENOTSUP, EINVAL, ENOTTY].contains(error.number) else { throw error }
      }
      _ = try check(fsync(file), "fsync")
    #else
      switch what {
      case .contents: _ = try check(fdatasync(file), "fdatasync")
      case .everything, .ordered: _ = try check(fsync(file), "fsync")
      }
    #endif
  }

  package func reserve(_ count: Int, at offset: Int, in file: Descriptor) throws(SystemError) {
    #if canImport(Darwin)
      // F_PEOFPOSMODE counts from the end of the allocated room, which may exceed the file's size: this reserves too
      // much, but never too little.
      var room = fstore_t(
        fst_flags: UInt32(F_ALLOCATEALL),
        fst_posmode: F_PEOFPOSMODE,
        fst_offset: 0,
        fst_length: off_t(clamping: count),
        fst_bytesalloc: 0
      )
      _ = try check(fcntl(file, F_PREALLOCATE, &room), "fcntl(F_PREALLOCATE)")
    #else
      guard let fallocate = SystemFunctions.fallocate else { return }
      let keepSize: Int32 = 1
      _ = try check(fallocate(file, keepSize, off_t(clamping: offset), off_t(clamping: count)), "fallocate")
    #endif
  }

  package func truncate(_ file: Descriptor, to length: Int) throws(SystemError) {
    _ = try check(ftruncate(file, off_t(clamping: length)), "ftruncate")
  }

  package func rename(_ path: String, to newPath: String) throws(SystemError) {
    _ = try check(systemRename(path, newPath), "rename")
  }

  package func remove(_ path: String) throws(SystemError) {
    _ = try check(unlink(FilePath.bytes(of: path)), "unlink")
  }

  package func makeFolder(_ path: String) throws(SystemError) {
    _ = try check(mkdir(FilePath.bytes(of: path), 0o700), "mkdir")
  }

  package func tryLock(_ file: Descriptor, isShared: Bool) throws(SystemError) -> Bool {
    if flock(file, (isShared ? LOCK_SH : LOCK_EX) | LOCK_NB) == 0 { return true }
    guard errno == EWOULDBLOCK else { throw SystemError(call: "flock", number: errno) }
    return false
  }

  private func check(_ result: Int32, _ call: String) throws(SystemError) -> Int32 {
    guard result >= 0 else { throw SystemError(call: call, number: errno) }
    return result
  }
}

extension FileStatus {
  fileprivate init(_ status: stat) {
    kind =
      switch status.st_mode & S_IFMT {
      case S_IFREG: .file
      case S_IFDIR: .folder
      case S_IFLNK: .link
      default: .other
      }
    size = Int(clamping: status.st_size)
    identity = FileIdentity(
      device: UInt64(truncatingIfNeeded: status.st_dev),
      number: UInt64(truncatingIfNeeded: status.st_ino)
    )
    #if canImport(Darwin)
      let (modified, changed) = (status.st_mtimespec, status.st_ctimespec)
    #else
      let (modified, changed) = (status.st_mtim, status.st_ctim)
    #endif
    self.modified = Time(seconds: Int(modified.tv_sec), nanoseconds: Int(modified.tv_nsec))
    self.changed = Time(seconds: Int(changed.tv_sec), nanoseconds: Int(changed.tv_nsec))
  }
}

// The methods above hide the system's functions of the same names, so these wrappers are outside of the type.

private func systemOpen(_ path: String, _ flags: Int32) -> Int32 {
  open(FilePath.bytes(of: path), flags, 0o600)
}

private func systemClose(_ file: Int32) -> Int32 { close(file) }

private func systemRead(_ file: Int32, _ buffer: UnsafeMutableBufferPointer<UInt8>) -> Int {
  read(file, buffer.baseAddress, buffer.count)
}

private func systemWrite(_ file: Int32, _ buffer: UnsafeRawBufferPointer) -> Int {
  write(file, buffer.baseAddress, buffer.count)
}

private func systemRename(_ path: String, _ newPath: String) -> Int32 {
  rename(FilePath.bytes(of: path), FilePath.bytes(of: newPath))
}

extension POSIXFileOperations {
  package func copy(_ attributes: FileAttributes, of source: Descriptor, to file: Descriptor) throws(SystemError) {
    var (old, new) = (stat(), stat())
    guard fstat(source, &old) == 0, fstat(file, &new) == 0 else { throw SystemError(call: "fstat", number: errno) }
    switch attributes {
    case .owner:
      if old.st_uid != new.st_uid, fchown(file, old.st_uid, old.st_gid) != 0 {
        throw SystemError(call: "fchown", number: errno)
      }
    case .all:
      try copyOwner(old, to: file, of: new)
      try copyExtendedAttributes(of: source, to: file)
      // The mode comes last, because an access control list and a new owner change it.
      let mode = old.st_mode & 0o7777
      if fchmod(file, mode) != 0 { throw SystemError(call: "fchmod", number: errno) }
    }
  }

  /// Copies the owner and the group.
  ///
  /// Throws if a user who can access the old file could not access the new one.
  private func copyOwner(_ old: stat, to file: Descriptor, of new: stat) throws(SystemError) {
    guard old.st_uid != new.st_uid || old.st_gid != new.st_gid,
      fchown(file, old.st_uid, old.st_gid) != 0
    else { return }
    let error = SystemError(call: "fchown", number: errno)
    let (owner, group, other) = (old.st_mode >> 6 & 0o6, old.st_mode >> 3 & 0o6, old.st_mode & 0o6)
    let keepsGroup = old.st_gid == new.st_gid || fchown(file, uid_t.max, old.st_gid) == 0
    let losesOwner = old.st_uid != new.st_uid && owner & ~other != 0 && !(keepsGroup && owner & ~group == 0)
    let losesGroup = !keepsGroup && group & ~other != 0
    if losesOwner || losesGroup { throw error.at("its owner could not be kept") }
  }

  #if canImport(Darwin)
    private func copyExtendedAttributes(of source: Descriptor, to file: Descriptor) throws(SystemError) {
      guard fcopyfile(source, file, nil, copyfile_flags_t(COPYFILE_ACL | COPYFILE_XATTR)) != 0 else { return }
      let error = SystemError(call: "fcopyfile", number: errno)
      guard error.isForbidden || error.isUnsupported else { throw error }
    }
  #else
    private func copyExtendedAttributes(of source: Descriptor, to file: Descriptor) throws(SystemError) {
      guard let list = SystemFunctions.flistxattr, let get = SystemFunctions.fgetxattr,
        let set = SystemFunctions.fsetxattr,
        let names = try read("flistxattr", { list(source, $0?.assumingMemoryBound(to: CChar.self), $1) })
      else { return }
      for name in names.split(separator: 0) {
        let name = name.map(CChar.init(bitPattern:)) + [0]
        guard let value = try read("fgetxattr", { get(source, name, $0, $1) }) else { continue }
        guard set(file, name, value, value.count, 0) != 0 else { continue }
        let error = SystemError(call: "fsetxattr", number: errno)
        // Some attributes belong to the system, which gives the new file its own.
        guard error.isForbidden || error.isUnsupported else { throw error }
      }
    }

    /// Reads a value of unknown length; nil if the file system has none or this user may not read it.
    private func read(
      _ call: String,
      _ body: (UnsafeMutableRawPointer?, Int) -> Int
    ) throws(SystemError) -> [UInt8]? {
      let length = body(nil, 0)
      var bytes = [UInt8](repeating: 0, count: max(0, length))
      let read = length > 0 ? bytes.withUnsafeMutableBytes { body($0.baseAddress, $0.count) } : length
      guard read < 0 else { return Array(bytes.prefix(read)) }
      let error = SystemError(call: call, number: errno)
      guard error.isForbidden || error.isUnsupported || error.number == ENODATA else { throw error }
      return nil
    }
  #endif
}

#if !canImport(Darwin)
  /// Functions of the C library that its Swift module does not declare; nil in a statically linked program.
  enum SystemFunctions {
    typealias Allocate = @Sendable @convention(c) (Int32, Int32, off_t, off_t) -> Int32
    typealias ListAttributes = @Sendable @convention(c) (Int32, UnsafeMutablePointer<CChar>?, Int) -> Int
    typealias GetAttribute =
      @Sendable @convention(c) (Int32, UnsafePointer<CChar>, UnsafeMutableRawPointer?, Int) -> Int
    typealias SetAttribute =
      @Sendable @convention(c) (Int32, UnsafePointer<CChar>, UnsafeRawPointer?, Int, Int32) -> Int32

    static let fallocate = find("fallocate", as: Allocate.self)
    static let flistxattr = find("flistxattr", as: ListAttributes.self)
    static let fgetxattr = find("fgetxattr", as: GetAttribute.self)
    static let fsetxattr = find("fsetxattr", as: SetAttribute.self)

    private static func find<Function>(_ name: String, as type: Function.Type) -> Function? {
      dlsym(nil, name).map { unsafeBitCast($0, to: type) }
    }
  }
#endif

extension SystemError {
  /// Whether there is nothing at the path (`ENOENT`).
  ///
  /// No other error means this.
  package var isNothingThere: Bool { number == ENOENT }
  package var isAlreadyThere: Bool { number == EEXIST }
  /// Whether a name or a path is too long (`ENAMETOOLONG`).
  package var isTooLongName: Bool { number == ENAMETOOLONG }
  /// Whether this user may not do this (`EACCES`, `EPERM`), or no user may (`EROFS`).
  package var isForbidden: Bool { number == EACCES || number == EPERM || number == EROFS }
  /// Whether the file system (`EINVAL`, `ENOTSUP`), the system (`ENOSYS`) or a device (`ENOTTY`) does not support this.
  package var isUnsupported: Bool { [EINVAL, ENOTSUP, ENOSYS, ENOTTY].contains(number) }
  /// Whether a signal interrupted the call before it did anything (`EINTR`).
  package var isInterrupted: Bool { number == EINTR }
  /// Whether the disk or the quota is full (`ENOSPC`, `EDQUOT`).
  package var isWithoutRoom: Bool { number == ENOSPC || number == EDQUOT }
  /// Whether there is a symbolic link at the path (`ELOOP`).
  package var isLink: Bool { number == ELOOP }

  /// The system's description of the error.
  var text: String {
    // Android's declaration has no optional result.
    let text: UnsafeMutablePointer<CChar>? = strerror(number)
    return text.map { String(cString: $0) } ?? "error \(number)"
  }
}
