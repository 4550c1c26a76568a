import NomadCheck
import NomadGenCore
import NomadSyntax

/// The types that tribes decode or encode although they are no stored types.
///
/// Only what is certain counts: a type that a checked module declares, and that the tribe names where it decodes or
/// encodes.
struct UnstoredTypes {
  private let table: SymbolTable
  private let stored: Set<String>

  /// Finds the types.
  ///
  /// - Parameters:
  ///   - package: The checked modules.
  ///   - modules: The modules and their files.
  ///   - read: Reads a file.
  /// - Returns: A note for each tribe and type, sorted by location.
  /// - Throws: The errors of `read`.
  static func findings(
    in package: CheckedPackage,
    of modules: [(name: String, files: [String])],
    read: SourceReader
  ) throws -> [Finding] {
    let scans = ScannedFiles(for: .shapes)
    var files: [SourceFile] = []
    for module in modules {
      for path in module.files.sorted() where !SQLFiles.isSQL(path) {
        try read(path) { bytes in
          var file = scans.scan(bytes, path: path)
          file.module = module.name
          files.append(file)
        }
      }
    }
    let rule = UnstoredTypes(
      table: SymbolTable(files: files, of: modules.map(\.name), home: "", .stored),
      stored: Set(package.storedTypes.map(\.qualifiedName))
    )
    var findings: [Finding] = []
    for tribe in package.tribes { findings += try rule.findings(about: tribe, read) }
    return findings.sorted { $0.location < $1.location }
  }

  private func findings(about tribe: Tribe, _ read: SourceReader) throws -> [Finding] {
    let symbol = table.symbolsInSourceOrder.first { symbol in
      table.declarations(of: symbol).contains { $0.location == tribe.location }
    }
    guard let symbol else { return [] }
    var found: [(name: String, location: Location, verb: String)] = []
    for id in table.declarationIDs[symbol, default: []] {
      let range = table[id].range
      try read(table.files[id.file].path) { bytes in
        // The file may have changed since the scan.
        let part = UnsafeBufferPointer(rebasing: bytes[range.clamped(to: 0..<bytes.count)])
        let lines = LineMap(bytes, file: table.files[id.file].path)
        for use in CodingUses.all(in: part) {
          guard let name = unstored(use.type, in: id, of: symbol) else { continue }
          found.append((name, lines.location(of: range.lowerBound + use.offset), use.verb))
        }
      }
    }
    var known: Set<String> = []
    return found.filter { known.insert($0.name).inserted }.map { name, location, verb in
      Finding(
        severity: .note,
        code: .unstoredType,
        message: "tribe '\(tribe.module).\(tribe.name)' \(verb) '\(name)', which is not a stored type",
        location: location,
        impact: "the check does not see when its shape changes",
        remedy: "let it conform to Stored, or list it with 'nomadctl lock --stored \(name)'"
      )
    }
  }

  /// Returns the type with its module if a reference certainly means a type that is not stored; otherwise nil.
  private func unstored(_ reference: TypeReference, in id: SymbolTable.ID, of tribe: Symbol) -> String? {
    let senses = table.lookup(reference, from: table.scopes(within: id))
    guard let first = senses.first, case .declared(let symbol) = first.meaning,
      senses.allSatisfy({ $0.meaning == first.meaning })
    else { return nil }
    let declarations = table.declarations(of: symbol).filter { !$0.is(.extension) }
    // A private type is a copy that nothing else changes.
    let isOwn = declarations.contains { $0.access?.isPrivate == true || $0.isLocal || $0.is(.protocol) }
    let name = table.qualifiedName(of: symbol)
    guard !declarations.isEmpty, !isOwn, !name.hasPrefix(table.qualifiedName(of: tribe) + ".") else { return nil }
    let qualified = "\(table.module(of: symbol)).\(name)"
    return stored.contains(qualified) ? nil : qualified
  }
}

/// The types that code decodes or encodes.
struct CodingUses {
  /// A type's name where it is decoded or encoded.
  struct Use {
    var type: TypeReference
    /// The place of the name, in bytes from the start of the code.
    var offset: Int
    var verb: String
  }

  private var uses: [Use] = []
  /// The types of local values, by their names; nil if a name has several.
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
      (found.types[name] ?? nil).map { Use(type: $0.type, offset: offset, verb: "encodes") }
    }
    return (found.uses + values).sorted { $0.offset < $1.offset }
  }

  /// Reads `(Type.self`, where the type may be an array or another container.
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
        guard ahead.peek().is(keyword: .selfValue) else { return }
        uses += paths.map { Use(type: $0.0, offset: $0.1, verb: "decodes") }
        return
      default: return
      }
    }
  }

  /// Reads `(Type(…)`, `([Type(…)`, or `(name`.
  private mutating func readEncoding(_ start: TokenCursor) {
    var ahead = start
    guard ahead.consume(.leftParen) else { return }
    _ = ahead.consume(.leftSquare)
    let first = ahead.peek()
    guard first.isName, let path = Self.readPath(&ahead) else { return }
    let next = ahead.peek()
    if next.is(.leftParen) {
      uses.append(Use(type: path, offset: first.start, verb: "encodes"))
    } else if path.components.count == 1, next.is(.rightParen) || next.is(.rightSquare) || next.is(.comma) {
      encoded.append((path.components[0].text, first.start))
    }
  }

  /// Reads `name: Type`, `name: [Type]` or `name = Type(…)`.
  private mutating func readValue(_ start: TokenCursor) {
    var ahead = start
    guard ahead.peek().isName else { return }
    let name = ahead.name(of: ahead.advance()).text
    var use: Use?
    if ahead.consume(.colon) {
      _ = ahead.consume(.leftSquare)
      let first = ahead.peek()
      if first.isName, let path = Self.readPath(&ahead), !ahead.peek().is(.colon), !ahead.peek().isOperator {
        use = Use(type: path, offset: first.start, verb: "")
      }
    } else if ahead.consume(.equal) {
      _ = ahead.consume(.leftSquare)
      let first = ahead.peek()
      if first.isName, let path = Self.readPath(&ahead), ahead.peek().is(.leftParen) {
        use = Use(type: path, offset: first.start, verb: "")
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
