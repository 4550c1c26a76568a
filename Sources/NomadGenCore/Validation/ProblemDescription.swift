import NomadTargets

/// A description of why a target cannot be read, and of how to fix it.
struct ProblemDescription {
  /// The reason, as a clause.
  var reason: String

  /// The remedy, as a clause.
  var remedy: String

  /// The right text to write instead; nil if there are several or none.
  var replacement: String?

  static let generalRemedy =
    "write a case of TribeTarget with a string literal, such as .literal(\"2.0.0\"), or with a constant of this "
    + "module that has one"

  init(_ problem: StaticMember.Problem) {
    remedy = Self.generalRemedy
    switch problem {
    case .bareText(let text, let isTyped):
      reason = "a string is not a TribeTarget"
      suggest((isTyped ? "" : "TribeTarget") + (Self.target(for: text)?.description ?? ".literal(\"2.0.0\")"))
      if Self.target(for: text) == nil { replacement = nil }
    case .unknownCase(let name, let text):
      reason = "TribeTarget has no case '\(name)'"
      if let meant = Self.meant(by: name, text) { suggest(meant) }
    case .surplusArguments(let name):
      reason = "the case '\(name)' has no text"
      suggest(".\(name)")
    case .missingArgument(let name):
      reason = "the case '\(name)' needs a text"
      remedy = "write the text in parentheses, as in \(Self.example(of: TribeTarget.Kind(rawValue: name)))"
    case .label(let kind, let label, let text):
      reason = "the text of .\(kind) has no label '\(label)'"
      remedy = "write the text without a label, as in \(Self.example(of: TribeTarget.Kind(rawValue: kind)))"
      replacement = text?.debugDescription
    case .number(let kind, let number, let isAlone):
      reason = "\(number) is a number, and .\(kind) takes a string"
      remedy = "write \(Self.example(of: TribeTarget.Kind(rawValue: kind)))"
      if isAlone, let meant = Self.text(meantBy: number, in: kind) {
        remedy = "write .\(kind)(\(meant.debugDescription))"
        replacement = meant.debugDescription
      }
    case .variable(let name):
      reason = "'\(name)' is a 'var'"
      remedy = "make '\(name)' a 'let' with a string literal, or write its text here"
    case .unknownName(let name):
      reason = "the sources of this module have no constant '\(name)'"
    }
  }

  /// Returns the fix-it that writes the right text.
  func fixIt(end: Location) -> Finding.FixIt? {
    replacement.map { Finding.FixIt(message: "write \($0)", replacement: $0, end: end) }
  }

  private mutating func suggest(_ target: String) {
    remedy = "write \(target)"
    replacement = target
  }

  /// Returns the target that a bare string stands for; nil if it is not a version.
  private static func target(for text: String) -> TribeTarget? {
    [TribeTarget.literal(text), .dotted(text)].first { (try? $0.position()) != nil }
  }

  /// Returns the target that an unknown case stands for: one with a similar name, or else one that fits the text.
  private static func meant(by name: String, _ text: String?) -> String? {
    let kinds = TribeTarget.Kind.allCases.filter { $0.hasText == (text != nil) }
    if let meant = NearestWord.find(name, among: kinds.map(\.rawValue)).flatMap(TribeTarget.Kind.init) {
      return TribeTarget(meant, text ?? "").description
    }
    return text.flatMap(target)?.description
  }

  /// Returns the text of a case that a number stands for; nil if none is legal.
  private static func text(meantBy number: String, in kind: String) -> String? {
    guard let kind = TribeTarget.Kind(rawValue: kind) else { return nil }
    let target = TribeTarget(kind, number)
    do throws(TargetError) {
      _ = try target.position()
      return number
    } catch {
      return error.suggestion.flatMap { $0.kind == kind ? $0.text : nil }
    }
  }

  /// Returns a correct target of a kind, or of the most common one if the kind has no text.
  static func example(of kind: TribeTarget.Kind?) -> TribeTarget {
    switch kind {
    case .dotted: .dotted("2.0")
    case .once: .once("2026-11-rebuild-index")
    case .literal, .first, .always, nil: .literal("2.0.0")
    }
  }
}
