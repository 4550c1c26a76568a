package import NomadGenCore

/// The parts of a `Package.swift` that are plain literals: its targets, their products, and the packages that it gives
/// by path.
package struct Manifest {
  /// A target of the package.
  package struct Target {
    /// The kind of its declaration: `target`, `executableTarget`, `testTarget` and so on.
    package let kind: String
    /// The name; nil if it is computed.
    package fileprivate(set) var name: String?
    /// The text of its `path:`; nil if it has none or a computed one.
    package fileprivate(set) var path: String?
    /// The location of the value of its `path:`; nil if it has none.
    package fileprivate(set) var pathLocation: Location?

    /// Whether the target can use the library and the plugin.
    package var canHaveTribes: Bool { kind == "target" || kind == "executableTarget" }
  }

  /// The targets that the manifest declares with a call, in the manifest's order.
  package private(set) var targets: [Target] = []
  /// The targets in products, which other packages may use; nil if some are computed.
  package private(set) var productTargets: Set<String>? = []
  /// The paths of the packages that this package depends on by path.
  package private(set) var packagePaths: [String] = []
  /// Whether the manifest names the plugin.
  package let usesPlugin: Bool

  private static let kinds = ["target", "executableTarget", "testTarget", "macro", "plugin", "systemLibrary"]

  /// Reads a manifest.
  ///
  /// - Parameters:
  ///   - bytes: The manifest's text.
  ///   - file: The manifest's path, for locations.
  package init(_ bytes: UnsafeBufferPointer<UInt8>, file: String) {
    usesPlugin = Relevance(["NomadPlugin"]).isRelevant(bytes)
    let lines = LineMap(bytes, file: file)
    var cursor = TokenCursor(bytes)
    // For each open bracket, the name before it, and the index of the target that it declares.
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

  /// Reads a string literal that is the whole value of an argument; returns nil if the value is computed.
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
