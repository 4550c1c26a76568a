extension FileOperations {
  /// Makes a call, again if a signal came in between; a hundred times, as no clock of signals runs so fast for long.
  private func retrying<Result>(_ call: () throws(SystemError) -> Result) throws(SystemError) -> Result {
    for _ in 0..<100 {
      do throws(SystemError) { return try call() } catch { guard error.isInterrupted else { throw error } }
    }
    return try call()
  }

  /// Opens a file, again if a signal came in between.
  package func openRetrying(_ path: String, for purpose: FilePurpose) throws(SystemError) -> Descriptor {
    try retrying { () throws(SystemError) in try open(path, for: purpose) }
  }

  /// Takes the lock of an open file if nobody else has it, again if a signal came in between.
  package func tryLockRetrying(_ file: Descriptor) throws(SystemError) -> Bool {
    try retrying { () throws(SystemError) in try tryLock(file) }
  }

  /// Reads a file to its end.
  package func readToEnd(_ file: Descriptor, expecting size: Int) throws(SystemError) -> [UInt8] {
    var bytes: [UInt8] = []
    while true {
      // One byte more than expected: if there is none, this is the end.
      let count = bytes.isEmpty && size > 0 ? size + 1 : 4_096
      let more = try retrying { () throws(SystemError) in try read(count, from: file) }
      if more.isEmpty { return bytes }
      if bytes.isEmpty { bytes = more } else { bytes += more }
    }
  }

  /// Reads the first bytes of a file, at most so many.
  package func readStart(of file: Descriptor, _ count: Int) throws(SystemError) -> [UInt8] {
    try retrying { () throws(SystemError) in try read(count, from: file) }
  }

  /// Writes all of the bytes, however many calls that takes.
  package func writeAll(_ bytes: [UInt8], to file: Descriptor) throws(SystemError) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let next = rest
      let count = try retrying { () throws(SystemError) in try write(next, to: file) }
      // Neither an error nor progress: to try again could go on for ever.
      guard count > 0 else { throw SystemError(call: "write", number: 0) }
      rest = rest.dropFirst(count)
    }
  }

  /// Gives a file that root has made to the owner of its folder, who is the one to use it.
  package func giveToOwner(ofFolder path: String, _ file: Descriptor) {
    // Only root may, and best effort is enough: the owner of a folder can remove what is in it.
    guard let folder = try? openRetrying(path, for: .syncingFolder) else { return }
    try? copy(.owner, of: folder, to: file)
    close(folder)
  }

  /// Makes sure that a file has room for more bytes, as far as its file system can reserve any.
  package func makeRoom(for count: Int, at offset: Int, in file: Descriptor) throws(SystemError) {
    do throws(SystemError) {
      try retrying { () throws(SystemError) in try reserve(count, at: offset, in: file) }
    } catch {
      guard error.isUnsupported else { throw error.beforeChange }
    }
  }

  /// Writes all of the bytes over what is there at the beginning of a file, however many calls that takes.
  package func overwrite(_ file: Descriptor, with bytes: [UInt8]) throws(SystemError) {
    var done = 0
    while done < bytes.count {
      let start = done
      let count = try retrying { () throws(SystemError) in try write(bytes[start...], to: file, at: start) }
      guard count > 0 else { throw SystemError(call: "pwrite", number: 0) }
      done += count
    }
  }

  /// What is at a path now; nil if there is nothing.
  package func statusIfThere(at path: String) throws(SystemError) -> FileStatus? {
    do throws(SystemError) {
      return try status(at: path)
    } catch {
      guard error.isNothingThere else { throw error }
      return nil
    }
  }

  /// Makes the entries of a folder durable: which files it holds, under which names.
  package func syncFolder(_ path: String, _ scope: SyncScope = .everything) throws(SystemError) {
    do throws(SystemError) {
      let folder = try openRetrying(path, for: .syncingFolder)
      defer { close(folder) }
      try sync(folder, scope)
    } catch {
      // There are file systems, such as a network's, that sync no folders: nothing more is to be had there.
      guard error.isUnsupported else { throw error.at("folder \(path)") }
    }
  }

  /// Makes it durable that a folder is there, as far as the folders above it are this user's to open.
  ///
  /// Whoever made them, this run or one that was killed, need not have done so.
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

  /// Makes a folder, and those above it that are missing.
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
        // Another process may have made it meanwhile.
        guard error.isAlreadyThere else { throw error }
      }
    }
  }
}

/// Paths as text.
package enum FilePath {
  /// The folder that a file or a folder is in.
  package static func folder(of path: String) -> String {
    guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return "." }
    let folder = path[..<slash]
    return folder.isEmpty ? "/" : String(folder)
  }
}
