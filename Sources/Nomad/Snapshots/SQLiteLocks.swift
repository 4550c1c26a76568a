#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Android)
  internal import Android
#endif

/// The locks that other processes hold on an SQLite database.
enum SQLiteLocks {
  /// Makes sure that no other process is in a transaction, or has the database open in WAL mode.
  static func check(_ path: String, _ file: FileOperations.Descriptor, _ files: any FileOperations) throws {
    // PENDING_BYTE and what follows it: https://www.sqlite.org/lockingv3.html
    try check(file, from: 0x4000_0000, count: 512, path)
    let index: FileOperations.Descriptor
    do throws(SystemError) {
      index = try files.openRetrying(path + "-shm", for: .reading)
    } catch {
      guard error.isNothingThere else { throw error.at(path + "-shm") }
      return
    }
    defer { files.close(index) }
    // The locks of the WAL index: https://www.sqlite.org/walformat.html, section 2.3.
    try check(index, from: 120, count: 9, path)
  }

  private static func check(_ file: FileOperations.Descriptor, from start: Int, count: Int, _ path: String) throws {
    var lock = flock()
    lock.l_type = Int16(F_WRLCK)
    lock.l_whence = Int16(SEEK_SET)
    lock.l_start = off_t(start)
    lock.l_len = off_t(count)
    guard fcntl(file, F_GETLK, &lock) == 0 else {
      throw SystemError(call: "fcntl(F_GETLK)", number: errno, place: path)
    }
    guard lock.l_type == Int16(F_UNLCK) else {
      throw SnapshotFault("process \(lock.l_pid) uses the SQLite database \(path)")
    }
  }
}
