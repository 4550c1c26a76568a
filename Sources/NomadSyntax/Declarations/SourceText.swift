/// A copy of the bytes of a file, for callers that read more in it than its declarations.
package final class SourceText {
  package let bytes: UnsafeBufferPointer<UInt8>

  /// The lines of the file.
  package let lines: LineMap

  init(copying bytes: UnsafeBufferPointer<UInt8>, file: String) {
    let copy = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: bytes.count)
    _ = copy.initialize(from: bytes)
    self.bytes = UnsafeBufferPointer(copy)
    lines = LineMap(self.bytes, file: file)
  }

  deinit { bytes.deallocate() }

  /// Returns the bytes in a range of the file.
  package subscript(range: Range<Int>) -> UnsafeBufferPointer<UInt8> { UnsafeBufferPointer(rebasing: bytes[range]) }
}
