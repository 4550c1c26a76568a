import NomadGenCore
package import NomadSources

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

extension TribeLock {
  /// Reads the lock in the current folder.
  ///
  /// - Returns: The lock, or nil if there is none.
  /// - Throws: ``Failure`` if there is one that cannot be read.
  package static func inCurrentFolder() throws(Failure) -> TribeLock? {
    var status = stat()
    // A link that leads nowhere is no lock that is not there.
    if lstat(fileName, &status) != 0, errno == ENOENT { return nil }
    var lock: TribeLock?
    try FileReader().read(fileName) { lock = TribeLock(reading: $0) }
    return lock
  }

  /// The folder of the package that a path is in, if it holds a lock and is not the current folder.
  ///
  /// - Parameter path: The path of a file or of a folder.
  /// - Returns: The path of the nearest folder around the path that holds a lock, but for what is above a
  ///   `Package.swift`; nil if there is none, or if that is the current one.
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
