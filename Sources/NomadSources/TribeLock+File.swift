package import NomadGenCore

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
  @_optimize(none)
  package static func inCurrentFolder() throws(Failure) -> TribeLock? {
    var status = stat()
    // A link that leads nowhere is no lock that is not there.
    if lstat(fileName, &status) != 0, errno == ENOENT { return nil }
    var lock: TribeLock?
    do {
      try FileReader().read(fileName) { lock = TribeLock(reading: $0) }
    } catch let failure as Failure {
      throw failure
    } catch {
      throw Failure("\(error)")
    }
    return lock
  }
}
