import NomadGenCore
import NomadSyntax

/// The search for hazards in the tokens of a file.
///
/// A place is no hazard if the tokens around it show that it is harmless. Names decide some of that, so the rules are about
/// the language, the standard library, Foundation, Dispatch and the usual names of loggers.
struct HazardFinder {
  let code: CodeTokens

  /// Code in a tribe that compiles, but can lose a user's data, and its text in messages, such as `try?`.
  typealias Hazard = (code: Finding.Code, text: String)

  /// Returns the hazard that starts at a token; nil if there is none, or if only debug builds have it.
  func hazard(at index: Int) -> Hazard? {
    guard code.kind(index) == .identifier, !code.isForDebugging(index) else { return nil }
    let isMember = code.kind(index - 1) == .period
    switch code.word(index) {
    case "try" where code.kind(index + 1) == .postfixQuestion:
      return isHandled(index) ? nil : (.swallowedError, "try?")
    case "catch" where code.kind(index - 1) == .rightBrace:
      return isRecovered(index) ? nil : (.swallowedError, "catch")
    case "Result" where !isMember:
      return isRead(result: index) ? nil : (.swallowedError, "Result")
    case "withThrowingTaskGroup":
      return isRead(group: index) ? nil : (.swallowedError, "withThrowingTaskGroup")
    case "NomadError" where code.has([".", "unwritten", "("], in: index + 1..<index + 4):
      return (.unwrittenTribe, "NomadError.unwritten")
    case "Task" where !isMember:
      return task(at: index)
    case "async" where code.keyword(index + 1) == .let:
      return isRead(binding: index + 1) ? nil : (.unawaitedWork, "async let")
    case let word where isMember && Self.schedulers.contains(word):
      return schedule(at: index)
    default:
      return nil
    }
  }

  /// Returns whether a range has a `try` whose error leaves it.
  func canThrow(in range: Range<Int>) -> Bool { range.contains(where: isThrowing) }

  /// Returns whether a token is a `try` that is neither `try?` nor `try!`.
  func isThrowing(_ index: Int) -> Bool {
    code.keyword(index) == .try && ![.postfixQuestion, .postfixExclamation].contains(code.kind(index + 1))
  }

  /// Returns whether a range has a name that is not a member's.
  func uses(_ name: String, in range: Range<Int>) -> Bool {
    range.contains { code.word($0) == name && code.kind($0 - 1) != .period }
  }

  /// Returns the rest of the outermost function or closure around a token.
  func rest(after index: Int, from start: Int) -> Range<Int> { start..<max(start, code.body(around: index).upperBound) }
}
