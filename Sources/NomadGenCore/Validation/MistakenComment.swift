/// The rule that every `nomad:` comment has an effect.
enum MistakenComment {
  static func check(_ comments: [IneffectiveComment]) -> [Finding] {
    comments.map { comment in
      let meant = comment.problem == .unknownWord ? meant(by: comment.text) : nil
      let (reason, remedy) = description(of: comment, meant: meant)
      return Finding(
        severity: .warning,
        code: .ineffectiveDirective,
        message: "'\(comment.text)' has no effect, because \(reason)",
        location: comment.location,
        remedy: remedy,
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

  private static func description(of comment: IneffectiveComment, meant: String?) -> (reason: String, remedy: String) {
    let place = comment.text.hasPrefix(access) ? "" : ", directly above the declaration to leave out"
    let remedy = "write '// \(comment.text)' on a line of its own\(place)"
    return switch comment.problem {
    case .unknownWord: ("no such comment exists", "write '\(meant ?? "\(ignore)' or '\(access)")'")
    case .unknownAccess:
      ("a registry is internal or public", "write '// \(access) public', or nothing for an internal registry")
    case .behindCode: ("it follows code on its line", remedy)
    case .onLaterLine: ("its comment starts on an earlier line", "write '// ' in front of it")
    case .aboveEmptyLine: ("an empty line follows", remedy)
    case .aboveNothing: ("no type, extension or macro follows on the next line", remedy)
    }
  }
}
