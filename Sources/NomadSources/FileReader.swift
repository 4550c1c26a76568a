#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// A reader of files, one after another, into a buffer that it reuses.
///
/// It uses the C library only: loading Foundation would take longer than the rest of the work.
package final class FileReader {
  private var buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 16, alignment: 1)

  package init() {}

  deinit { buffer.deallocate() }

  /// Reads a file and passes its bytes to a closure.
  ///
  /// The bytes are valid only during the call.
  ///
  /// - Throws: ``Failure`` if the file cannot be read.
  package func read(_ path: String, _ body: (UnsafeBufferPointer<UInt8>) -> Void) throws(Failure) {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw Failure("read", path) }
    defer { close(descriptor) }
    var count = 0
    while true {
      if count == buffer.count { grow(to: buffer.count * 2) }
      let got = readSome(descriptor, buffer.baseAddress.map { $0 + count }, buffer.count - count)
      if got == 0 { break }
      if got < 0 {
        if errno == EINTR { continue }
        throw Failure("read", path)
      }
      count += got
    }
    body(UnsafeBufferPointer(start: buffer.baseAddress?.assumingMemoryBound(to: UInt8.self), count: count))
  }

  private func grow(to size: Int) {
    let larger = UnsafeMutableRawBufferPointer.allocate(byteCount: size, alignment: 1)
    larger.copyMemory(from: UnsafeRawBufferPointer(buffer))
    buffer.deallocate()
    buffer = larger
  }
}

/// Calls `read(2)`, which the method above would hide under its own name.
private func readSome(_ descriptor: Int32, _ buffer: UnsafeMutableRawPointer?, _ count: Int) -> Int {
  read(descriptor, buffer, count)
}
