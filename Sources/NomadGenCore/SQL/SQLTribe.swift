import NomadSyntax
import NomadTargets

/// A tribe in an SQL file: its target is in the name of the file, and its statements are the text.
package struct SQLTribe {
  /// The path of the file.
  package let path: String
  let name: SQLFileName
  let database: SQLScript.Database
  /// The statements, each with the number of its first line and its text.
  package let statements: [(line: Int, text: String)]
  /// Whether one transaction contains the statements and the record of the tribe.
  package let isTransactional: Bool

  /// The members that its settings give it: name, type and value.
  private let traits: [(name: String, type: String, value: String)]
  /// The statements without comments and formatting.
  private let normalized: [String]

  /// The Swift source that stands for the file wherever sources are read.
  ///
  /// Release locks have its checksum, so its form must not change, and it has no comments and formatting.
  var source: [UInt8] {
    let `protocol` = database == .postgres ? "PostgresTribe" : "DatabaseTribe"
    let statements = normalized.map { "    \($0.swiftLiteral)," }
    let lines =
      ["import \(database.module)", "struct \(name.typeName): \(database.module).\(`protocol`) {"]
      + members(of: "Nomad") + ["  static let statements: [String] = ["] + statements + ["  ]", "}", ""]
    return Array(lines.joined(separator: "\n").utf8)
  }

  /// The declaration in the generated file.
  var declaration: String {
    let statements = statements.map { "    (\($0.line), \($0.text.swiftLiteral))," }
    let lines =
      ["", "/// The tribe in `\(name.name)`.", "nonisolated struct \(name.typeName): \(database.module)._SQLTribe {"]
      + members(of: "_Nomad") + ["  static let _file = \(name.name.swiftLiteral)"]
      + ["  static let _statements: [(line: Int, sql: String)] = ["] + statements + ["  ]", "}"]
    return lines.joined(separator: "\n")
  }

  /// The types of members that the module of the database declares.
  private static let typesOfDatabases = [TribeMember.phase.type, foreignKeyChecks]

  private static let foreignKeyChecks = "ForeignKeyChecks"

  private func members(of core: String) -> [String] {
    let target = (name: "target", type: "TribeTarget", value: name.target.source)
    var lines = ([target] + traits).map { trait in
      let module = Self.typesOfDatabases.contains(trait.type) ? database.module : core
      return "  static let \(trait.name): \(module).\(trait.type) = \(trait.value)"
    }
    if !isTransactional { lines.append("  static let isTransactional = false") }
    return lines
  }

  // MARK: Reading

  /// The result of reading a file.
  enum Reading {
    case tribe(SQLTribe)
    case findings([Finding])
    /// A comment takes the file out.
    case ignored
  }

  /// Reads a file.
  ///
  /// - Parameters:
  ///   - bytes: The text.
  ///   - path: The path of the file.
  ///   - name: The target and the type's name.
  ///   - database: The database that the statements are for.
  /// - Returns: The tribe, or what is wrong with the text.
  static func read(
    _ bytes: UnsafeBufferPointer<UInt8>,
    path: String,
    name: SQLFileName,
    for database: SQLScript.Database
  ) -> Reading {
    var text = Array(bytes)
    // Some editors write a byte order mark. Spaces in its place keep the columns.
    if text.starts(with: [0xEF, 0xBB, 0xBF]) {
      text.replaceSubrange(0..<3, with: repeatElement(UInt8(ascii: " "), count: 3))
    }
    let script = SQLScript(text, for: database)
    if script.settings.contains(where: { $0.text == ignore }) { return .ignored }
    var problems = unreadable(text) ?? script.problems
    var known: Set<String> = []
    var (traits, isTransactional) = ([(name: String, type: String, value: String)](), true)
    let checks = ["off": ".disabled", "immediate": ".immediate"]
    var foreignKeys: (text: String, offset: Int)?
    for setting in script.settings {
      let words = setting.text.split(separator: " ").map(String.init)
      if let word = words.first, !known.insert(word).inserted {
        problems.append(
          SQLScript.Problem(offset: setting.offset, reason: "'nomad:\(word)' is there twice", remedy: "remove one")
        )
        continue
      }
      switch words.first {
      case "no-transaction" where words.count == 1: isTransactional = false
      case "deferred" where words.count == 1: traits.append(("urgency", "TribeUrgency", ".deferred"))
      case "contract" where words.count == 1 && database == .postgres:
        traits.append(("phase", "TribePhase", ".contract"))
      case "foreign-keys" where database == .sqlite && words.count == 2 && checks[words[1]] != nil:
        foreignKeys = setting
        traits.append(("foreignKeyChecks", Self.foreignKeyChecks, checks[words[1], default: ""]))
      case "readable-since" where words.count == 2 && (try? TribeVersion(app: words[1])) != nil:
        traits.append(("readableSince", "TribeVersion?", words[1].swiftLiteral))
      default: problems.append(problem(of: setting, words, database))
      }
    }
    if isTransactional {
      problems += script.statements.compactMap { statement in
        statement.problemInTransaction(of: database).map { reason, remedy in
          SQLScript.Problem(offset: statement.range.lowerBound, reason: reason, remedy: remedy)
        }
      }
    } else if let foreignKeys {
      problems.append(
        SQLScript.Problem(
          offset: foreignKeys.offset,
          reason: "'nomad:\(foreignKeys.text)' has no effect without a transaction",
          remedy: "write 'PRAGMA foreign_keys' statements in its place"
        )
      )
    }
    if problems.isEmpty, script.statements.isEmpty {
      problems = [SQLScript.Problem(offset: 0, reason: "it has no statement", remedy: "write one, or remove the file")]
    }
    guard problems.isEmpty else { return .findings(findings(problems, in: text, path)) }
    var (line, counted) = (1, 0)
    let statements = script.statements.map { statement in
      let start = statement.range.lowerBound
      line += text[counted..<start].count { $0 == 0x0A }
      counted = start
      return (line: line, text: String(decoding: text[statement.range], as: UTF8.self))
    }
    return .tribe(
      SQLTribe(
        path: path,
        name: name,
        database: database,
        statements: statements,
        isTransactional: isTransactional,
        traits: traits.sorted { $0.name < $1.name },
        normalized: script.statements.map { String(decoding: $0.tokens, as: UTF8.self) }
      )
    )
  }

  private static let ignore = "ignore"

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

  private static func problem(
    of setting: (text: String, offset: Int),
    _ words: [String],
    _ database: SQLScript.Database
  ) -> SQLScript.Problem {
    let known = ["no-transaction", "deferred", "readable-since", "contract", "foreign-keys", ignore]
    let problem = { (reason: String, remedy: String) in
      SQLScript.Problem(offset: setting.offset, reason: "'nomad:\(setting.text)' \(reason)", remedy: remedy)
    }
    switch words.first {
    case "contract" where words.count == 1:
      return problem("needs \(SQLScript.Database.postgres.module)", "remove it; no other database has contract tribes")
    case "foreign-keys" where database != .sqlite:
      return problem(
        "needs \(SQLScript.Database.sqlite.module)",
        "remove it; other databases always check foreign keys"
      )
    case "foreign-keys":
      return problem(
        "is neither 'off' nor 'immediate'",
        "write 'nomad:foreign-keys off', or 'nomad:foreign-keys immediate' to enforce them in each statement"
      )
    case "readable-since": return problem("has no version", "write a version, as in 'nomad:readable-since 2.0.0'")
    case let word?:
      let meant = NearestWord.find(word, among: known) ?? (known.contains(word) ? word : nil)
      let all = known.map { "'nomad:\($0)'" }.joined(separator: ", ")
      return problem("is unknown", meant.map { "write 'nomad:\($0)'" } ?? "write one of \(all)")
    case nil: return problem("is unknown", "write a word after the colon, as in 'nomad:no-transaction'")
    }
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
}
