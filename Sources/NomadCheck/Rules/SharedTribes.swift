import NomadGenCore
import NomadSyntax
import NomadTargets

/// The rule that a tribe belongs to the registry of one module.
///
/// An app that runs both registries finds one target twice.
///
/// The finding is a warning, because an app and its extension may share a source file and run a registry each.
enum SharedTribe {
  /// Returns the findings for each of several modules, from the second on.
  static func check(_ modules: [[Tribe]], identity: (_ path: String) -> String) -> [[Finding]] {
    var first: [Location: Tribe] = [:]
    return modules.map { tribes in
      var seen: Set<Location> = []
      return tribes.compactMap { tribe in
        let place = SharedTarget.place(of: tribe, identity)
        guard seen.insert(place).inserted else { return nil }
        guard let other = first[place], other.module != tribe.module else {
          first[place] = tribe
          return nil
        }
        return Finding(
          severity: .warning,
          code: .sharedTribe,
          message: "tribe '\(tribe.name)' is in the registries of \(other.module) and \(tribe.module)",
          location: tribe.location,
          impact: "an app that combines both registries finds the tribe twice",
          remedy: "run only one of the registries, or keep the tribe in one module"
        )
      }
    }
  }
}

/// The rule that a version or an id belongs to one tribe of an app, whichever modules its tribes are in.
///
/// The finding is a warning, because two modules may belong to two apps. Each module gets at most one: in two apps that
/// ship at the same versions, every tribe would have it.
enum SharedTarget {
  /// Returns the findings for each of several modules, from the second on.
  static func check(_ modules: [[Tribe]], identity: (_ path: String) -> String) -> [[Finding]] {
    var known: [TribeTarget.Position: [Tribe]] = [:]
    return modules.map { tribes in
      let own = tribes.compactMap { tribe in order(of: tribe).map { (order: $0, tribe: tribe) } }
      var pairs: [(tribe: Tribe, other: Tribe)] = []
      for (order, tribe) in own {
        let other = known[order]?.first { !Condition.areExclusive($0.conditions, tribe.conditions) }
        // A tribe that is in two registries has a finding of its own.
        guard let other, place(of: other, identity) != place(of: tribe, identity) else { continue }
        pairs.append((tribe, other))
      }
      for (order, tribe) in own { known[order, default: []].append(tribe) }
      return finding(pairs).map { [$0] } ?? []
    }
  }

  /// Returns a tribe's order; nil if other tribes may share it.
  private static func order(of tribe: Tribe) -> TribeTarget.Position? {
    guard case .legal(_, let order) = tribe.target, !order.isShareable else { return nil }
    return order
  }

  fileprivate static func place(of tribe: Tribe, _ identity: (_ path: String) -> String) -> Location {
    var place = tribe.location
    place.file = identity(place.file)
    return place
  }

  private static func finding(_ pairs: [(tribe: Tribe, other: Tribe)]) -> Finding? {
    guard let (tribe, other) = pairs.first, case .legal(let target, _) = tribe.target else { return nil }
    var related = [Finding.Note(message: "'\(other.name)' is here", location: other.targetLocation)]
    if pairs.count > 1 {
      let others = "\(pairs.count - 1) more of \(tribe.module) \(pairs.count == 2 ? "has" : "have")"
      let message = "\(others) the same target as a tribe of another module"
      related.append(Finding.Note(message: message, location: tribe.targetLocation))
    }
    return Finding(
      severity: .warning,
      code: .sharedTarget,
      message: "'\(tribe.module).\(tribe.name)' has the same target \(target) as '\(other.module).\(other.name)'",
      location: tribe.targetLocation,
      related: related,
      impact: "an app that combines both modules' registries stops before its first tribe",
      remedy: "give one of them another target, unless the modules belong to two apps"
    )
  }
}
