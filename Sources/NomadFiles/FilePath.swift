/// Functions for paths as strings.
package enum FilePath {
  /// Returns the folder that contains a file or a folder.
  package static func folder(of path: String) -> String {
    guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return "." }
    let folder = path[..<slash]
    return folder.isEmpty ? "/" : String(folder)
  }
}

extension FilePath {
  /// Returns a file name for a text, made of `0-9 A-Z a-z - _ .` and escapes such as `%2F`.
  ///
  /// Different texts have different names. With `lowercase`, capital letters are escaped too, so that the names also
  /// differ on file systems that ignore case.
  package static func name(for text: String, lowercase: Bool) -> String {
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
    guard name.utf8.count > nameLimit else { return name.isEmpty ? "%" : name }
    // A hash replaces the rest. `%%` marks it, because no escape contains it.
    let digest = text.utf8.reduce(0xCBF2_9CE4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
    return name.prefix(nameLimit - 20) + "%%" + String(digest, radix: 16)
  }

  /// File systems allow 255 bytes, and suffixes are added.
  private static let nameLimit = 200
}

/// Paths whose bytes are not UTF-8, as strings.
///
/// On Linux, a name can contain any bytes. Each byte that is not part of UTF-8 is represented by one of the last 128
/// characters of Unicode, which are for private use, and so are the bytes of such a character itself. So different
/// names are different strings, and the system gets the same bytes back.
extension FilePath {
  /// The character for the byte 0x80; those for the following bytes come after it.
  package static let escapes: UInt32 = 0x10_FF80
  /// The first byte of every such character in UTF-8.
  package static let lead: UInt8 = 0xF4

  /// Returns the bytes of a path for a system call, with the zero byte that ends them.
  package static func bytes(of path: String) -> [CChar] {
    guard path.utf8.contains(lead) else { return Array(path.utf8CString) }
    var bytes: [CChar] = []
    for scalar in path.unicodeScalars {
      if scalar.value < escapes {
        for byte in String(scalar).utf8 { bytes.append(CChar(bitPattern: byte)) }
      } else {
        bytes.append(CChar(bitPattern: UInt8(scalar.value - escapes + 0x80)))
      }
    }
    return bytes + [0]
  }
}
