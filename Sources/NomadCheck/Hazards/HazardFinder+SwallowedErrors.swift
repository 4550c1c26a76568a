import NomadSyntax

// Errors that have no effect on the tribe.
extension HazardFinder {
  // MARK: try?

  /// Returns whether the failure that `try?` turns into nil has an effect, or needs none.
  func isHandled(_ index: Int) -> Bool {
    let start = code.statement(around: index)
    let body = code.body(around: index)
    // A comparison, or a default value.
    if code.word(index - 1) == "(" {
      let next = code.end(ofMembersFrom: code.partner(of: index - 1) + 1)
      if ["??", "==", "!="].contains(code.word(next)) { return true }
    }
    if isHarmless(index) { return true }
    switch code.keyword(start) {
    case .guard:
      return code.branch(ofStatementAt: start, in: body).map(leaves) ?? false
    case .if:
      // An alternative, or an attempt that ends the function if it succeeds.
      return code.branch(ofStatementAt: start, in: body) != nil
        || code.block(ofStatementAt: start, in: body).map { code.has(["return"], in: $0) } ?? false
    default:
      return false
    }
  }

  /// Returns whether nothing is left undone if the statement of a `try` fails.
  ///
  /// Removing fails if nothing is left to remove, and cancellation ends a sleep. Neither changes what the tribe did.
  private func isHarmless(_ index: Int) -> Bool {
    let start = code.statement(around: index)
    let end = code.end(ofStatementAt: start, in: code.body(around: index))
    let removes = (index..<end).contains {
      code.kind($0) == .period && ["remove", "removeItem"].contains(code.word($0 + 1))
    }
    return index == start && removes || code.has(["Task", ".", "sleep"], in: index..<end)
  }

  /// Returns whether a block reports an error, or stops the app.
  private func leaves(_ block: Range<Int>) -> Bool {
    block.contains { code.keyword($0) == .throw || ["fatalError", "preconditionFailure"].contains(code.word($0)) }
  }

  // MARK: catch

  /// Returns whether a `catch` does anything about the errors that it catches, or needs not.
  func isRecovered(_ index: Int) -> Bool {
    guard catchesAll(index), let open = code.brace(after: index), let attempt = attempt(before: index) else {
      return true
    }
    let body = open..<code.partner(of: open)
    if acts(in: body) || attempt.allSatisfy({ !isThrowing($0) || isHarmless($0) }) { return true }
    if code.has(["return"], in: body) { return false }
    // An attempt that ends the function if it succeeds, before another one.
    let rest = rest(after: index, from: body.upperBound)
    if code.has(["return"], in: attempt), acts(in: rest) { return true }
    // A result of the attempt, without which the function throws.
    let results = attempt.filter { isAssignment($0) }.map { code.word($0 - 1) }
    return leaves(rest) && results.contains { uses($0, in: rest) }
  }

  /// Returns whether a `catch` is for every error, and not for one that the author expects.
  private func catchesAll(_ index: Int) -> Bool {
    guard let open = code.brace(after: index) else { return false }
    let pattern = code.words[index + 1..<open]
    guard let first = pattern.first, first != "_" else { return true }
    guard ["let", "var"].contains(first) else { return false }
    let rest = pattern.dropFirst(2).joined(separator: " ")
    return ["", "as Error", "as any Error", "as NSError"].contains(rest)
  }

  /// Returns the braces of the `do` to which a `catch` belongs.
  private func attempt(before index: Int) -> Range<Int>? {
    var (head, block) = (index, 0..<0)
    while head > 0, code.keyword(head) != .do {
      let open = code.partner(of: head - 1)
      guard open < head - 1 else { return nil }
      block = open..<head - 1
      head = open - 1
      // The pattern of another `catch`, or the type of the errors.
      while head > 0, code.keyword(head) != .do, code.keyword(head) != .catch {
        guard ![.leftBrace, .rightBrace, .semicolon].contains(code.kind(head)) else { return nil }
        head -= 1
      }
    }
    return head < index && code.keyword(head) == .do ? block : nil
  }

  /// Returns whether code does more than to tell about an error: it throws, returns a value, assigns or calls something.
  private func acts(in range: Range<Int>) -> Bool {
    var index = range.lowerBound + 1
    while index < range.upperBound {
      if code.isForDebugging(index) {
        index += 1
      } else if tells(code.word(index)) {
        index = code.end(ofMembersFrom: index + 1)
      } else if isCall(index), [.let, .var].contains(code.keyword(code.statement(around: index))) {
        // A call for the value of a local constant, such as a text to print.
        index = code.partner(of: index) + 1
      } else if code.keyword(index) == .throw || isThrowing(index) || returnsValue(index) || isAssignment(index)
        || isCall(index)
      {
        return true
      } else {
        index += 1
      }
    }
    return false
  }

  /// Returns whether a call by a name tells about an error and changes nothing, as do those of `logger` and `NSLog`.
  private func tells(_ name: String) -> Bool {
    let others = ["Crashlytics", "SentrySDK", "assert", "assertionFailure", "debugPrint", "dump", "print"]
    if others.contains(name) { return true }
    // The words of `NSLog`, `os_log`, `DDLogError` and `appLogger`.
    var words: [String] = []
    var previous: Character = "_"
    for (character, next) in zip(name, name.dropFirst() + "_") {
      let isStart = character.isUppercase && (!previous.isUppercase || next.isLowercase)
      if isStart || previous == "_" { words.append("") }
      words[words.count - 1] += character.lowercased()
      previous = character
    }
    let isLog = words.contains { ["log", "logger", "logging"].contains($0) }
    return isLog && !["in", "out"].contains(words.last)
  }

  private func returnsValue(_ index: Int) -> Bool {
    let next = index + 1
    let isBare = code.startsLine(next) || [.rightBrace, .semicolon, .end].contains(code.kind(next))
    return code.keyword(index) == .return && !isBare && code.keyword(next) != .nil
  }

  private func isAssignment(_ index: Int) -> Bool {
    switch code.kind(index) {
    case .equal:
      let isBinding = (code.statement(around: index)..<index).contains { [.let, .var].contains(code.keyword($0)) }
      return !isBinding && code.word(index - 1) != "_"
    case .binaryOperator:
      let comparisons = ["==", "!=", "<=", ">=", "===", "!==", "~="]
      return code.word(index).hasSuffix("=") && !comparisons.contains(code.word(index))
    default: return false
    }
  }

  /// Returns whether a bracket starts the arguments of a call.
  private func isCall(_ index: Int) -> Bool {
    switch code.kind(index) {
    case .leftParen:
      let callees: [Token.Kind] = [.postfixQuestion, .postfixExclamation, .rightParen, .rightSquare]
      return !code.tokens[index].isDetached && (code.isName(index - 1) || callees.contains(code.kind(index - 1)))
    case .leftBrace:
      return code.isName(index - 1) && code.keyword(code.statement(around: index))?.isReserved != true
    default: return false
    }
  }

  // MARK: Result

  /// Returns whether anything reads the error that a `Result { … }` catches.
  func isRead(result index: Int) -> Bool {
    guard let call = code.closure(ofCallAt: index + 1), canThrow(in: call.braces) else { return true }
    let start = code.statement(around: index)
    guard code.kind(call.end) != .period, code.kind(index - 1) == .equal, code.isInBody(index) else { return true }
    guard [.let, .var].contains(code.keyword(start)) else { return code.word(start) != "_" }
    return code.word(start + 1) != "_" && uses(code.word(start + 1), in: rest(after: index, from: call.end))
  }

  // MARK: Task groups

  /// Returns whether anything reads the errors of a throwing task group, which drops them when its closure ends.
  func isRead(group index: Int) -> Bool {
    guard let (braces, _) = code.closure(ofCallAt: index + 1), canThrow(in: braces) else { return true }
    var first = braces.lowerBound + 1
    if code.kind(first) == .leftSquare { first = code.partner(of: first) + 1 }
    if code.kind(first) == .leftParen { first += 1 }
    let isParameter = ["in", ":", ")", "->", "async", "throws"].contains(code.word(first + 1))
    let name = isParameter ? code.word(first) : "$0"
    let start = isParameter ? first + 1 : first
    let unread = ["addTask", "addTaskUnlessCancelled", "cancelAll", "isCancelled", "isEmpty"]
    return (start..<max(start, braces.upperBound)).contains {
      code.word($0) == name && !(code.kind($0 + 1) == .period && unread.contains(code.word($0 + 2)))
    }
  }
}
