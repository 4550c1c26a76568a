import NomadGenCore
import NomadSyntax

/// The rules about code in a tribe that compiles, and can lose data on a user's device.
///
/// They are about the tribe's own declarations, and not about what it calls.
enum Hazards {
  private static let codes: [Finding.Code] = [.swallowedError, .unawaitedWork]

  /// Returns the hazards in a module's tribes, and the `nomad:allow` comments there that have no effect.
  static func findings(in declarations: TribeDeclarations, read: SourceReader) throws -> [Finding] {
    let table = declarations.table
    var findings: [Finding] = []
    for (path, outer) in declarations.files {
      // A declaration that is never closed extends to the file's end.
      let ranges = outer.map { outer in
        let range = table[outer.id].range
        return (range: range.isEmpty ? range.lowerBound..<Int.max : range, tribe: table.qualifiedName(of: outer.tribe))
      }
      try read(path) { findings += check($0, path: path, tribes: ranges) }
    }
    return findings
  }

  /// Checks one file.
  private static func check(
    _ bytes: UnsafeBufferPointer<UInt8>,
    path: String,
    tribes: [(range: Range<Int>, tribe: String)]
  ) -> [Finding] {
    var cursor = TokenCursor(bytes, readsInstructions: true)
    let ranges = merged(tribes.map(\.range))
    let code = CodeTokens(&cursor, in: ranges)
    let lines = LineMap(bytes, file: path)
    var allowances = cursor.instructions.compactMap { instruction in
      // A comment elsewhere covers no code of a tribe.
      Allowance(instruction, in: code, isInTribe: ranges.contains { $0.contains(instruction.next) })
    }
    let finder = HazardFinder(code: code)
    var findings: [Finding] = []
    for (index, token) in code.tokens.enumerated() {
      guard let hazard = finder.hazard(at: index) else { continue }
      // A tribe in another tribe's body is the innermost.
      let around = tribes.filter { $0.range.contains(token.start) }
      guard let tribe = around.min(by: { $0.range.count < $1.range.count })?.tribe else { continue }
      let allowing = allowances.indices.filter { allowances[$0].allows(hazard.code, at: index) }
      for index in allowing { allowances[index].used.insert(hazard.code) }
      if allowing.isEmpty { findings.append(finding(hazard, in: tribe, at: lines.location(of: token.start))) }
    }
    let ineffective = allowances.flatMap { allowance in
      let text = cursor.text(from: allowance.range.lowerBound, to: allowance.range.upperBound)
      let location = lines.location(of: allowance.range.lowerBound)
      if let (reason, remedy) = allowance.problem {
        return [IneffectiveInstructions.finding(text, reason, at: location, remedy: remedy)]
      }
      let reason = "the code below it has no such finding in a tribe"
      let remedy = "remove it, or move it directly above the finding's line"
      return allowance.unused.map { code in
        IneffectiveInstructions.finding("\(text) \(code.rawValue)", reason, at: location, remedy: remedy)
      }
    }
    return findings + ineffective
  }

  /// Returns ranges without those that other ranges contain, sorted.
  private static func merged(_ ranges: [Range<Int>]) -> [Range<Int>] {
    ranges.sorted { $0.lowerBound < $1.lowerBound }.reduce(into: []) { merged, range in
      guard let last = merged.last, range.lowerBound < last.upperBound else { return merged.append(range) }
      merged[merged.count - 1] = last.lowerBound..<max(last.upperBound, range.upperBound)
    }
  }

  private static func finding(_ hazard: HazardFinder.Hazard, in tribe: String, at location: Location) -> Finding {
    let (fact, impact, remedy) =
      switch hazard.code {
      case .swallowedError:
        (
          "hides an error", "if it fails on a user's device, the tribe is recorded as done and never runs again",
          "let the tribe throw the error, or handle it"
        )
      case .unawaitedWork:
        (
          "starts work that the tribe does not wait for",
          "the tribe is recorded as done, even if the work fails or never ends", "wait for the work with 'await'"
        )
      default:
        (
          "always fails, because the code in its place is not written yet",
          "for every user who updates, the tribe fails at each start", "write that code in its place"
        )
      }
    return Finding(
      severity: .warning,
      code: hazard.code,
      message: "'\(hazard.text)' in tribe '\(tribe)' \(fact)",
      location: location,
      impact: impact,
      remedy: codes.contains(hazard.code)
        ? "\(remedy); '// nomad:allow \(hazard.code.rawValue): REASON' above it allows it" : remedy
    )
  }

  /// A comment `nomad:allow CODE, CODE: REASON`, which allows the hazards of some codes in the code below it.
  ///
  /// That code ends with its line or, if brackets are open there, with the line that closes them.
  private struct Allowance {
    let range: Range<Int>
    /// The codes of the hazards that the comment has allowed.
    var used: Set<Finding.Code> = []

    private var codes: [Finding.Code] = []
    private var isUnderstood = true
    private let hasReason: Bool
    private let tokens: Range<Int>

    /// Reads a comment; nil if it is another one, or if the scanner has already found it ineffective.
    init?(_ instruction: Instruction, in file: CodeTokens, isInTribe: Bool) {
      guard case .allowance(let text) = instruction.kind, instruction.problem == nil else { return nil }
      var rest = text[...]
      while true {
        let separator = rest.prefix { !$0.isLetter }
        let word = rest.dropFirst(separator.count).prefix { $0.isLetter || $0 == "-" }
        let code = Hazards.codes.first { $0.rawValue == word }
        // After the last code, everything is the reason.
        guard codes.isEmpty || separator.contains(",") || code != nil && !separator.contains(":") else { break }
        guard let code else {
          isUnderstood = false
          break
        }
        codes.append(code)
        rest = rest[word.endIndex...]
      }
      hasReason = rest.contains(where: \.isLetter)
      // Another code before the colon is a list in a form that is not known.
      let list = rest.prefix { $0 != ":" }
      if list.count < rest.count, Hazards.codes.contains(where: { list.contains($0.rawValue) }) { isUnderstood = false }
      range = instruction.range
      let start = isInTribe ? file.tokens.firstIndex { $0.start >= instruction.next } : nil
      tokens = start.map { $0..<file.end(ofLinesFrom: $0) } ?? 0..<0
    }

    func allows(_ code: Finding.Code, at index: Int) -> Bool {
      problem == nil && codes.contains(code) && tokens.contains(index)
    }

    /// The reason why the comment has no effect, and what to do; nil if it is well-formed.
    var problem: (reason: String, remedy: String)? {
      guard isUnderstood else {
        return ("it names no finding that can be allowed", "name swallowed-error, unawaited-work or both")
      }
      let example = "'// nomad:allow swallowed-error: the app rebuilds the cache'"
      return hasReason ? nil : ("it gives no reason", "write the reason after the code, as in \(example)")
    }

    /// The codes that the comment names, and that nothing below it has.
    var unused: [Finding.Code] { codes.filter { !used.contains($0) } }
  }
}
