internal import NomadFiles

#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Android)
  internal import Android
#endif

/// The SQLite databases that this process has open.
struct OpenFiles {
  private var databases: Set<FileIdentity> = []

  /// Whether there are none.
  var isEmpty: Bool { databases.isEmpty }

  /// The first bytes of a database: see <https://www.sqlite.org/fileformat.html>, section 1.3.
  static let databaseHeader = Array("SQLite format 3\0".utf8)

  init() {
    let files = POSIXFileOperations()
    // A sandbox may hide that folder. In this case, every possible descriptor is tried.
    let listed = try? files.names(in: "/dev/fd").compactMap(Int32.init)
    let limit = min(max(0, sysconf(numericCast(_SC_OPEN_MAX))), 65_536)
    for file in listed ?? (0..<limit).map(Int32.init) {
      guard let entry = try? files.status(of: file), entry.kind == .file, Self.isDatabase(file) else { continue }
      databases.insert(entry.identity)
    }
  }

  /// Whether this process has the file open and it is an SQLite database.
  func isDatabase(_ identity: FileIdentity) -> Bool { databases.contains(identity) }

  private static func isDatabase(_ file: Int32) -> Bool {
    var header = [UInt8](repeating: 0, count: databaseHeader.count)
    // SQLite opens all its files for reading.
    let length = header.withUnsafeMutableBytes { pread(file, $0.baseAddress, $0.count, 0) }
    return length == header.count && header == databaseHeader
  }
}

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
