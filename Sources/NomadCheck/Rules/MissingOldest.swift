import NomadGenCore
import NomadSyntax
package import NomadTargets

/// The oldest version that a policy in the sources supports: a literal in `MigrationPolicy(oldest: "2.0.0")`,
/// `.init(oldest: "2.0.0")` or `policy.oldest = "2.0.0"`.
package struct OldestVersion {
  package let version: TribeVersion
  let location: Location

  private static let relevance = Relevance(["oldest"], search: ByteSearch.firstIndex)

  /// Returns the literals in files that import Nomad.
  static func all(in files: [SourceFile], read: Pipeline.Reader) throws -> [Self] {
    var found: [Self] = []
    for file in files {
      try read(file.path) { found += all(in: $0, path: file.path) }
    }
    return found
  }

  private static func all(in bytes: UnsafeBufferPointer<UInt8>, path: String) -> [Self] {
    guard relevance.isRelevant(bytes) else { return [] }
    var (cursor, found) = (TokenCursor(bytes), [Self]())
    lazy var lines = LineMap(bytes, file: path)
    // For each open bracket, whether the arguments of a policy's initializer are in it.
    var open: [Bool] = []
    // The last three tokens.
    var before: [Token] = []
    while !cursor.peek().is(.end) {
      let token = cursor.advance()
      defer { before = before.suffix(2) + [token] }
      switch token.kind {
      case .leftParen: open.append(isPolicy(before, cursor))
      case .leftBrace, .leftSquare: open.append(false)
      case .rightParen, .rightBrace, .rightSquare: _ = open.popLast()
      case .identifier where cursor.text(token, is: "oldest"):
        var next = cursor
        let isLabel = before.last.map { $0.is(.leftParen) || $0.is(.comma) } ?? false
        let isArgument = isLabel && open.last == true && next.peek().is(.colon)
        guard isArgument || before.last?.is(.period) == true && next.peek().is(.equal) else { continue }
        next.advance()
        let value = next.peek()
        guard value.is(.string), let text = StringLiteral.value(of: cursor.bytes(of: value)),
          let version = try? TribeVersion(app: text)
        else { continue }
        found.append(Self(version: version, location: lines.location(of: value.start)))
      default: break
      }
    }
    return found
  }

  /// Whether the tokens before an opening parenthesis call an initializer of the policy, as far as they tell.
  private static func isPolicy(_ before: [Token], _ cursor: TokenCursor) -> Bool {
    func isType(_ token: Token) -> Bool { token.is(keyword: .selfType) || cursor.text(token, is: "MigrationPolicy") }
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

/// The rule that a policy refuses the data whose tribes are retired.
enum MissingOldest {
  static func findings(_ lock: ReleaseLock, _ census: TribeCensus) -> [Finding] {
    let retired = lock.entries.compactMap { entry in entry.oldestSupported.map { (entry, $0) } }
    guard let (entry, oldest) = retired.max(by: { $0.1 < $1.1 }) else { return [] }
    if census.oldestVersions.isEmpty {
      return [
        Finding(
          code: .missingOldest,
          message: "tribes before \(oldest.text) are retired, and no checked source sets the 'oldest' of a policy",
          location: entry.location,
          impact: "older data would skip the retired tribes in silence, unless a source that is not checked sets it",
          remedy: "write MigrationPolicy(oldest: \"\(oldest.text)\"), with a literal, where the migrator is made"
        )
      ]
    }
    return census.oldestVersions.filter { $0.version < oldest }.map { found in
      Finding(
        code: .missingOldest,
        message:
          "this policy supports data from \(found.version.text) on, but tribes before \(oldest.text) are retired",
        location: found.location,
        related: [entry.note],
        impact: "older data would skip the retired tribes in silence",
        remedy: "write \"\(oldest.text)\""
      )
    }
  }
}

extension ReleaseLock.Entry {
  /// The oldest version that the app has to refuse older data of, because this tribe is retired; nil if it is not.
  fileprivate var oldestSupported: TribeVersion? {
    self[.retired].flatMap { (try? TribeVersion(app: $0)) ?? order.asVersion }
  }
}
