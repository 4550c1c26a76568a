import NomadGenCore
package import NomadSources

extension ReleaseLock {
  /// Reads the release lock in the current folder.
  ///
  /// - Returns: The lock, or nil if there is none.
  /// - Throws: ``Failure`` if the lock exists and cannot be read.
  package static func inCurrentFolder() throws(Failure) -> ReleaseLock? {
    // A broken symbolic link does not count as a missing lock.
    if File.isMissing(fileName) { return nil }
    var lock: ReleaseLock?
    try FileReader().read(fileName) { lock = ReleaseLock(reading: $0) }
    return lock
  }

  /// Returns the folder whose release lock covers a path, unless it is the current folder.
  ///
  /// - Parameter path: The path of a file or of a folder.
  /// - Returns: The path of the nearest folder around the path that holds a release lock. The search ends at a folder
  ///   with a `Package.swift`. Nil if no folder holds one, or if that folder is the current one.
  package static func folder(around path: String) -> String? {
    let current = SourceTree.canonicalPath(of: ".")
    var folder = SourceTree.canonicalPath(of: path)
    while true {
      let prefix = folder == "/" ? folder : folder + "/"
      if SourceTree.isFile(prefix + fileName) { return folder == current ? nil : folder }
      guard folder != "/", !SourceTree.isFile(prefix + "Package.swift") else { return nil }
      guard let slash = folder.lastIndex(of: "/") else { return nil }
      folder = slash == folder.startIndex ? "/" : String(folder[..<slash])
    }
  }
}
