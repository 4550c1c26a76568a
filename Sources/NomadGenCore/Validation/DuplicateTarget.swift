import NomadTargets

/// A version or an id belongs to one tribe.
enum DuplicateTarget: Rule {
  static func check(_ tribes: [Tribe]) -> [Diagnostic] {
    var first: [TribeOrder: [Tribe]] = [:]
    var seen: Set<Location> = []
    var diagnostics: [Diagnostic] = []
    for tribe in tribes.sorted(by: isBefore) {
      guard case .legal(let target, let order) = tribe.target, !order.isShareable,
        Condition.canHold(tribe.conditions)
      else { continue }
      let others = (first[order] ?? []).filter { !Condition.areExclusive($0.conditions, tribe.conditions) }
      first[order, default: []].append(tribe)
      let sharing = others.first { $0.targetLocation == tribe.targetLocation && $0.location != tribe.location }
      if let sharing {
        // It is said once, however many branches of an `#if` there are.
        if seen.insert(tribe.location).inserted { diagnostics.append(finding(tribe, target, sharedWith: sharing)) }
      } else if let other = others.first {
        diagnostics.append(finding(tribe, target, as: other))
      }
    }
    return diagnostics
  }

  /// By the places of their targets; who has one of its own stands before those who have it from there.
  private static func isBefore(_ lhs: Tribe, _ rhs: Tribe) -> Bool {
    if lhs.targetLocation != rhs.targetLocation { return lhs.targetLocation < rhs.targetLocation }
    return (lhs.donor == nil ? 0 : 1, lhs.location) < (rhs.donor == nil ? 0 : 1, rhs.location)
  }

  /// Two targets are written.
  private static func finding(_ tribe: Tribe, _ target: TribeTarget, as other: Tribe) -> Diagnostic {
    let isSame = other.location == tribe.location
    let message =
      isSame
      ? "'\(tribe.name)' has the target \(target) twice in one build"
      : "'\(tribe.name)' has the same target \(target) as \(name(of: other, besides: tribe))"
    return Diagnostic(
      code: .duplicateTarget,
      message: message + rule,
      location: tribe.targetLocation,
      notes: [
        Diagnostic.Note(
          message: isSame ? "the other is here" : "'\(other.name)' is here",
          location: other.targetLocation
        )
      ]
    )
  }

  /// One target is written, and both have it: what has to change is the type that has none of its own.
  private static func finding(_ tribe: Tribe, _ target: TribeTarget, sharedWith other: Tribe) -> Diagnostic {
    let message: String
    let otherName = name(of: other, besides: tribe)
    switch tribe.donor {
    case .superclass(let name)?:
      message =
        "'\(tribe.name)' inherits the target \(target) of '\(name)'\(other.name == name ? "" : ", as \(otherName) does")"
        + "; write 'class var target' in '\(name)' and 'override class var target' in '\(tribe.name)'"
    case .protocol(let name)?:
      message =
        "'\(tribe.name)' has the target \(target) from '\(name)', as \(otherName) does; write one into each of them"
    case nil:
      message = "'\(tribe.name)' has the same target \(target) as \(otherName)"
    }
    return Diagnostic(
      code: .duplicateTarget,
      message: message + rule,
      location: tribe.location,
      notes: [Diagnostic.Note(message: "the target is here", location: tribe.targetLocation)]
    )
  }

  private static let rule = "; a version or an id belongs to one tribe"

  /// The name of a tribe, and its place where the name alone does not tell it from another.
  private static func name(of other: Tribe, besides tribe: Tribe) -> String {
    guard other.name == tribe.name else { return "'\(other.name)'" }
    let file = other.location.file.split(separator: "/").last ?? ""
    return "another '\(other.name)', in \(file):\(other.location.line)"
  }
}
