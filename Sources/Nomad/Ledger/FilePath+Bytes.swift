/// Paths whose bytes are not UTF-8, as strings.
///
/// On Linux, a name can contain any bytes. Each byte that is not part of UTF-8 is represented by one of the last 128
/// characters of Unicode, which are for private use, and so are the bytes of such a character itself. So different
/// names are different strings, and the system gets the same bytes back.
extension FilePath {
  /// The character for the byte 0x80; those for the following bytes come after it.
  private static let escapes: UInt32 = 0x10_FF80
  /// The first byte of every such character in UTF-8.
  private static let lead: UInt8 = 0xF4

  /// Returns the string for the bytes of a path, or of a part of it.
  package static func text(of bytes: [UInt8]) -> String {
    let text = String(decoding: bytes, as: UTF8.self)
    if text.utf8.elementsEqual(bytes), !bytes.contains(lead) { return text }
    var (escaped, parser, rest) = (String.UnicodeScalarView(), UTF8.ForwardParser(), bytes.makeIterator())
    var start = 0
    while true {
      let length: Int
      switch parser.parseScalar(from: &rest) {
      case .emptyInput: return String(escaped)
      case .valid(let encoded):
        let scalar = UTF8.decode(encoded)
        if scalar.value < escapes {
          start += encoded.count
          escaped.append(scalar)
          continue
        }
        length = encoded.count
      case .error(let count): length = count
      }
      for byte in bytes[start..<start + length] {
        if let scalar = Unicode.Scalar(escapes + UInt32(byte) - 0x80) { escaped.append(scalar) }
      }
      start += length
    }
  }

  /// Passes the bytes of a path, which a zero byte ends, to a system call.
  package static func withBytes<Result>(of path: String, _ body: (UnsafePointer<CChar>) -> Result) -> Result {
    guard path.utf8.contains(lead) else { return path.withCString(body) }
    var bytes: [CChar] = []
    for scalar in path.unicodeScalars {
      if scalar.value < escapes {
        bytes += UTF8.encode(scalar)?.map { CChar(bitPattern: $0) } ?? []
      } else {
        bytes.append(CChar(bitPattern: UInt8(scalar.value - escapes + 0x80)))
      }
    }
    return (bytes + [0]).withUnsafeBufferPointer { $0.baseAddress.map(body) } ?? path.withCString(body)
  }
}
