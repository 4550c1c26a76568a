import NomadTargets

/// A version or an id belongs to one tribe.
enum DuplicateTarget: Rule {
  @_optimize(none)
  static func check(_ tribes: [Tribe]) -> [Diagnostic] {
    var first: [TribeOrder: [Tribe]] = [:]
    var diagnostics: [Diagnostic] = []
    for tribe in tribes.sorted(by: { $0.targetLocation < $1.targetLocation }) {
      guard case .legal(let target, let order) = tribe.target, !order.isShareable,
        Condition.canHold(tribe.conditions)
      else { continue }
      let other = first[order]?.first { !Condition.areExclusive($0.conditions, tribe.conditions) }
      first[order, default: []].append(tribe)
      guard let other else { continue }
      diagnostics.append(
        Diagnostic(
          code: .duplicateTarget,
          message: "'\(tribe.name)' has the same target \(target) as '\(other.name)'; "
            + "a version or an id belongs to one tribe",
          location: tribe.targetLocation,
          notes: [Diagnostic.Note(message: "'\(other.name)' is here", location: other.targetLocation)]
        )
      )
    }
    return diagnostics
  }
}
