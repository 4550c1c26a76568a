#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Reads files, one after the other, into a buffer that it keeps.
///
/// It stands on the C library alone: loading Foundation would take longer than the rest of the work.
package final class FileReader {
  private var buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 16, alignment: 1)

  package init() {}

  deinit { buffer.deallocate() }

  /// Reads a file and hands over its bytes, which are valid only during the call.
  ///
  /// - Throws: ``Failure`` if it cannot be read.
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

/// `read(2)`, under a name that the method above does not hide.
private func readSome(_ descriptor: Int32, _ buffer: UnsafeMutableRawPointer?, _ count: Int) -> Int {
  read(descriptor, buffer, count)
}
