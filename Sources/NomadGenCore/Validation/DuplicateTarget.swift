import NomadTargets

/// The rule that no two tribes have the same version or id.
enum DuplicateTarget: Rule {
  static func check(_ tribes: [Tribe]) -> [Finding] {
    var first: [TribeOrder: [Tribe]] = [:]
    var seen: Set<Location> = []
    var findings: [Finding] = []
    for tribe in tribes.sorted(by: isBefore) {
      guard case .legal(let target, let order) = tribe.target, !order.isShareable,
        Condition.canHold(tribe.conditions)
      else { continue }
      let others = (first[order] ?? []).filter { !Condition.areExclusive($0.conditions, tribe.conditions) }
      first[order, default: []].append(tribe)
      let sharing = others.first { $0.targetLocation == tribe.targetLocation && $0.location != tribe.location }
      if let sharing {
        // The tribe is reported once, even if an `#if` has several branches.
        if seen.insert(tribe.location).inserted { findings.append(finding(tribe, target, sharedWith: sharing)) }
      } else if let other = others.first {
        findings.append(finding(tribe, target, as: other))
      }
    }
    return findings
  }

  /// Returns whether a tribe's target comes first in the sources.
  ///
  /// Of tribes that share one target, the one that declares it comes first, and the others follow by location.
  private static func isBefore(_ lhs: Tribe, _ rhs: Tribe) -> Bool {
    if lhs.targetLocation != rhs.targetLocation { return lhs.targetLocation < rhs.targetLocation }
    return (lhs.donor == nil ? 0 : 1, lhs.location) < (rhs.donor == nil ? 0 : 1, rhs.location)
  }

  /// Returns the finding for two targets in the sources.
  private static func finding(_ tribe: Tribe, _ target: TribeTarget, as other: Tribe) -> Finding {
    let isSame = other.location == tribe.location
    let message =
      isSame
      ? "'\(tribe.name)' has the target \(target) twice in one build"
      : "'\(tribe.name)' has the same target \(target) as \(name(of: other, besides: tribe))"
    return Finding(
      code: .duplicateTarget,
      message: message + rule,
      location: tribe.targetLocation,
      notes: [
        Finding.Note(
          message: isSame ? "the other is here" : "'\(other.name)' is here",
          location: other.targetLocation
        )
      ]
    )
  }

  /// Returns the finding for one target that two tribes share, at the type that has none of its own and needs one.
  private static func finding(_ tribe: Tribe, _ target: TribeTarget, sharedWith other: Tribe) -> Finding {
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
    return Finding(
      code: .duplicateTarget,
      message: message + rule,
      location: tribe.location,
      notes: [Finding.Note(message: "the target is here", location: tribe.targetLocation)]
    )
  }

  private static let rule = "; a version or an id belongs to one tribe"

  /// Returns the name of a tribe, with its location if the other tribe has the same name.
  private static func name(of other: Tribe, besides tribe: Tribe) -> String {
    guard other.name == tribe.name else { return "'\(other.name)'" }
    let file = other.location.file.split(separator: "/").last ?? ""
    return "another '\(other.name)', in \(file):\(other.location.line)"
  }
}
