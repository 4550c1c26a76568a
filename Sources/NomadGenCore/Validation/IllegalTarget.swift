import NomadTargets

/// The rule that a target's text follows the format of its case.
enum IllegalTarget: Rule {
  static func check(_ tribes: [Tribe]) -> [Finding] {
    tribes.compactMap { tribe in
      guard case .illegal(let target, let error) = tribe.target else { return nil }
      return Finding(
        code: .illegalTarget,
        message: "\(target) is not a legal target: \(error.reason)",
        location: tribe.targetLocation,
        remedy: error.suggestion.map { "write \($0)" }
          ?? "write a legal target, such as \(ProblemDescription.example(of: target.kind))",
        fixIts: tribe.literalEnd.map { fixIt(for: target, meant: error.suggestion, end: $0) } ?? []
      )
    }
    .oncePerPlace
  }

  /// Returns a fix-it with the suggested text, if the suggestion keeps the case, so that replacing the literal is
  /// enough.
  private static func fixIt(for target: TribeTarget, meant: TribeTarget?, end: Location) -> [Finding.FixIt] {
    guard let meant, meant.kind == target.kind, let text = meant.text?.debugDescription else { return [] }
    return [Finding.FixIt(message: "write \(text)", replacement: text, end: end)]
  }
}
