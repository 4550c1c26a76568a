internal import Nomad

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
  /// Checks that no other process is in a transaction or has the database open in WAL mode.
  ///
  /// Such a process holds a lock on the bytes from PENDING_BYTE on: see <https://www.sqlite.org/lockingv3.html>.
  static func check(_ path: String, _ file: FileOperations.Descriptor) throws {
    var lock = flock()
    lock.l_type = Int16(F_WRLCK)
    lock.l_whence = Int16(SEEK_SET)
    lock.l_start = 0x4000_0000
    lock.l_len = 512
    guard fcntl(file, F_GETLK, &lock) == 0 else {
      throw SystemError(call: "fcntl(F_GETLK)", number: errno, place: path)
    }
    guard lock.l_type == Int16(F_UNLCK) else {
      throw SnapshotProblem("process \(lock.l_pid) uses the SQLite database \(path)")
    }
  }
}
