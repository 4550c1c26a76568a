import NomadGenCore
import NomadSources
package import NomadSyntax
package import NomadTargets

/// The literals that policies in some sources have.
package struct PolicyLiterals {
  /// The name of the policies' type.
  static let type = "MigrationPolicy"

  private static let relevance = Relevance(["oldest", "hold"])

  /// The oldest versions that the policies support: the literal in `MigrationPolicy(oldest: "2.0.0")`,
  /// `.init(oldest: "2.0.0")` or `policy.oldest = "2.0.0"`.
  package private(set) var oldest: [(version: TribeVersion, location: Location)] = []

  /// The keys of the tribes that the policies hold back: the literals in `hold: [...]` and `hold = [...]`.
  private(set) var held: [(key: String, location: Location)] = []

  init() {}

  /// Reads the literals in files that import Nomad.
  init(in files: [SourceFile], read: SourceReader) throws {
    for file in files { try read(file.path) { add($0, path: file.path) } }
  }

  private mutating func add(_ bytes: UnsafeBufferPointer<UInt8>, path: String) {
    guard Self.relevance.isRelevant(bytes) else { return }
    var cursor = TokenCursor(bytes)
    lazy var lines = LineMap(bytes, file: path)
    // For each open bracket, whether the arguments of a policy's initializer are in it.
    var open: [Bool] = []
    // The last three tokens.
    var before: [Token] = []
    while cursor.peek().kind != .end {
      let token = cursor.advance()
      defer { before = before.suffix(2) + [token] }
      switch token.kind {
      case .leftParen: open.append(Self.isPolicy(before, cursor))
      case .leftBrace, .leftSquare: open.append(false)
      case .rightParen, .rightBrace, .rightSquare: _ = open.popLast()
      case .identifier where cursor.text(token, is: "oldest"):
        var next = cursor
        let isLabel = before.last.map { $0.kind == .leftParen || $0.kind == .comma } ?? false
        let isArgument = isLabel && open.last == true && next.peek().kind == .colon
        guard isArgument || before.last?.kind == .period && next.peek().kind == .equal else { continue }
        next.advance()
        let value = next.peek()
        guard value.kind == .string, let text = StringLiteral.value(of: cursor.bytes(of: value)),
          let version = try? TribeVersion(app: text)
        else { continue }
        oldest.append((version, lines.location(of: value.start)))
      case .identifier where cursor.text(token, is: "hold"):
        guard cursor.consume(.colon) || cursor.consume(.equal), cursor.consume(.leftSquare) else { continue }
        for literal in Self.literals(&cursor) {
          guard let key = StringLiteral.value(of: cursor.bytes(of: literal)) else { continue }
          held.append((key, lines.location(of: literal.start)))
        }
      default: break
      }
    }
  }

  /// Reads a list up to its end, and returns the elements that are a string literal alone.
  private static func literals(_ cursor: inout TokenCursor) -> [Token] {
    var literals: [Token] = []
    var isStart = true
    while true {
      let token = cursor.advance()
      switch token.kind {
      case .rightSquare, .end: return literals
      case .leftParen, .leftSquare, .leftBrace: cursor.skipToClosing()
      case .string where isStart && (cursor.peek().is(.comma) || cursor.peek().is(.rightSquare)): literals.append(token)
      default: break
      }
      isStart = token.is(.comma)
    }
  }

  /// Whether the tokens before an opening parenthesis call an initializer of the policy, as far as they tell.
  private static func isPolicy(_ before: [Token], _ cursor: TokenCursor) -> Bool {
    func isType(_ token: Token) -> Bool { token.is(keyword: .selfType) || cursor.text(token, is: type) }
    guard let callee = before.last, !callee.is(keyword: .initializer) else {
      guard before.dropLast().last?.is(.period) == true else { return false }
      // Without a type before the period, the context has it, and that may be the policy.
      let base = before.count == 3 ? before[0] : nil
      return base.map { isType($0) || $0.is(keyword: .selfValue) || !$0.endsOperand } ?? true
    }
    return isType(callee)
  }
}

extension Token {
  /// Whether a member of the expression that ends with the token can follow it.
  fileprivate var endsOperand: Bool {
    switch kind {
    case .rightParen, .rightSquare, .rightBrace, .postfixQuestion, .postfixExclamation, .string: true
    default: isName || self.is(keyword: .super)
    }
  }
}
