import NomadGenCore
import NomadSyntax

// Work that goes on after the tribe.
extension HazardFinder {
  /// The methods whose closure runs after they return.
  static let schedulers: Set<String> = [
    "addOperation", "async", "asyncAfter", "dataTask", "downloadTask", "performBackgroundTask", "uploadTask",
  ]

  /// The members by which a function waits for work.
  private static let waits = [
    ["value"], ["result"], ["wait", "("], ["waitUntilAllOperationsAreFinished"], ["waitUntilFinished"],
  ]

  /// The methods by which a closure tells that it has ended.
  private static let endings: Set<String> = ["fulfill", "leave", "resolve", "resume"]

  func task(at index: Int) -> Hazard? {
    var (next, text) = (index + 1, "Task")
    if code.kind(next) == .period {
      guard ["detached", "immediate", "init"].contains(code.word(next + 1)) else { return nil }
      (next, text) = (next + 2, "Task.\(code.word(next + 1))")
    }
    return isAwaited(at: index, argumentsAt: next) ? nil : (.unawaitedWork, text)
  }

  func schedule(at index: Int) -> Hazard? {
    let isAsync = (code.statement(around: index)..<index).contains {
      code.keyword($0) == nil && code.word($0) == "await"
    }
    return isAsync || isAwaited(at: index, argumentsAt: index + 1) ? nil : (.unawaitedWork, code.word(index))
  }

  /// Returns whether a function waits for the closure of a call, or tells its caller about the closure's end.
  private func isAwaited(at index: Int, argumentsAt next: Int) -> Bool {
    let isInGroup = code.kind(next) == .leftParen && code.has(["group", ":"], in: next..<code.partner(of: next))
    guard !isInGroup, let (braces, end) = code.closure(ofCallAt: next) else { return true }
    let rest = rest(after: index, from: end)
    if Self.waits.contains(where: { code.has(["."] + $0, in: rest) }) { return true }
    // A completion handler, a continuation, a promise or a dispatch group tells somebody that the work has ended.
    let callsBack = braces.contains {
      code.word($0).hasPrefix("completion") || code.kind($0) == .postfixQuestion && code.kind($0 + 1) == .leftParen
        || code.kind($0) == .period && Self.endings.contains(code.word($0 + 1))
    }
    return callsBack || isInContinuation(index)
  }

  /// Returns whether anything waits for the value of an `async let`, whose task is cancelled otherwise.
  func isRead(binding index: Int) -> Bool {
    let start = index + 1
    let end = (start..<start + 32).first { [.equal, .colon, .end].contains(code.kind($0)) } ?? start
    let names = (start..<end).filter { code.isName($0) && code.word($0) != "_" }.map { code.word($0) }
    return names.contains { uses($0, in: rest(after: index, from: end)) }
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
