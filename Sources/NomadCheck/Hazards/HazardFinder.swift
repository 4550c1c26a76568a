import NomadGenCore
import NomadSyntax

/// A place in a tribe where the code compiles, and can lose data on a user's device.
struct Hazard {
  let code: Finding.Code
  /// The index of the token at which it starts.
  let index: Int
  /// The source text that stands for it in messages, such as `try?`.
  let text: String
}

/// The search for hazards in the tokens of a file.
///
/// A place is no hazard if the tokens around it show that it is harmless. The names of types decide some of that, so the
/// rules are about the language, the standard library, Foundation and Dispatch.
struct HazardFinder {
  let code: CodeTokens

  /// Returns the hazard that starts at a token; nil if there is none, or if only debug builds have it.
  func hazard(at index: Int) -> Hazard? {
    guard let (found, text) = found(at: index), !code.isForDebugging(index) else { return nil }
    return Hazard(code: found, index: index, text: text)
  }

  private func found(at index: Int) -> (Finding.Code, String)? {
    let isMember = code.kind(index - 1) == .period
    switch code.kind(index) {
    case .identifier where code.keyword(index) == .try && code.kind(index + 1) == .postfixQuestion:
      return isHandled(index) ? nil : (.swallowedError, "try?")
    case .identifier
    where code.word(index) == "NomadError" && code.has([".", "unwritten", "("], in: index + 1..<index + 4):
      return (.unwrittenTribe, "NomadError.unwritten")
    case .identifier where !isMember && code.word(index) == "Task":
      return task(at: index)
    case .identifier where isMember && Self.schedulers.contains(code.word(index)):
      return schedule(at: index)
    default:
      return nil
    }
  }

  // MARK: swallowed-error

  /// Returns whether the failure that `try?` turns into nil has an effect, or needs none.
  private func isHandled(_ index: Int) -> Bool {
    let start = code.statement(around: index)
    let body = code.body(around: index)
    let end = code.end(ofStatementAt: start, in: body)
    // A comparison, or a default value.
    if code.word(index - 1) == "(" {
      let next = code.end(ofMembersFrom: code.partner(of: index - 1) + 1)
      if ["??", "==", "!="].contains(code.word(next)) { return true }
    }
    // Removing fails if nothing is left to remove, and cancellation ends a sleep. Neither changes what the tribe did.
    let removes = (index..<end).contains {
      code.kind($0) == .period && ["remove", "removeItem"].contains(code.word($0 + 1))
    }
    if index == start, removes { return true }
    if code.has(["Task", ".", "sleep"], in: index..<end) { return true }
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

  /// Returns whether a block reports an error, or stops the app.
  private func leaves(_ block: Range<Int>) -> Bool {
    block.contains { code.keyword($0) == .throw || ["fatalError", "preconditionFailure"].contains(code.word($0)) }
  }

  // MARK: unawaited-work

  /// The methods whose closure runs after they return.
  private static let schedulers: Set<String> = ["async", "asyncAfter", "performBackgroundTask"]

  /// The methods by which a closure tells that it has ended.
  private static let endings: Set<String> = ["fulfill", "leave", "resolve", "resume"]

  private func task(at index: Int) -> (Finding.Code, String)? {
    var (next, text) = (index + 1, "Task")
    if code.kind(next) == .period {
      guard ["detached", "immediate", "init"].contains(code.word(next + 1)) else { return nil }
      (next, text) = (next + 2, "Task.\(code.word(next + 1))")
    }
    if code.word(next) == "<", let end = (next..<next + 12).first(where: { code.word($0) == ">" }) { next = end + 1 }
    return isAwaited(at: index, argumentsAt: next) ? nil : (.unawaitedWork, text)
  }

  private func schedule(at index: Int) -> (Finding.Code, String)? {
    let isAsync = (code.statement(around: index)..<index).contains {
      code.keyword($0) == nil && code.word($0) == "await"
    }
    return isAsync || isAwaited(at: index, argumentsAt: index + 1) ? nil : (.unawaitedWork, code.word(index))
  }

  /// Returns whether a function waits for the closure of a call, or tells its caller about the closure's end.
  private func isAwaited(at index: Int, argumentsAt next: Int) -> Bool {
    var next = next
    if code.kind(next) == .leftParen {
      if code.has(["group", ":"], in: next..<code.partner(of: next)) { return true }
      next = code.partner(of: next) + 1
    }
    guard code.kind(next) == .leftBrace else { return true }
    let end = code.partner(of: next)
    let rest = end..<max(end, code.body(around: index).upperBound)
    if [["value"], ["result"], ["wait", "("]].contains(where: { code.has(["."] + $0, in: rest) }) { return true }
    // A completion handler, a continuation, a promise or a dispatch group tells somebody that the work has ended.
    let callsBack = (next..<max(next, end)).contains {
      code.word($0).hasPrefix("completion") || code.kind($0) == .postfixQuestion && code.kind($0 + 1) == .leftParen
        || code.kind($0) == .period && Self.endings.contains(code.word($0 + 1))
    }
    return callsBack || isInContinuation(index)
  }

  /// Returns whether a token is in a closure from which the function waits to be resumed.
  private func isInContinuation(_ index: Int) -> Bool {
    code.body(around: index).prefix { $0 < index }.contains { call in
      guard code.word(call).hasPrefix("with"), code.word(call).hasSuffix("Continuation") else { return false }
      let next = code.kind(call + 1) == .leftParen ? code.partner(of: call + 1) + 1 : call + 1
      return code.kind(next) == .leftBrace && code.partner(of: next) > index
    }
  }
}
