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
    _ = try check(FilePath.withBytes(of: path) { lstat($0, &status) }, "lstat")
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
    _ = try check(FilePath.withBytes(of: path) { unlink($0) }, "unlink")
  }

  package func makeFolder(_ path: String) throws(SystemError) {
    _ = try check(FilePath.withBytes(of: path) { mkdir($0, 0o700) }, "mkdir")
  }

  package func tryLock(_ file: Descriptor) throws(SystemError) -> Bool {
    if flock(file, LOCK_EX | LOCK_NB) == 0 { return true }
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
    self.init(
      isRegular: status.st_mode & S_IFMT == S_IFREG,
      size: Int(clamping: status.st_size),
      identity: FileIdentity(
        device: UInt64(truncatingIfNeeded: status.st_dev),
        number: UInt64(truncatingIfNeeded: status.st_ino)
      )
    )
  }
}

// The methods above hide the system's functions of the same names, so these wrappers are outside of the type.

private func systemOpen(_ path: String, _ flags: Int32) -> Int32 {
  FilePath.withBytes(of: path) { open($0, flags, 0o600) }
}

private func systemClose(_ file: Int32) -> Int32 { close(file) }

private func systemRead(_ file: Int32, _ buffer: UnsafeMutableBufferPointer<UInt8>) -> Int {
  read(file, buffer.baseAddress, buffer.count)
}

private func systemWrite(_ file: Int32, _ buffer: UnsafeRawBufferPointer) -> Int {
  write(file, buffer.baseAddress, buffer.count)
}

private func systemRename(_ path: String, _ newPath: String) -> Int32 {
  FilePath.withBytes(of: path) { path in FilePath.withBytes(of: newPath) { rename(path, $0) } }
}
