internal import NomadFiles

/// The file operations of snapshots: those of a ledger, and others for folders and links.
///
/// Each is one system call or a short sequence of them, so that a test can make any of them fail.
protocol TreeOperations: FileOperations {
  /// Returns the names in a folder, in no particular order.
  func names(in path: String) throws(SystemError) -> [String]
  /// Returns the target of a symbolic link.
  func link(at path: String) throws(SystemError) -> String
  func makeLink(to target: String, at path: String) throws(SystemError)
  /// Creates a new file that shares its blocks with an open one.
  func clone(_ source: Descriptor, to path: String) throws(SystemError)
  /// Sets the modification date of an open file or folder.
  func setTimes(of status: FileStatus, on file: Descriptor) throws(SystemError)
  /// Gives the user every permission on a folder, so that its contents can be removed.
  func openUp(_ path: String) throws(SystemError)
  /// Removes an empty folder.
  func removeFolder(_ path: String) throws(SystemError)
  /// Whether one call makes everything durable that was written to the file system of an open folder.
  ///
  /// The call must report every error since the folder was opened.
  func canSyncFileSystem(of folder: Descriptor) -> Bool
  /// Makes everything durable that was written to the file system of an open folder.
  func syncFileSystem(of folder: Descriptor) throws(SystemError)
}

extension TreeOperations {
  /// Returns the status of the object at a path; nil if there is none, or if there can be none.
  func entryIfThere(at path: String) throws(SystemError) -> FileStatus? {
    do throws(SystemError) {
      return try status(at: path)
    } catch {
      // There can be no entry with a name that is too long. A path that is too long proves nothing.
      let isImpossible = error.isTooLongName && path.utf8.count < POSIXFileOperations.pathLimit
      guard error.isNothingThere || isImpossible else { throw error.at(path) }
      return nil
    }
  }

  /// Removes a file, a link or a folder with its contents.
  ///
  /// Does nothing if there is none.
  func removeTree(_ path: String) throws(SystemError) {
    guard let entry = try entryIfThere(at: path) else { return }
    guard entry.kind == .folder else { return try remove(path) }
    try? openUp(path)
    for name in try names(in: path) { try removeTree("\(path)/\(name)") }
    try removeFolder(path)
  }

  /// Creates a folder that only Nomad uses.
  func makeOwnFolder(_ path: String) throws(SystemError) {
    try makeFolder(path)
    giveToOwner(folder: path)
  }

  /// Changes the owner of a folder that root has created to the owner of the folder around it; best effort.
  func giveToOwner(folder path: String) {
    guard let folder = try? openRetrying(path, for: .syncingFolder) else { return }
    giveToOwner(ofFolder: FilePath.folder(of: path), folder)
    close(folder)
  }

  /// Writes a new file that is durable except for its name, and that belongs to the owner of its folder.
  func write(_ bytes: [UInt8], toNew path: String) throws(SystemError) {
    let file = try openRetrying(path, for: .creating)
    defer { close(file) }
    giveToOwner(ofFolder: FilePath.folder(of: path), file)
    try writeAll(bytes, to: file)
    try sync(file, .everything)
  }

  /// Creates or replaces a file, atomically and durably.
  func replace(_ path: String, with bytes: [UInt8]) throws(SystemError) {
    let new = path + ".new"
    try removeTree(new)
    try write(bytes, toNew: new)
    try rename(new, to: path)
    try syncFolder(FilePath.folder(of: path))
  }

  /// Reads a whole file.
  func bytes(at path: String) throws(SystemError) -> [UInt8] {
    do throws(SystemError) {
      let file = try openRetrying(path, for: .reading)
      defer { close(file) }
      return try readToEnd(file, expecting: try status(of: file).size)
    } catch {
      throw error.at(path)
    }
  }
}
