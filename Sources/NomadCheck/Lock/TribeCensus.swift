import NomadGenCore
import NomadTargets

/// The tribes that the sources have now, as far as a lock is concerned.
package struct TribeCensus {
  /// A tribe, whichever branches of an `#if` declare it.
  struct Member {
    var module: String
    /// The qualified name, without the module and without backticks.
    var name: String
    var target: TribeTarget
    var order: TribeOrder
    /// What has to hold for a build to have it; nil if every build has it.
    var conditions: String?
    /// Where the type's name stands.
    var location: Location
    /// Where the target is written.
    var targetLocation: Location
    var checksum: UInt64

    var identity: LockIdentity { LockIdentity(module: module, name: name, order: order) }
  }

  /// The tribes with a legal target.
  private(set) var members: [Member] = []

  /// The others, of which nothing can be said but what their findings say.
  private(set) var unsound: Set<String> = []

  /// The modules that were looked at as a whole; nil if all were that there are.
  private let modules: Set<String>?

  /// Counts the tribes that were found.
  ///
  /// - Parameters:
  ///   - package: What a check found, with checksums.
  ///   - parts: The modules of which more may stand elsewhere.
  ///   - isComplete: Whether these are all modules that there are, so that a module that is not among them is gone.
  package init(of package: CheckedPackage, parts: Set<String> = [], isComplete: Bool) {
    modules = isComplete ? nil : Set(package.modules.map(\.module)).subtracting(parts)
    for output in package.modules {
      var places: [LockIdentity: Int] = [:]
      var branches: [Int: [[Condition]]] = [:]
      for tribe in output.tribes {
        guard case .legal(let target, let order) = tribe.target else {
          unsound.insert(LockIdentity.qualifiedName(of: tribe.name, in: output.module))
          continue
        }
        // What is declared in several branches of an `#if`, at one target, is one tribe.
        let identity = LockIdentity(module: output.module, name: tribe.name, order: order)
        let index = places[identity] ?? members.count
        branches[index, default: []].append(tribe.conditions)
        guard places.updateValue(index, forKey: identity) == nil else { continue }
        members.append(
          Member(
            module: output.module,
            name: tribe.name,
            target: target,
            order: order,
            location: tribe.location,
            targetLocation: tribe.targetLocation,
            checksum: output.checksums[tribe.symbol] ?? 0
          )
        )
      }
      for (index, branches) in branches { members[index].conditions = Self.conditions(of: branches) }
    }
  }

  /// Whether all of a module was looked at, so that what is not found in it is gone.
  func hasLookedAt(_ module: String) -> Bool {
    modules?.contains(module) ?? true
  }

  /// What has to hold for a build to have one of several branches; nil if every build has.
  private static func conditions(of branches: [[Condition]]) -> String? {
    guard !branches.contains(where: \.isEmpty), Condition.canHold(branches.map(Condition.none(of:))) else { return nil }
    return branches.count == 1
      ? branches[0].map { branches[0].count == 1 ? $0.text : "(\($0.text))" }.joined(separator: " && ")
      : Condition.any(of: branches).text
  }
}
