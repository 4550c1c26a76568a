import NomadCheck
import NomadSyntax

/// The types that code decodes from data or encodes to it.
struct CodingUses {
  /// A type's name where it is decoded or encoded.
  struct Use {
    var type: TypeReference
    /// The offset of the name in the source.
    var offset: Int
    var verb: String
  }

  private var uses: [Use] = []
  /// The types of values, by their names; nil if a name has several.
  private var types: [String: Use?] = [:]
  private var encoded: [(name: String, offset: Int)] = []

  static func all(in bytes: UnsafeBufferPointer<UInt8>) -> [Use] {
    var found = CodingUses()
    var cursor = TokenCursor(bytes)
    while !cursor.peek().is(.end) {
      let token = cursor.advance()
      if token.is(keyword: .let) || token.is(keyword: .var) {
        found.readValue(cursor)
      } else if token.isName {
        switch cursor.name(of: token).text {
        case "decode": found.readDecoding(cursor)
        case "encode": found.readEncoding(cursor)
        default: break
        }
      }
    }
    let values = found.encoded.compactMap { name, offset in
      (found.types[name] ?? nil).map { Use(type: $0.type, offset: offset, verb: "encoded") }
    }
    return (found.uses + values).sorted { $0.offset < $1.offset }
  }

  /// Reads `(Type.self, from: data)`, where the type may be an array or another container.
  ///
  /// With `forKey:`, the value is a part of another one.
  private mutating func readDecoding(_ start: TokenCursor) {
    var ahead = start
    guard ahead.consume(.leftParen) else { return }
    var paths: [(TypeReference, Int)] = []
    while true {
      let token = ahead.peek()
      switch token.kind {
      case .leftSquare, .rightSquare, .colon, .comma, .postfixQuestion: ahead.advance()
      case _ where token.isOperator: ahead.advance()
      case _ where token.isName:
        guard let path = Self.readPath(&ahead) else { return }
        paths.append((path, token.start))
      case .period:
        ahead.advance()
        guard ahead.consume(.selfValue), ahead.consume(.comma), ahead.consume(text: "from") else { return }
        uses += paths.map { Use(type: $0.0, offset: $0.1, verb: "decoded") }
        return
      default: return
      }
    }
  }

  /// Reads `(Type(…))`, `([Type(…)])`, or `(name)`.
  private mutating func readEncoding(_ start: TokenCursor) {
    var ahead = start
    guard ahead.consume(.leftParen) else { return }
    _ = ahead.consume(.leftSquare)
    if ahead.consume(.selfValue), !ahead.consume(.period) { return }
    let first = ahead.peek()
    guard first.isName, let path = Self.readPath(&ahead) else { return }
    if ahead.consume(.leftParen) {
      ahead.skipToClosing()
      _ = ahead.consume(.rightSquare)
      if ahead.peek().is(.rightParen) { uses.append(Use(type: path, offset: first.start, verb: "encoded")) }
      return
    }
    _ = ahead.consume(.rightSquare)
    if path.components.count == 1, ahead.peek().is(.rightParen) {
      encoded.append((path.components[0].text, first.start))
    }
  }

  /// Reads `name: Type`, `name: [Type]` or `name = Type(…)`.
  private mutating func readValue(_ start: TokenCursor) {
    var ahead = start
    guard ahead.peek().isName else { return }
    let name = ahead.name(of: ahead.advance()).text
    var use: Use?
    let isAnnotation = ahead.consume(.colon)
    if isAnnotation || ahead.consume(.equal) {
      _ = ahead.consume(.leftSquare)
      let first = ahead.peek()
      if let path = Self.readPath(&ahead) {
        let next = ahead.peek()
        let isType = isAnnotation ? !next.is(.colon) && !next.isOperator : next.is(.leftParen)
        if isType { use = Use(type: path, offset: first.start, verb: "") }
      }
    }
    if let known = types[name], known?.type != use?.type { use = nil }
    types[name] = .some(use)
  }

  /// Reads a path of names, up to `.self`.
  private static func readPath(_ ahead: inout TokenCursor) -> TypeReference? {
    guard ahead.peek().isName else { return nil }
    var path = TypeReference(components: [ahead.name(of: ahead.advance())])
    while ahead.peek().is(.period) {
      var behind = ahead
      behind.advance()
      guard behind.peek().isName else { return path }
      ahead = behind
      path.components.append(ahead.name(of: ahead.advance()))
    }
    return path
  }
}
