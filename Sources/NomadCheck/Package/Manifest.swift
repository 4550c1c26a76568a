package import NomadGenCore

/// What a `Package.swift` says in plain literals of its targets, their products and the packages beside it.
package struct Manifest {
  /// A target of the package.
  package struct Target {
    /// How it is declared: `target`, `executableTarget`, `testTarget` and so on.
    package let kind: String
    /// Nil if it is computed.
    package fileprivate(set) var name: String?
    /// The text of its `path:`; nil if it has none, or a computed one.
    package fileprivate(set) var path: String?
    /// Where the value of its `path:` stands; nil if it has none.
    package fileprivate(set) var pathLocation: Location?

    /// Whether the library and the plugin can be of use to it.
    package var canHaveTribes: Bool { kind == "target" || kind == "executableTarget" }
  }

  /// The targets that are declared by a call, in the order of the manifest.
  package private(set) var targets: [Target] = []
  /// The targets in products, which other packages may use; nil if some are computed.
  package private(set) var productTargets: Set<String>? = []
  /// The paths of the packages that it depends on by a path.
  package private(set) var packagePaths: [String] = []
  /// Whether the plugin is named.
  package let usesPlugin: Bool

  private static let kinds = ["target", "executableTarget", "testTarget", "macro", "plugin", "systemLibrary"]

  /// Reads a manifest.
  ///
  /// - Parameters:
  ///   - bytes: Its text.
  ///   - file: Its path, for locations.
  package init(_ bytes: UnsafeBufferPointer<UInt8>, file: String) {
    usesPlugin = Relevance(["NomadPlugin"]).isRelevant(bytes)
    let lines = LineMap(bytes, file: file)
    var cursor = TokenCursor(bytes)
    // What stands before each bracket that is open, and the target that it declares.
    var calls: [(callee: String, target: Int?)] = []
    while cursor.peek().kind != .end {
      let before = cursor.last
      let token = cursor.advance()
      switch token.kind {
      case .leftParen:
        let callee = before.map { $0.isIdentifier ? cursor.text(of: $0) : "" } ?? ""
        if Self.kinds.contains(callee) { targets.append(Target(kind: callee)) }
        calls.append((callee, Self.kinds.contains(callee) ? targets.count - 1 : nil))
      case .leftSquare, .leftBrace: calls.append(("", nil))
      case .rightParen, .rightSquare, .rightBrace: _ = calls.popLast()
      case _ where token.isIdentifier && cursor.peek().kind == .colon:
        guard let call = calls.last else { continue }
        cursor.advance()
        read(cursor.text(of: token), of: call.callee, call.target, &cursor, lines)
      default: break
      }
    }
  }

  /// Reads the value of one argument.
  private mutating func read(
    _ label: String,
    of callee: String,
    _ target: Int?,
    _ cursor: inout TokenCursor,
    _ lines: LineMap
  ) {
    switch (callee, label) {
    case ("package", "path"):
      if let path = Self.literal(&cursor) { packagePaths.append(path) }
    case ("library", "targets"), ("executable", "targets"), ("plugin", "targets"):
      guard cursor.consume(.leftSquare) else { return productTargets = nil }
      while cursor.peek().kind == .string {
        guard let name = Self.literal(&cursor) else { return productTargets = nil }
        productTargets?.insert(name)
        _ = cursor.consume(.comma)
      }
      if !cursor.consume(.rightSquare) || cursor.peek().isOperator { productTargets = nil }
    case (_, "name"):
      if let target { targets[target].name = Self.literal(&cursor) }
    case (_, "path"):
      guard let target else { return }
      targets[target].pathLocation = lines.location(of: cursor.peek().start)
      targets[target].path = Self.literal(&cursor)
    default: break
    }
  }

  /// Reads a string literal that is the whole value of an argument; nil if the value is computed.
  private static func literal(_ cursor: inout TokenCursor) -> String? {
    guard cursor.peek().kind == .string else { return nil }
    let value = StringLiteral.value(of: cursor.bytes(of: cursor.peek()))
    cursor.advance()
    switch cursor.peek().kind {
    case .comma, .rightParen, .rightSquare: return value
    default: return nil
    }
  }
}
