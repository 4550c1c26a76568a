import NomadGenCore
import NomadSyntax

/// A stored type while its shape is read.
struct FoundStoredType {
  /// A piece of code that decides how the type is coded.
  struct Code: Hashable {
    /// The name under which the shape has the checksum of all pieces.
    var name: String
    /// The name of the type, which does not count.
    var type: String
    var file: Int
    /// The offsets of the code in the file; empty if the words are all that counts.
    var range = 0..<0
    /// The name of the method's parameter, which does not count either.
    var parameter = ""
    var words: [String] = []

    /// Returns the checksum of the code in the bytes of its file.
    func checksum(in bytes: UnsafeBufferPointer<UInt8>) -> UInt64 {
      var digest = TokenDigest()
      for word in words { digest.add(token: word.utf8) }
      if range.isEmpty { return digest.value }
      // The file may have changed since the scan.
      let range = range.clamped(to: 0..<bytes.count)
      return DeclarationDigest(name: type, extended: nil, conditions: [], gaps: [], parameter: parameter)
        .checksum(of: UnsafeBufferPointer(rebasing: bytes[range]))
    }
  }

  var type: StoredType
  let symbol: Symbol

  /// The code that counts with its checksum.
  var code: [Code] = []

  /// The declared types that it contains, which are stored with it.
  var parts: [Symbol] = []

  /// The names that other files may declare.
  var names: Set<String> = []
}
