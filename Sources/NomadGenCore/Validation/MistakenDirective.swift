/// The rule that every `nomad:` comment has an effect.
enum MistakenDirective {
  static func check(_ directives: [IneffectiveDirective]) -> [Finding] {
    directives.map { directive in
      let meant = directive.obstacle == .unknownWord ? meant(by: directive.text) : nil
      return Finding(
        severity: .warning,
        code: .ineffectiveDirective,
        message: "'\(directive.text)' has no effect, because \(reason(directive, meant: meant))",
        location: directive.location,
        fixIts: meant.map { [Finding.FixIt(message: "write \($0)", replacement: $0, end: directive.end)] } ?? []
      )
    }
  }

  private static let ignore = "nomad:ignore"
  private static let access = "nomad:access"

  /// Returns the known comment that was meant: one that the text extends, or one that it misspells.
  private static func meant(by text: String) -> String? {
    let text = text.lowercased().filter { $0 != " " }
    return [ignore, access].first { text.hasPrefix($0) } ?? NearestWord.find(text, among: [ignore, access])
  }

  private static func reason(_ directive: IneffectiveDirective, meant: String?) -> String {
    let place = directive.text.hasPrefix(access) ? "" : " directly above what to leave out"
    let advice = "; write '// \(directive.text)' on a line of its own\(place)"
    switch directive.obstacle {
    case .unknownWord:
      return meant.map { "no such directive is known; did you mean '\($0)'?" }
        ?? "no such directive is known; there are '\(ignore)' and '\(access)'"
    case .unknownAccess:
      return "a registry is internal or public; write '// \(access) public', or nothing for an internal one"
    case .behindCode: return "it stands behind code" + advice
    case .onLaterLine: return "its comment starts a line before; write '// ' in front of it"
    case .aboveEmptyLine: return "an empty line follows" + advice
    case .aboveNothing: return "no type, extension or macro stands directly below" + advice
    }
  }
}
