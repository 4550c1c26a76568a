#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Android)
  internal import Android
#endif

/// The real file operations.
struct POSIXFileOperations: FileOperations {
  func open(_ path: String, for purpose: FilePurpose) throws(SystemError) -> Descriptor {
    // `O_NOFOLLOW`: a symbolic link in the file's place is refused. `O_NONBLOCK`: opening a FIFO does not wait.
    let common = O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK
    let flags: Int32 =
      switch purpose {
      case .reading: O_RDONLY | common
      case .appending: O_RDWR | O_APPEND | common
      case .creating: O_WRONLY | O_APPEND | O_CREAT | O_EXCL | common
      case .locking: O_RDWR | O_CREAT | common
      // The folder itself may be a link: the user's path leads to it.
      case .syncingFolder: O_RDONLY | O_DIRECTORY | O_CLOEXEC
      }
    #if canImport(Darwin)
      let file = Darwin.open(path, flags, 0o600)
    #elseif canImport(Glibc)
      let file = Glibc.open(path, flags, 0o600)
    #elseif canImport(Musl)
      let file = Musl.open(path, flags, 0o600)
    #elseif canImport(Android)
      let file = Android.open(path, flags, 0o600)
    #endif
    return try check(file, "open")
  }

  func close(_ file: Descriptor) {
    // The descriptor is gone whatever `close` returns, and what matters was synced before.
    #if canImport(Darwin)
      _ = Darwin.close(file)
    #elseif canImport(Glibc)
      _ = Glibc.close(file)
    #elseif canImport(Musl)
      _ = Musl.close(file)
    #elseif canImport(Android)
      _ = Android.close(file)
    #endif
  }

  func status(of file: Descriptor) throws(SystemError) -> FileStatus {
    var status = stat()
    _ = try check(fstat(file, &status), "fstat")
    return FileStatus(isRegular: status.st_mode & S_IFMT == S_IFREG, size: Int(clamping: status.st_size))
  }

  func read(_ count: Int, from file: Descriptor) throws(SystemError) -> [UInt8] {
    var failure: SystemError?
    let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, initialized in
      #if canImport(Darwin)
        let length = Darwin.read(file, buffer.baseAddress, buffer.count)
      #elseif canImport(Glibc)
        let length = Glibc.read(file, buffer.baseAddress, buffer.count)
      #elseif canImport(Musl)
        let length = Musl.read(file, buffer.baseAddress, buffer.count)
      #elseif canImport(Android)
        let length = Android.read(file, buffer.baseAddress, buffer.count)
      #endif
      if length < 0 { failure = SystemError(call: "read", number: errno) }
      initialized = max(0, length)
    }
    if let failure { throw failure }
    return bytes
  }

  func write(_ bytes: ArraySlice<UInt8>, to file: Descriptor) throws(SystemError) -> Int {
    let length = bytes.withUnsafeBytes { buffer in
      #if canImport(Darwin)
        Darwin.write(file, buffer.baseAddress, buffer.count)
      #elseif canImport(Glibc)
        Glibc.write(file, buffer.baseAddress, buffer.count)
      #elseif canImport(Musl)
        Musl.write(file, buffer.baseAddress, buffer.count)
      #elseif canImport(Android)
        Android.write(file, buffer.baseAddress, buffer.count)
      #endif
    }
    guard length >= 0 else { throw SystemError(call: "write", number: errno) }
    return length
  }

  func sync(_ file: Descriptor, _ what: SyncScope) throws(SystemError) {
    #if canImport(Darwin)
      // fsync(2) on Apple's systems leaves data in the drive's cache; F_FULLFSYNC does not. A file system without
      // it, such as a network's, says so, and fsync is then all there is.
      if fcntl(file, F_FULLFSYNC) == 0 { return }
      guard errno == ENOTSUP || errno == EINVAL || errno == ENOTTY else {
        throw SystemError(call: "fcntl(F_FULLFSYNC)", number: errno)
      }
      _ = try check(fsync(file), "fsync")
    #else
      switch what {
      case .contents: _ = try check(fdatasync(file), "fdatasync")
      case .everything: _ = try check(fsync(file), "fsync")
      }
    #endif
  }

  func truncate(_ file: Descriptor, to length: Int) throws(SystemError) {
    _ = try check(ftruncate(file, off_t(clamping: length)), "ftruncate")
  }

  func rename(_ path: String, to newPath: String) throws(SystemError) {
    #if canImport(Darwin)
      let result = Darwin.rename(path, newPath)
    #elseif canImport(Glibc)
      let result = Glibc.rename(path, newPath)
    #elseif canImport(Musl)
      let result = Musl.rename(path, newPath)
    #elseif canImport(Android)
      let result = Android.rename(path, newPath)
    #endif
    _ = try check(result, "rename")
  }

  func remove(_ path: String) throws(SystemError) {
    _ = try check(unlink(path), "unlink")
  }

  func makeFolder(_ path: String) throws(SystemError) {
    _ = try check(mkdir(path, 0o700), "mkdir")
  }

  func tryLock(_ file: Descriptor) throws(SystemError) -> Bool {
    if flock(file, LOCK_EX | LOCK_NB) == 0 { return true }
    guard errno == EWOULDBLOCK || errno == EINTR else { throw SystemError(call: "flock", number: errno) }
    return false
  }

  private func check(_ result: Int32, _ call: String) throws(SystemError) -> Int32 {
    guard result >= 0 else { throw SystemError(call: call, number: errno) }
    return result
  }
}
