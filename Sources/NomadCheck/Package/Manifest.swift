import NomadGenCore

/// The parts of a `Package.swift` that are plain literals: its targets, their products, and the packages that it gives
/// by path.
package struct Manifest {
  /// The targets that the manifest declares with a call, in the manifest's order.
  package private(set) var targets: [Target] = []
  /// The targets in products, which other packages may use; nil if some are computed.
  package private(set) var productTargets: Set<String>? = []
  /// The places at which the manifest changes arguments of targets after their declaration, with the arguments' labels.
  private(set) var changes: [(label: String, location: Location)] = []
  /// The paths of the packages that this package depends on by path.
  package private(set) var packagePaths: [String] = []
  /// Whether the manifest names the plugin.
  package let usesPlugin: Bool
  /// The tools version in the manifest's first line.
  let toolsVersion: [Int]

  private static let plugin = "NomadPlugin"
  private static let kinds = [
    "target", "executableTarget", "testTarget", "macro", "plugin", "systemLibrary", "binaryTarget",
  ]

  /// Reads a manifest.
  ///
  /// - Parameters:
  ///   - bytes: The manifest's text.
  ///   - file: The manifest's path, for locations.
  package init(_ bytes: UnsafeBufferPointer<UInt8>, file: String) {
    usesPlugin = Relevance([Self.plugin]).isRelevant(bytes)
    let firstLine = String(decoding: bytes.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
    toolsVersion = firstLine.split { !$0.isNumber }.compactMap { Int($0) }
    let lines = LineMap(bytes, file: file)
    var cursor = TokenCursor(bytes)
    // For each open bracket, the name before it, and the index of the target that it declares.
    var calls: [(callee: String, target: Int?)] = []
    while cursor.peek().kind != .end {
      let before = cursor.last
      let token = cursor.advance()
      let enclosing = calls.last { $0.target != nil }?.target
      switch token.kind {
      case .leftParen:
        let callee = before.map { $0.isIdentifier ? cursor.text(of: $0) : "" } ?? ""
        // Inside of a target, such a call names one of its dependencies or plugins.
        let isTarget = enclosing == nil && Self.kinds.contains(callee)
        if isTarget { targets.append(Target(kind: callee)) }
        calls.append((callee, isTarget ? targets.count - 1 : nil))
        if let enclosing, ["copy", "process", "embedInCode"].contains(callee) {
          targets[enclosing].excluded += Self.texts(&cursor) ?? []
        }
      case .string:
        guard let enclosing, StringLiteral.value(of: cursor.bytes(of: token)) == Self.plugin else { continue }
        targets[enclosing].usesPlugin = true
      case .leftSquare, .leftBrace: calls.append(("", nil))
      case .rightParen, .rightSquare, .rightBrace: _ = calls.popLast()
      case _ where token.isIdentifier && cursor.peek().kind == .colon:
        guard let call = calls.last else { continue }
        cursor.advance()
        read(cursor.text(of: token), of: call.callee, call.target, &cursor, lines)
      case .identifier where before?.kind == .period:
        let label = cursor.text(of: token)
        guard ["name", "path", "sources", "exclude", "plugins"].contains(label), Self.isChange(cursor) else { continue }
        changes.append((label, lines.location(of: token.start)))
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
    case ("package", "path"): packagePaths += Self.texts(&cursor) ?? []
    case ("library", "targets"), ("executable", "targets"), ("plugin", "targets"):
      let names = Self.texts(&cursor)
      productTargets = names.flatMap { productTargets?.union($0) }
    default:
      guard let target else { return }
      let location = lines.location(of: cursor.peek().start)
      let isRead =
        label == "plugins" ? Self.namesPlugins(cursor) : targets[target].set(label, to: Self.texts(&cursor))
      if !isRead { targets[target].computed.append((label, location)) }
    }
  }

  /// Whether a value is an array of plugins whose names are literals.
  private static func namesPlugins(_ cursor: TokenCursor) -> Bool {
    var ahead = cursor
    guard ahead.consume(.leftSquare) else { return false }
    while !ahead.consume(.rightSquare) {
      if ahead.consume(.period) {
        guard ahead.consume(text: "plugin"), ahead.consume(.leftParen), ahead.consume(text: "name"),
          ahead.consume(.colon), isLiteral(&ahead)
        else { return false }
        ahead.skipToClosing()
      } else if !isLiteral(&ahead) {
        return false
      }
      _ = ahead.consume(.comma)
    }
    return [.comma, .rightParen].contains(ahead.peek().kind)
  }

  private static func isLiteral(_ cursor: inout TokenCursor) -> Bool {
    cursor.peek().kind == .string && StringLiteral.value(of: cursor.bytes(of: cursor.advance())) != nil
  }

  /// Whether what follows the name of a property assigns to it, or calls a method that changes it.
  private static func isChange(_ cursor: TokenCursor) -> Bool {
    var ahead = cursor
    _ = ahead.consume(.postfixQuestion) || ahead.consume(.postfixExclamation)
    if ahead.consume(.equal) || ahead.consume(text: "+=") { return true }
    guard ahead.consume(.period) else { return false }
    let method = ahead.text(of: ahead.peek())
    return ["append", "insert", "remove"].contains { method.hasPrefix($0) }
  }

  /// Reads a string literal, or an array of them, that is the whole value of an argument; returns nil if the value is
  /// computed.
  private static func texts(_ cursor: inout TokenCursor) -> [String]? {
    var (ahead, texts) = (cursor, [String]())
    let isArray = ahead.consume(.leftSquare)
    while ahead.peek().kind == .string {
      guard let text = StringLiteral.value(of: ahead.bytes(of: ahead.advance())) else { return nil }
      texts.append(text)
      guard isArray, ahead.consume(.comma) else { break }
    }
    guard isArray ? ahead.consume(.rightSquare) : !texts.isEmpty else { return nil }
    guard [.comma, .rightParen, .rightSquare].contains(ahead.peek().kind) else { return nil }
    cursor = ahead
    return texts
  }
}
