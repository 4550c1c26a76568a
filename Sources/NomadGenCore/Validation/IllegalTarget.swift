import NomadTargets

/// A target's text keeps the format of its case.
enum IllegalTarget: Rule {
  static func check(_ tribes: [Tribe]) -> [Diagnostic] {
    tribes.compactMap { tribe in
      guard case .illegal(let target, let error) = tribe.target else { return nil }
      return Diagnostic(
        code: .illegalTarget,
        message: "illegal .\(target.kind.rawValue) target \(error)",
        location: tribe.targetLocation,
        fixIts: tribe.literalEnd.map { fixIt(for: target, meant: error.suggestion, end: $0) } ?? []
      )
    }
    .oncePerPlace
  }

  /// The text that was meant, where the case can stay and the text stands in it: only then is it one edit.
  private static func fixIt(for target: TribeTarget, meant: TribeTarget?, end: Location) -> [Diagnostic.FixIt] {
    guard let meant, meant.kind == target.kind, let text = meant.text?.debugDescription else { return [] }
    return [Diagnostic.FixIt(message: "write \(text)", replacement: text, end: end)]
  }
}
