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
    /// The conditions of the `#if` directives around the code in its method.
    var conditions: [Condition] = []
    var words: [String] = []

    /// Returns the checksum of the code, given the text of its file.
    fileprivate func checksum(in file: SourceText?) -> UInt64 {
      if let file, !range.isEmpty {
        return DeclarationDigest(name: type, extended: nil, conditions: conditions, gaps: [], parameter: parameter)
          .checksum(of: file[range])
      }
      var digest = TokenDigest()
      for word in words { digest.add(token: word.utf8) }
      return digest.value
    }

    /// Returns the code as a statement, given the text of its file.
    fileprivate func statement(in file: SourceText) -> StoredType.Statement {
      let text = String(decoding: file[range], as: UTF8.self)
      let line = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
      return StoredType.Statement(
        text: line.count > 40 ? "\(line.prefix(39))…" : line,
        location: file.lines.location(of: range.lowerBound)
      )
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

  /// Returns the type with the checksums of the code in its shape.
  func finished(in table: SymbolTable) -> StoredType {
    var type = type
    func checksum(of code: [Code]) -> UInt64 {
      TokenDigest.value(of: code.map { $0.checksum(in: table.files[$0.file].text) })
    }
    for (part, code) in Dictionary(grouping: Set(code), by: \.part) {
      switch part {
      case .code(let name): type.shape.code[name] = checksum(of: code)
      case .field(let isDecoding, let path, let valueType, let condition):
        let place = Self.code(isDecoding)
        let index = type.shape[keyPath: place]?.fields.firstIndex { $0.path == path && $0.condition == condition }
        if let index { type.shape[keyPath: place]?.fields[index].code[valueType.unwrapped] = checksum(of: code) }
      // Below, in the order of the source.
      case .sum: break
      }
    }
    for piece in code {
      guard case .sum(let sums, let isDecoding) = piece.part, let file = table.files[piece.file].text else { continue }
      let checksum = piece.checksum(in: file)
      type.shape[keyPath: Self.code(isDecoding)]?[keyPath: sums].insert(checksum)
      // Of statements that are the same, the first one counts.
      if sums != \.labels, type.statements[checksum] == nil { type.statements[checksum] = piece.statement(in: file) }
    }
    type.shape.sort()
    return type
  }

  static func code(_ isDecoding: Bool) -> WritableKeyPath<Shape, Shape.Code?> { isDecoding ? \.decoding : \.encoding }
}
