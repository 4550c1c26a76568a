/// The rule that a target can be read without running code.
enum UnreadableTarget: Rule {
  static func check(_ tribes: [Tribe]) -> [Finding] {
    let unreadable = tribes.filter(\.target.isUnreadable)
    // If a protocol or a class gives several tribes one target, that is one mistake.
    return Dictionary(grouping: unreadable, by: \.targetLocation).map { location, tribes in
      let names = tribes.reduce(into: [String]()) { if !$0.contains($1.name) { $0.append($1.name) } }
      let isShared = names.count > 1
      let problem = tribes[0].targetProblem.map { ProblemDescription($0) }
      let remedy = isShared ? "write a target in each of them" : problem?.remedy ?? ProblemDescription.generalRemedy
      return Finding(
        code: .unreadableTarget,
        message: "the target of \(list(names)) cannot be read"
          + (problem.map { ", because \($0.reason)" } ?? " without running code"),
        location: location,
        remedy: remedy + (tribes.contains(where: \.isBaseClass) ? baseClasses : ""),
        fixIts: isShared ? [] : tribes[0].literalEnd.flatMap { end in problem?.fixIt(end: end).map { [$0] } } ?? []
      )
    }
  }

  private static let baseClasses = "; above a base class that is not a tribe itself, write '// nomad:ignore'"

  /// Returns up to three names for use in a sentence, and the number of the others.
  private static func list(_ names: [String]) -> String {
    var words = names.prefix(3).map { "'\($0)'" }
    if names.count > words.count { words.append("\(names.count - words.count) more") }
    guard let last = words.popLast(), !words.isEmpty else { return words.first ?? "'\(names[0])'" }
    return words.joined(separator: ", ") + " and " + last
  }
}
