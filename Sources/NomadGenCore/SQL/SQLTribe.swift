import NomadSyntax
import NomadTargets

/// A tribe in an SQL file: its target is in the name of the file, and its statements are the text.
package struct SQLTribe {
  /// The path of the file.
  let path: String
  let name: SQLFileName
  let database: SQLScript.Database
  /// The statements, each with the number of its first line and its text.
  package private(set) var statements: [(line: Int, text: String)] = []
  /// Whether one transaction contains the statements and the record of the tribe.
  package private(set) var isTransactional = true
  /// The properties that its settings give it, besides those that only the database knows.
  private(set) var traits: [TribeTrait.Value] = []
  /// The static members that its settings give it.
  private var members: [String] = []
  /// The checksum of the target, the settings and the statements, which comments and formatting do not change.
  private(set) var checksum: UInt64 = 0

  /// Returns the type of the tribe, as a Swift file of a module would declare it.
  ///
  /// So Swift code can name and extend it.
  func file(of module: String) -> SourceFile {
    func reference(_ names: String...) -> TypeReference {
      TypeReference(components: names.map { Name(text: $0, isQuoted: false) })
    }
    let location = Location(startOf: path)
    let declaration = Declaration(kind: .struct, reference: reference(name.typeName), location: location)
    let parent = database == .postgres ? "PostgresTribe" : "DatabaseTribe"
    (declaration.inherited, declaration.isolations) = ([reference(database.module, parent)], [nil])
    var file = SourceFile(path: path)
    (file.module, file.declarations) = (module, [declaration])
    return file
  }

  /// The declaration in the generated file.
  package var declaration: String {
    let statements = statements.map { "    (\($0.line), \($0.text.swiftLiteral))," }
    let lines =
      ["", "/// The tribe in `\(name.name)`.", "nonisolated struct \(name.typeName): \(database.module)._SQLTribe {"]
      + ["  static let target: _Nomad.TribeTarget = \(name.target.source)"]
      + members.sorted().map { "  static let \($0)" } + ["  static let _file = \(name.name.swiftLiteral)"]
      + ["  static let _statements: [(line: Int, sql: String)] = ["] + statements + ["  ]", "}"]
    return lines.joined(separator: "\n")
  }

  // MARK: Reading

  /// Reads a file.
  ///
  /// - Parameters:
  ///   - bytes: The text.
  ///   - path: The path of the file.
  ///   - name: The target and the type's name.
  ///   - database: The database that the statements are for.
  /// - Returns: The tribe, or else what is wrong with the text; neither if a comment takes the file out.
  static func read(
    _ bytes: UnsafeBufferPointer<UInt8>,
    path: String,
    name: SQLFileName,
    for database: SQLScript.Database
  ) -> (tribe: SQLTribe?, findings: [Finding]) {
    var text = Array(bytes)
    // Some editors write a byte order mark. Spaces in its place keep the columns.
    if text.starts(with: [0xEF, 0xBB, 0xBF]) {
      text.replaceSubrange(0..<3, with: repeatElement(UInt8(ascii: " "), count: 3))
    }
    let script = SQLScript(text, for: database)
    if script.isIgnored { return (nil, []) }
    var tribe = SQLTribe(path: path, name: name, database: database)
    var problems = unreadable(text) ?? script.problems
    problems += tribe.apply(script.settings)
    if tribe.isTransactional {
      problems += script.statements.compactMap { statement in
        statement.problemInTransaction(of: database).map { reason, remedy in
          SQLScript.Problem(offset: statement.range.lowerBound, reason: reason, remedy: remedy)
        }
      }
    }
    if problems.isEmpty, script.statements.isEmpty {
      problems = [SQLScript.Problem(offset: 0, reason: "it has no statement", remedy: "write one, or remove the file")]
    }
    guard problems.isEmpty else { return (nil, findings(problems, in: text, path)) }
    var (line, counted) = (1, 0)
    var digest = TokenDigest()
    for setting in [name.target.source] + script.settings.map(\.text).sorted() { digest.add(token: setting.utf8) }
    for statement in script.statements {
      let start = statement.range.lowerBound
      line += text[counted..<start].count { $0 == 0x0A }
      counted = start
      tribe.statements.append((line, String(decoding: text[statement.range], as: UTF8.self)))
      digest.add(token: statement.tokens)
    }
    tribe.checksum = digest.value
    return (tribe, [])
  }

  /// Returns the problem of a text that no database can read; nil if there is none.
  private static func unreadable(_ text: [UInt8]) -> [SQLScript.Problem]? {
    if let zero = text.firstIndex(of: 0) {
      return [SQLScript.Problem(offset: zero, reason: "it has a zero byte", remedy: "save it as text in UTF-8")]
    }
    // Decoding replaces what is not UTF-8.
    let decoded = String(decoding: text, as: UTF8.self).utf8
    if text.count == decoded.count, zip(text, decoded).allSatisfy(==) { return nil }
    // The start of a character at the end of the text is also the start of its replacement.
    let offset = zip(text, decoded).enumerated().first { $1.0 != $1.1 }?.offset ?? max(text.count - 1, 0)
    return [SQLScript.Problem(offset: offset, reason: "it is not UTF-8", remedy: "save it as text in UTF-8")]
  }

  private static func findings(_ problems: [SQLScript.Problem], in text: [UInt8], _ path: String) -> [Finding] {
    text.withUnsafeBufferPointer { bytes in
      let lines = LineMap(bytes, file: path)
      return problems.sorted { $0.offset < $1.offset }.map { problem in
        Finding(
          code: .illegalSQL,
          message: "the SQL file cannot be a tribe: \(problem.reason)",
          location: lines.location(of: problem.offset),
          remedy: problem.remedy
        )
      }
    }
  }

  // MARK: Settings

  /// Applies the settings, and returns what is wrong with them.
  private mutating func apply(_ settings: [(text: String, offset: Int)]) -> [SQLScript.Problem] {
    var known: Set<String> = []
    var problems: [SQLScript.Problem] = []
    func report(_ setting: (text: String, offset: Int), _ reason: String, _ remedy: String) {
      let reason = "'nomad:\(setting.text)' \(reason)"
      problems.append(SQLScript.Problem(offset: setting.offset, reason: reason, remedy: remedy))
    }
    for setting in settings {
      let words = setting.text.split(separator: " ").map(String.init)
      if let word = words.first, !known.insert(word).inserted {
        let reason = "'nomad:\(word)' is there twice"
        problems.append(SQLScript.Problem(offset: setting.offset, reason: reason, remedy: "remove one"))
      } else if let (reason, remedy) = apply(words) {
        report(setting, reason, remedy)
      }
    }
    let foreignKeys = settings.first { ["foreign-keys off", "foreign-keys immediate"].contains($0.text) }
    if !isTransactional, let setting = foreignKeys {
      report(setting, "has no effect without a transaction", "write 'PRAGMA foreign_keys' statements in its place")
    }
    return problems
  }

  /// Applies the words of a setting; returns the reason why it is illegal, and the remedy, if it is.
  private mutating func apply(_ words: [String]) -> (reason: String, remedy: String)? {
    let value = words.dropFirst().first
    switch (words.first, words.count) {
    case ("no-transaction", 1):
      isTransactional = false
      members.append("isTransactional = false")
    case ("deferred", 1):
      traits.append(.deferred)
      members.append("urgency: _Nomad.TribeUrgency = .deferred")
    case ("contract", 1):
      guard database == .postgres else {
        return ("needs \(SQLScript.Database.postgres.module)", "remove it; no other database has contract tribes")
      }
      traits.append(.contract)
      members.append("phase: \(database.module).TribePhase = .contract")
    case ("readable-since", _):
      guard words.count == 2, let value, (try? TribeVersion(app: value)) != nil else {
        return ("has no version", "write a version, as in 'nomad:readable-since 2.0.0'")
      }
      traits.append(.readableSince(value))
      members.append("readableSince: _Nomad.TribeVersion? = \(value.swiftLiteral)")
    case ("foreign-keys", _):
      guard database == .sqlite else {
        return ("needs \(SQLScript.Database.sqlite.module)", "remove it; other databases always check foreign keys")
      }
      guard words.count == 2, let checks = ["off": "disabled", "immediate": "immediate"][value ?? ""] else {
        return (
          "is neither 'off' nor 'immediate'",
          "write 'nomad:foreign-keys off', or 'nomad:foreign-keys immediate' to enforce them in each statement"
        )
      }
      members.append("foreignKeyChecks: \(database.module).ForeignKeyChecks = .\(checks)")
    case (let word?, _):
      let known = ["no-transaction", "deferred", "readable-since", "contract", "foreign-keys", "ignore"]
      let meant = NearestWord.find(word, among: known) ?? (known.contains(word) ? word : nil)
      let all = known.map { "'nomad:\($0)'" }.joined(separator: ", ")
      return ("is unknown", meant.map { "write 'nomad:\($0)'" } ?? "write one of \(all)")
    case (nil, _): return ("is unknown", "write a word after the colon, as in 'nomad:no-transaction'")
    }
    return nil
  }
}
