import Foundation

/// A file that is accessed with system calls directly.
struct RawFile {
  private let file: Int32

  init(appendingTo path: String) {
    file = open(path, O_WRONLY | O_CREAT | O_APPEND, 0o600)
  }

  /// Writes some bytes and syncs them.
  func append(_ bytes: [UInt8]) {
    precondition(write(file, bytes, bytes.count) == bytes.count)
    #if canImport(Darwin)
      precondition(fcntl(file, F_FULLFSYNC) == 0)
    #else
      precondition(fdatasync(file) == 0)
    #endif
  }

  /// Opens a file, reads it to its end, and returns its size.
  @discardableResult
  static func read(_ path: String) -> Int {
    let file = open(path, O_RDONLY)
    var status = stat()
    precondition(fstat(file, &status) == 0)
    let size = Int(status.st_size)
    let bytes = [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
      count = Foundation.read(file, buffer.baseAddress, size)
    }
    precondition(close(file) == 0 && bytes.count == size)
    return bytes.count
  }
}
