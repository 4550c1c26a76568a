import NomadGenCore
import NomadSyntax

/// A stored type while its shape is read.
struct FoundStoredType {
  /// A piece of code that decides how the type is coded.
  struct Code: Hashable {
    /// The part of a shape that has the checksum.
    enum Part: Hashable {
      /// The code of a name, with all other pieces of the name.
      case code(String)
      /// What a hand-written method does with a value of a type, with all other pieces of that.
      case field(isDecoding: Bool, path: [String], type: SwiftType, condition: String?)
      /// A statement or a label of a hand-written method, in one of the sets that a shape has.
      case sum(WritableKeyPath<Shape.Code, Set<UInt64>>, isDecoding: Bool)
    }

    var part: Part
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

  /// The declared types that its shape names, by their names there.
  var symbols: [String: Symbol] = [:]

  /// The names that other files may declare.
  var names: Set<String> = []

  /// Adds the checksum of one piece of code, or of all pieces of a name.
  mutating func add(_ checksum: UInt64, of part: Code.Part) {
    switch part {
    case .code(let name): type.shape.code[name] = checksum
    case .field(let isDecoding, let path, let valueType, let condition):
      let place = Self.code(isDecoding)
      let index = type.shape[keyPath: place]?.fields.firstIndex { $0.path == path && $0.condition == condition }
      if let index { type.shape[keyPath: place]?.fields[index].code[valueType.unwrapped] = checksum }
    case .sum(let sums, let isDecoding): type.shape[keyPath: Self.code(isDecoding)]?[keyPath: sums].insert(checksum)
    }
  }

  static func code(_ isDecoding: Bool) -> WritableKeyPath<Shape, Shape.Code?> { isDecoding ? \.decoding : \.encoding }
}
