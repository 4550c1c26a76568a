extension FileOperations {
  /// Repeats a call that a signal interrupted, up to a hundred times: no timer sends signals so fast for long.
  private func retrying<Result>(_ call: () throws(SystemError) -> Result) throws(SystemError) -> Result {
    for _ in 0..<100 {
      do throws(SystemError) { return try call() } catch { guard error.isInterrupted else { throw error } }
    }
    return try call()
  }

  /// Opens a file.
  ///
  /// Retries after a signal.
  package func openRetrying(_ path: String, for purpose: FilePurpose) throws(SystemError) -> Descriptor {
    try retrying { () throws(SystemError) in try open(path, for: purpose) }
  }

  /// Takes the lock of an open file if it is free, or is shared by all that have it.
  ///
  /// Retries after a signal.
  package func tryLockRetrying(_ file: Descriptor, isShared: Bool = false) throws(SystemError) -> Bool {
    try retrying { () throws(SystemError) in try tryLock(file, isShared: isShared) }
  }

  package func readToEnd(_ file: Descriptor, expecting size: Int) throws(SystemError) -> [UInt8] {
    var bytes: [UInt8] = []
    while true {
      // One byte more than expected: if it is missing, this is the end.
      let count = bytes.isEmpty && size > 0 ? size + 1 : 4_096
      let more = try retrying { () throws(SystemError) in try read(count, from: file) }
      if more.isEmpty { return bytes }
      if bytes.isEmpty { bytes = more } else { bytes += more }
    }
  }

  /// Reads up to `count` bytes from the beginning of a file.
  package func readStart(of file: Descriptor, _ count: Int) throws(SystemError) -> [UInt8] {
    try retrying { () throws(SystemError) in try read(count, from: file) }
  }

  /// Writes all bytes, in as many calls as needed.
  package func writeAll(_ bytes: [UInt8], to file: Descriptor) throws(SystemError) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let next = rest
      let count = try retrying { () throws(SystemError) in try write(next, to: file) }
      // Neither an error nor progress: retrying could go on forever.
      guard count > 0 else { throw SystemError(call: "write", number: 0) }
      rest = rest.dropFirst(count)
    }
  }

  /// Changes the owner of a file that root has created to the owner of its folder, who will use it.
  package func giveToOwner(ofFolder path: String, _ file: Descriptor) {
    // Only root may do this. Best effort, because the owner of a folder can at least remove files in it.
    guard let folder = try? openRetrying(path, for: .syncingFolder) else { return }
    try? copy(.owner, of: folder, to: file)
    close(folder)
  }

  /// Reserves room for more bytes in a file, if its file system can.
  package func makeRoom(for count: Int, at offset: Int, in file: Descriptor) throws(SystemError) {
    do throws(SystemError) {
      try retrying { () throws(SystemError) in try reserve(count, at: offset, in: file) }
    } catch {
      guard error.isUnsupported else { throw error.beforeChange }
    }
  }

  /// Overwrites the beginning of a file with all bytes, in as many calls as needed.
  package func overwrite(_ file: Descriptor, with bytes: [UInt8]) throws(SystemError) {
    var done = 0
    while done < bytes.count {
      let start = done
      let count = try retrying { () throws(SystemError) in try write(bytes[start...], to: file, at: start) }
      guard count > 0 else { throw SystemError(call: "pwrite", number: 0) }
      done += count
    }
  }

  /// Returns the status of the object at a path; nil if there is none.
  package func statusIfThere(at path: String) throws(SystemError) -> FileStatus? {
    do throws(SystemError) {
      return try status(at: path)
    } catch {
      guard error.isNothingThere else { throw error }
      return nil
    }
  }

  /// Makes the entries of a folder durable: its files and their names.
  package func syncFolder(_ path: String, _ scope: SyncScope = .everything) throws(SystemError) {
    do throws(SystemError) {
      let folder = try openRetrying(path, for: .syncingFolder)
      defer { close(folder) }
      try sync(folder, scope)
    } catch {
      // Some file systems, such as network file systems, cannot sync folders. There is nothing more to do there.
      guard error.isUnsupported else { throw error.at("folder \(path)") }
    }
  }

  /// Makes the existence of a folder durable, as far as this user may open the folders above it.
  ///
  /// It also syncs existing folders, because a killed run may have created them without a sync.
  package func syncFolders(above path: String) throws(SystemError) {
    let parent = FilePath.folder(of: path)
    guard parent != path else { return }
    do throws(SystemError) {
      try syncFolder(parent, .ordered)
    } catch {
      guard error.isForbidden else { throw error }
      return
    }
    try syncFolders(above: parent)
  }

  /// Creates a folder, and the missing folders above it.
  package func makeFolders(_ path: String) throws(SystemError) {
    do throws(SystemError) {
      try makeFolder(path)
    } catch {
      if error.isAlreadyThere { return }
      let parent = FilePath.folder(of: path)
      guard error.isNothingThere, parent != path else { throw error }
      try makeFolders(parent)
      do throws(SystemError) {
        try makeFolder(path)
      } catch {
        // Another process may have created it meanwhile.
        guard error.isAlreadyThere else { throw error }
      }
    }
  }
}
