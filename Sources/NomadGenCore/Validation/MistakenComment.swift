/// The rule that every `nomad:` comment has an effect.
enum MistakenComment {
  static func check(_ comments: [IneffectiveComment]) -> [Finding] {
    comments.map { comment in
      let meant = comment.problem == .unknownWord ? meant(by: comment.text) : nil
      return Finding(
        severity: .warning,
        code: .ineffectiveDirective,
        message: "'\(comment.text)' has no effect, because \(reason(comment, meant: meant))",
        location: comment.location,
        fixIts: meant.map { [Finding.FixIt(message: "write \($0)", replacement: $0, end: comment.end)] } ?? []
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

  private static func reason(_ comment: IneffectiveComment, meant: String?) -> String {
    let place = comment.text.hasPrefix(access) ? "" : " directly above what to leave out"
    let advice = "; write '// \(comment.text)' on a line of its own\(place)"
    switch comment.problem {
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
