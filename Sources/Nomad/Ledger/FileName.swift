/// Creates file names from arbitrary text.
enum FileName {
  /// Returns a file name for a text, made of `0-9 A-Z a-z - _ .` and escapes such as `%2F`.
  ///
  /// Different texts have different names. With `lowercase`, capital letters are escaped too, so that the names also
  /// differ on file systems that ignore case.
  static func escaped(_ text: String, lowercase: Bool) -> String {
    var name = ""
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
        UInt8(ascii: "-"), UInt8(ascii: "_"):
        name.unicodeScalars.append(Unicode.Scalar(byte))
      case UInt8(ascii: ".") where !name.isEmpty:
        name.unicodeScalars.append(Unicode.Scalar(byte))
      case UInt8(ascii: "A")...UInt8(ascii: "Z") where !lowercase:
        name.unicodeScalars.append(Unicode.Scalar(byte))
      default:
        name += byte < 0x10 ? "%0" : "%"
        name += String(byte, radix: 16, uppercase: true)
      }
    }
    guard name.utf8.count > limit else { return name.isEmpty ? "%" : name }
    // A hash replaces the rest. `%%` marks it, because no escape contains it.
    let digest = text.utf8.reduce(0xCBF2_9CE4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
    return name.prefix(limit - 20) + "%%" + String(digest, radix: 16)
  }

  /// File systems allow 255 bytes, and suffixes are added.
  private static let limit = 200
}
