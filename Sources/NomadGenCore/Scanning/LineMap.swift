/// A map from offsets in a source to lines and columns.
package struct LineMap {
  private let file: String
  private let bytes: UnsafeBufferPointer<UInt8>
  private let starts: [Int]

  package init(_ bytes: UnsafeBufferPointer<UInt8>, file: String) {
    self.file = file
    self.bytes = bytes
    var starts = [0]
    var index = 0
    while index < bytes.count {
      let byte = bytes[index]
      index += 1
      if byte == UInt8(ascii: "\r"), index < bytes.count, bytes[index] == UInt8(ascii: "\n") { index += 1 }
      if ByteClass.isNewline(byte) { starts.append(index) }
    }
    self.starts = starts
  }

  package func location(of offset: Int) -> Location {
    var low = 0
    var high = starts.count
    while high - low > 1 {
      let middle = (low + high) / 2
      if starts[middle] <= offset { low = middle } else { high = middle }
    }
    let before = bytes[starts[low]..<offset]
    // A continuation byte of UTF-8 does not start a code point.
    let codePoints = before.count { $0 & 0xC0 != 0x80 }
    return Location(file: file, line: low + 1, column: before.count + 1, codePointColumn: codePoints + 1)
  }
}
