import NomadTargets

/// A target's text keeps the format of its case.
enum IllegalTarget: Rule {
  static func check(_ tribes: [Tribe]) -> [Diagnostic] {
    // What a protocol or a class gives several tribes is written once, and is one mistake.
    var seen: Set<Location> = []
    return tribes.compactMap { tribe in
      guard case .illegal(let target, let error) = tribe.target, seen.insert(tribe.targetLocation).inserted
      else { return nil }
      return Diagnostic(
        code: .illegalTarget,
        message: "illegal \(kind(of: target)) target \(error)",
        location: tribe.targetLocation,
        fixIts: tribe.literalEnd.map { fixIt(for: target, meant: error.suggestion, end: $0) } ?? []
      )
    }
  }

  private static func kind(of target: TribeTarget) -> String {
    switch target {
    case .first: ".first"
    case .literal: ".literal"
    case .dotted: ".dotted"
    case .once: ".once"
    case .always: ".always"
    }
  }

  /// The text that was meant, where the case can stay and the text stands in it: only then is it one edit.
  private static func fixIt(for target: TribeTarget, meant: TribeTarget?, end: Location) -> [Diagnostic.FixIt] {
    switch (target, meant) {
    case (.literal, .literal(let text)?), (.dotted, .dotted(let text)?):
      [Diagnostic.FixIt(message: "write \(text.debugDescription)", replacement: text.debugDescription, end: end)]
    default: []
    }
  }
}
