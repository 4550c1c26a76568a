import NomadTargets

/// The rule that no two tribes have the same version or id.
enum DuplicateTarget: Rule {
  static func check(_ tribes: [Tribe]) -> [Finding] {
    var first: [TribePosition: [Tribe]] = [:]
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
    return Finding(
      code: .duplicateTarget,
      message: isSame
        ? "'\(tribe.name)' has the target \(target) twice in one build"
        : "'\(tribe.name)' has the same target \(target) as \(name(of: other, besides: tribe))",
      location: tribe.targetLocation,
      related: [
        Finding.Note(
          message: isSame ? "the other target is here" : "'\(other.name)' is here",
          location: other.targetLocation
        )
      ],
      impact: impact,
      remedy: isSame ? "remove one of the two" : "give the newer tribe another target"
    )
  }

  /// Returns the finding for one target that two tribes share, at the type that has none of its own and needs one.
  private static func finding(_ tribe: Tribe, _ target: TribeTarget, sharedWith other: Tribe) -> Finding {
    let (reason, remedy): (String, String) =
      switch tribe.donor {
      case .superclass(let name)?:
        (
          ", because it inherits from '\(name)'",
          "write 'class var target' in '\(name)' and 'override class var target' in '\(tribe.name)'"
        )
      case .protocol(let name)?: (", because both have it from '\(name)'", "write a target in each of them")
      case nil: ("", "give the newer tribe another target")
      }
    return Finding(
      code: .duplicateTarget,
      message: "'\(tribe.name)' has the same target \(target) as \(name(of: other, besides: tribe))\(reason)",
      location: tribe.location,
      related: [Finding.Note(message: "the target is here", location: tribe.targetLocation)],
      impact: impact,
      remedy: remedy
    )
  }

  private static let impact = "once one of them has run, the other counts as done"

  /// Returns the name of a tribe, with its location if the other tribe has the same name.
  private static func name(of other: Tribe, besides tribe: Tribe) -> String {
    guard other.name == tribe.name else { return "'\(other.name)'" }
    let file = other.location.file.split(separator: "/").last ?? ""
    return "another '\(other.name)', in \(file):\(other.location.line)"
  }
}
