package import NomadGenCore
import NomadSyntax
import NomadTargets

/// The rule that each key that a policy in the sources keeps on hold is the key of a tribe.
///
/// The finding is a warning, because the tribe may be in a package that is not checked.
package enum UnknownHold {
  /// Finds the keys that no tribe has.
  ///
  /// - Parameter modules: The checked modules, which have all tribes of the app.
  /// - Returns: The findings of each module.
  package static func check(_ modules: [CheckedModule]) -> [[Finding]] {
    let tribes = modules.flatMap(\.tribes)
    let keys = Set(tribes.compactMap(key) + tribes.flatMap(mergedKeys))
    // A tribe without a legal target is an error of its own, and may have any key.
    guard !keys.isEmpty, tribes.allSatisfy({ $0.order != nil }) else { return [] }
    return modules.map { module in
      module.policies.held.filter { !keys.contains($0.key) }.map { key, location in
        finding(key, meant(by: key, keys), at: location)
      }
    }
  }

  private static func finding(_ key: String, _ meant: String?, at location: Location) -> Finding {
    Finding(
      severity: .warning,
      code: .unknownHold,
      message: "no checked tribe has the key \(key.debugDescription), which a policy keeps on hold",
      location: location,
      impact: "the policy holds back nothing for this key",
      remedy: meant.map { "write \($0.debugDescription)" } ?? "write the key of a tribe, such as \"version:2.3.0\""
    )
  }

  /// Returns the keys of the tribes that a tribe merges.
  private static func mergedKeys(of tribe: Tribe) -> [String] {
    tribe.traits.flatMap { trait -> [String] in
      guard case .merges(let texts) = trait.value else { return [] }
      return texts.compactMap { key(of: tribe, at: try? TribeTarget.Position(merged: $0)) }
    }
  }

  private static func key(of tribe: Tribe) -> String? { key(of: tribe, at: tribe.order) }

  /// Returns the key of a tribe as a ledger has it; nil if the tribe has no legal target.
  private static func key(of tribe: Tribe, at order: TribeTarget.Position?) -> String? {
    switch order {
    case .version(let version): "version:\(version.canonical)"
    case .once(let id): "once:\(id)"
    case .whenChanged(let id): "changed:\(id)"
    case .first: "first:\(tribe.module).\(tribe.name)"
    case .always: "always:\(tribe.module).\(tribe.name)"
    case nil: nil
    }
  }

  /// Returns the key that another one probably means: one with the same version or id.
  private static func meant(by key: String, _ keys: Set<String>) -> String? {
    let place = key.split(separator: ":", maxSplits: 1).last.map(String.init) ?? ""
    let version = try? TribeVersion(app: place)
    return [version.map { "version:\($0.canonical)" }, "once:\(place)", "changed:\(place)"].compactMap(\.self)
      .first(where: keys.contains)
  }
}
