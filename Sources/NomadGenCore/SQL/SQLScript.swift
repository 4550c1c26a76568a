import NomadSyntax

/// The statements of an SQL text, and the mistakes in it that no server has to find.
///
/// PostgreSQL takes one statement at a time, so the text is split as `psql` splits it.
package struct SQLScript {
  /// The database whose syntax a text has.
  package enum Database: String, CaseIterable, Sendable {
    case sqlite = "NomadGRDB"
    case postgres = "NomadPostgres"

    /// The module whose import selects the database.
    package var module: String { rawValue }
  }

  /// One statement, without the semicolon at its end and the comments before that.
  package struct Statement: Equatable {
    /// The bytes of the statement.
    var range: Range<Int>
    /// The first words outside of quotes, in upper case.
    var words: [String] = []
    /// The statement without comments, and with one space for all white space between two tokens.
    var tokens: [UInt8] = []
  }

  /// A mistake and its place.
  struct Problem: Equatable {
    var offset: Int
    var reason: String
    var remedy: String
  }

  private(set) var statements: [Statement] = []
  /// The comments that start with `nomad:`, without that word.
  private(set) var settings: [(text: String, offset: Int)] = []
  private(set) var problems: [Problem] = []

  /// Whether a setting takes the file out.
  var isIgnored: Bool { settings.contains { $0.text == "ignore" } }

  private let database: Database
  private let bytes: [UInt8]
  private var index = 0

  /// The end of the last token; nil before the first.
  private var codeEnd: Int?
  /// The statement so far; nil before its first token.
  private var statement: Statement?
  /// The number of open parentheses.
  private var depth = 0
  /// The number of `BEGIN` and `CASE` in the body of a function without an `END`.
  private var blocks = 0
  /// The last two tokens: a word in upper case, or a character.
  private var (last, secondToLast) = ("", "")

  /// Splits a text.
  ///
  /// - Parameters:
  ///   - bytes: The text, in UTF-8.
  ///   - database: The database that it is for.
  init(_ bytes: [UInt8], for database: Database) {
    (self.bytes, self.database) = (bytes, database)
    // Some editors write a byte order mark.
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { index = 3 }
    while index < bytes.count { next() }
    if let statement { end(statement) }
  }

  private var isPostgres: Bool { database == .postgres }

  private func byte(at index: Int) -> UInt8 { index < bytes.count ? bytes[index] : 0 }

  private mutating func next() {
    let start = index
    switch bytes[index] {
    case UInt8(ascii: " "), 0x09...0x0D:
      index += 1
      addSpace()
    case UInt8(ascii: "-") where byte(at: index + 1) == UInt8(ascii: "-"):
      let isPostgres = isPostgres
      skip { $0 != 0x0A && !(isPostgres && $0 == 0x0D) }
      addSetting(from: start)
      addSpace()
    case UInt8(ascii: "/") where byte(at: index + 1) == UInt8(ascii: "*"):
      skipComment()
      if bytes[start..<index].dropFirst(2).drop(while: Self.isSpace).starts(with: Self.mark) {
        report("a setting cannot be in this kind of comment", "write it in a comment that starts with '--'", at: start)
      }
      addSpace()
    case UInt8(ascii: "'"):
      skipQuoted(by: UInt8(ascii: "'"))
      add(from: start, "'")
    case UInt8(ascii: "\""):
      skipQuoted(by: UInt8(ascii: "\""))
      add(from: start, "\"")
    case UInt8(ascii: "`") where !isPostgres:
      skipQuoted(by: UInt8(ascii: "`"))
      add(from: start, "\"")
    case UInt8(ascii: "[") where !isPostgres:
      skip { $0 != UInt8(ascii: "]") }
      if index == bytes.count { reportOpen(at: start) }
      index += 1
      add(from: start, "\"")
    case UInt8(ascii: "$") where isPostgres: dollar()
    case UInt8(ascii: "\\"):
      report("'\\' starts a command of psql", "write statements only, because psql does not run the file")
      skip { $0 != 0x0A }
    case UInt8(ascii: ".") where !isPostgres && statement == nil:
      report("'.' starts a command of the sqlite3 shell", "write statements only, because no shell runs the file")
      skip { $0 != 0x0A }
    case UInt8(ascii: ";"): semicolon()
    case let byte where Self.isWordStart(byte): word()
    case let byte:
      index += 1
      if byte == UInt8(ascii: "(") { depth += 1 }
      if byte == UInt8(ascii: ")") { depth = max(depth - 1, 0) }
      add(from: start, String(UnicodeScalar(byte)))
    }
  }

  // MARK: Statements

  private mutating func semicolon() {
    let isInTrigger = isTrigger && !(last == "END" && secondToLast == ";")
    if let statement, depth == 0, blocks == 0, !isInTrigger {
      end(statement)
      index += 1
      codeEnd = index
    } else {
      index += 1
      // An empty statement is none.
      if statement != nil { add(from: index - 1, ";") }
    }
  }

  private mutating func end(_ statement: Statement) {
    var statement = statement
    if statement.tokens.last == UInt8(ascii: " ") { statement.tokens.removeLast() }
    statements.append(statement)
    (self.statement, depth, blocks, last, secondToLast) = (nil, 0, 0, "", "")
  }

  /// Adds a token that ends here.
  private mutating func add(from start: Int, _ token: String) {
    index = min(index, bytes.count)
    codeEnd = index
    if statement == nil { statement = Statement(range: start..<start) }
    if let first = statement?.range.lowerBound { statement?.range = first..<index }
    statement?.tokens += bytes[start..<index]
    (secondToLast, last) = (last, token)
  }

  private mutating func addSpace() {
    // A copy of the tokens, which a binding would be, makes the time grow with the square of their number.
    if let last = statement?.tokens.last, last != UInt8(ascii: " ") { statement?.tokens.append(UInt8(ascii: " ")) }
  }

  private mutating func word() {
    let start = index
    skip { Self.isWordStart($0) || ByteClass.isDigit($0) || $0 == UInt8(ascii: "$") }
    let word = String(decoding: bytes[start..<index], as: UTF8.self).uppercased()
    if isPostgres, word == "E", byte(at: index) == UInt8(ascii: "'") {
      skipEscaped()
      return add(from: start, "'")
    }
    add(from: start, word)
    if let count = statement?.words.count, count < 6 { statement?.words.append(word) }
    if word == "STDIN", statement?.words.first == "COPY" {
      report("COPY reads rows from the client", "write INSERT statements, or a tribe in Swift", at: start)
    }
    guard isFunction, depth == 0 else { return }
    switch word {
    case "BEGIN": blocks += 1
    case "CASE" where blocks > 0: blocks += 1
    case "END" where blocks > 0: blocks -= 1
    default: break
    }
  }

  /// Whether the statement creates a function or a procedure, whose body may have semicolons.
  private var isFunction: Bool {
    guard isPostgres, var words = statement?.words, words.first == "CREATE" else { return false }
    if words.dropFirst().starts(with: ["OR", "REPLACE"]) { words.removeSubrange(1...2) }
    return words.count > 1 && ["FUNCTION", "PROCEDURE"].contains(words[1])
  }

  /// Whether the statement creates a trigger of SQLite, whose body has semicolons.
  private var isTrigger: Bool {
    guard !isPostgres, let words = statement?.words, words.first == "CREATE" else { return false }
    return words.dropFirst().first { !["TEMP", "TEMPORARY"].contains($0) } == "TRIGGER"
  }

  // MARK: Quotes and comments

  private mutating func skip(while isIncluded: (UInt8) -> Bool) {
    while index < bytes.count, isIncluded(bytes[index]) { index += 1 }
  }

  /// Skips text in quotes; two quotes are one character of it.
  private mutating func skipQuoted(by quote: UInt8) {
    let start = index
    index += 1
    while index < bytes.count {
      if bytes[index] == quote {
        index += 1
        if byte(at: index) != quote { return }
      }
      index += 1
    }
    reportOpen(at: start)
  }

  /// Skips a string of PostgreSQL in which a backslash escapes the next character, with the parts on further lines.
  private mutating func skipEscaped() {
    while true {
      let start = index
      index += 1
      while index < bytes.count {
        if bytes[index] == UInt8(ascii: "'") {
          index += 1
          if byte(at: index) != UInt8(ascii: "'") { break }
        } else if bytes[index] == UInt8(ascii: "\\") {
          index += 1
        }
        index += 1
        if index >= bytes.count { return reportOpen(at: start) }
      }
      let end = index
      var hasNewline = false
      while Self.isSpace(byte(at: index)) {
        hasNewline = hasNewline || bytes[index] == 0x0A
        index += 1
      }
      if hasNewline, byte(at: index) == UInt8(ascii: "'") { continue }
      return index = end
    }
  }

  /// Skips a comment; comments of PostgreSQL can be nested.
  private mutating func skipComment() {
    let start = index
    var depth = 0
    repeat {
      let pair = (byte(at: index), byte(at: index + 1))
      if pair == (UInt8(ascii: "/"), UInt8(ascii: "*")), depth == 0 || isPostgres {
        depth += 1
        index += 1
      } else if pair == (UInt8(ascii: "*"), UInt8(ascii: "/")) {
        depth -= 1
        index += 1
      }
      index += 1
      if index >= bytes.count, depth > 0 {
        index = bytes.count
        return reportOpen(at: start)
      }
    } while depth > 0
  }

  /// Reads a text in dollar quotes, a parameter, or a dollar sign.
  private mutating func dollar() {
    let start = index
    index += 1
    if !ByteClass.isDigit(byte(at: index)) { skip { Self.isWordStart($0) || ByteClass.isDigit($0) } }
    guard byte(at: index) == UInt8(ascii: "$") else { return add(from: start, "$") }
    index += 1
    let tag = bytes[start..<index]
    while index + tag.count <= bytes.count {
      if bytes[index] == UInt8(ascii: "$"), bytes[index..<index + tag.count].elementsEqual(tag) {
        index += tag.count
        return add(from: start, "'")
      }
      index += 1
    }
    index = bytes.count
    reportOpen(at: start)
    add(from: start, "'")
  }

  /// The start of a comment with a setting.
  private static let mark = "nomad:".utf8

  private mutating func addSetting(from start: Int) {
    let text = bytes[start..<index].drop { $0 == UInt8(ascii: "-") || Self.isSpace($0) }
    // In any case of letters, so that a word that is not read is reported.
    guard text.prefix(Self.mark.count).map({ $0 | 0x20 }).elementsEqual(Self.mark) else { return }
    let words = String(decoding: text.dropFirst(Self.mark.count), as: UTF8.self)
      .split { $0 == " " || $0 == "\t" || $0 == "\r" }
    let setting = words.joined(separator: " ")
    guard codeEnd.map({ bytes[$0..<start].contains(0x0A) }) ?? true else {
      return report("a setting cannot follow code", "write it on a line of its own", at: text.startIndex)
    }
    if setting == "ignore", statement != nil || !statements.isEmpty {
      return report("'ignore' cannot follow a statement", "write it at the start of the file", at: text.startIndex)
    }
    settings.append((setting, text.startIndex))
  }

  // MARK: Problems

  private mutating func report(_ reason: String, _ remedy: String, at offset: Int? = nil) {
    problems.append(Problem(offset: offset ?? index, reason: reason, remedy: remedy))
  }

  private mutating func reportOpen(at start: Int) {
    report("a quote or comment that starts here has no end", "end it", at: start)
  }

  // MARK: Characters

  private static func isSpace(_ byte: UInt8) -> Bool { byte == UInt8(ascii: " ") || (0x09...0x0D).contains(byte) }

  static func isLetter(_ byte: UInt8) -> Bool { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20) }

  private static func isWordStart(_ byte: UInt8) -> Bool {
    isLetter(byte) || byte == UInt8(ascii: "_") || byte >= 0x80
  }
}

extension SQLScript.Statement {
  /// Returns the reason why a transaction cannot contain the statement, and the remedy; nil if it can.
  func problemInTransaction(of database: SQLScript.Database) -> (reason: String, remedy: String)? {
    if let word = transactionWord {
      return (
        "\(word) begins or ends a transaction, and the file has one already",
        "remove it; '-- nomad:no-transaction' is for statements that no transaction may contain"
      )
    }
    guard database == .sqlite, words.first == "PRAGMA", words.prefix(3).contains("FOREIGN_KEYS") else { return nil }
    return (
      "PRAGMA foreign_keys does nothing in a transaction",
      "remove it, because the transaction enforces no foreign keys, and checks them before the commit; "
        + "'-- nomad:foreign-keys immediate' enforces them, and '-- nomad:foreign-keys off' checks none"
    )
  }

  /// The word that begins or ends a transaction, if the statement does.
  private var transactionWord: String? {
    guard let first = words.first else { return nil }
    switch first {
    case "BEGIN", "COMMIT", "END", "ABORT", "START": return first
    // `ROLLBACK TO` returns to a savepoint.
    case "ROLLBACK": return words.dropFirst().prefix(2).contains("TO") ? nil : first
    case "PREPARE": return words.dropFirst().first == "TRANSACTION" ? first : nil
    default: return nil
    }
  }
}
