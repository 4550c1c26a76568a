import NomadGenCore
import NomadSyntax

/// The names in the declarations and extensions of a file, up to their bodies.
///
/// They tell quickly which files declare, extend or refine some types, however many types are asked for.
struct DeclarationHeads {
  /// The names that the file declares.
  private(set) var declared: Set<String> = []
  /// All names between the keyword of a declaration or an extension and its body.
  private(set) var mentioned: Set<String> = []

  init(_ bytes: UnsafeBufferPointer<UInt8>) {
    for keyword in ["extension", "struct", "class", "enum", "actor", "protocol", "typealias"] {
      var keyword = keyword
      keyword.withUTF8 { add(after: $0, in: bytes) }
    }
  }

  private mutating func add(after keyword: UnsafeBufferPointer<UInt8>, in bytes: UnsafeBufferPointer<UInt8>) {
    var start = 0
    while let found = ByteSearch.firstIndex(of: keyword, in: UnsafeBufferPointer(rebasing: bytes[start...])) {
      start += found + keyword.count
      guard start < bytes.count, !ByteClass.isIdentifierPart(bytes[start]) else { continue }
      var cursor = TokenCursor(UnsafeBufferPointer(rebasing: bytes[start...]))
      var isFirst = true
      while true {
        let token = cursor.advance()
        if token.is(.leftBrace) || token.is(.rightBrace) || token.is(.semicolon) || token.is(.end) { break }
        guard token.isName else { continue }
        let name = cursor.name(of: token).text
        if isFirst { declared.insert(name) }
        mentioned.insert(name)
        isFirst = false
      }
    }
  }
}
