import NomadGenCore
package import NomadSyntax
package import NomadTargets

/// The tribes and the stored types that the sources have now, with everything that a release lock records of them.
package struct TribeCensus {
  /// One tribe.
  ///
  /// Branches of an `#if` that declare it at one target count as one tribe.
  package struct Member {
    package var module: String
    /// The qualified name, without the module and without backticks.
    package var name: String
    package var target: TribeTarget
    package var order: TribeTarget.Position
    /// The condition under which a build has the tribe; nil if every build has it.
    package var conditions: String?
    /// The location of the type's name.
    package var location: Location
    /// The location of the target in the source.
    package var targetLocation: Location
    package var checksum: UInt64
    /// The places of the tribes that this one merges.
    package var merges: Set<TribeTarget.Position> = []
    /// The conditions of each of its branches.
    var branches: [[Condition]] = []
    /// Whether the tribe is deferred or a contract tribe in every build, so that it may run after later ones.
    var waits = true
    /// Whether the tribe may be undone although later tribes are done, because it waits or because some systems lack it.
    package var mayWait = false
    /// The stored types that the tribe's code mentions, with the conditions of the builds that have both.
    var mentions: [TribeMentions.Mention] = []
    /// The stored types that the tribe lists as those that it migrates, likewise.
    var migrates: [TribeMentions.Mention] = []

    package var identity: ReleaseLockIdentity { ReleaseLockIdentity(module: module, name: name, order: order) }

    /// Whether a build can have both tribes.
    func canBeInBuild(with other: Self) -> Bool {
      branches.contains { branch in other.branches.contains { !Condition.areExclusive(branch, $0) } }
    }
  }

  /// The tribes with a legal target.
  private(set) var members: [Member] = []

  /// The tribes without a legal target, by name with module.
  ///
  /// Nothing is known of them beyond their findings.
  private(set) var unsound: Set<String> = []

  /// The stored types of the checked modules, and those that may be the new names of others that are gone.
  package let types: [StoredType]

  /// The oldest versions that policies in the sources support.
  package let oldest: [(version: TribeVersion, location: Location)]

  /// The modules that were checked as a whole; nil if these are all modules that exist.
  private let modules: Set<String>?

  /// Collects the tribes and the stored types that a check found.
  ///
  /// - Parameter package: The checked modules, with checksums.
  package init(of package: CheckedPackage) {
    types = Self.merged(package.readTypes)
    oldest = package.modules.flatMap(\.policies.oldest)
    modules = package.isComplete ? nil : Set(package.modules.map(\.module)).subtracting(package.parts)
    for output in package.modules {
      var places: [ReleaseLockIdentity: Int] = [:]
      for tribe in output.tribes {
        guard case .legal(let target, let order) = tribe.target else {
          unsound.insert(ReleaseLockIdentity.qualifiedName(of: tribe.name, in: output.module))
          continue
        }
        // A tribe that several branches of an `#if` declare at one target is one tribe.
        let identity = ReleaseLockIdentity(module: output.module, name: tribe.name, order: order)
        let index = places[identity] ?? members.count
        if places.updateValue(index, forKey: identity) == nil {
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
        let builds = tribe.conditions + tribe.availability.compactMap(Condition.init)
        members[index].mentions += output.mentions[tribe.symbol, default: []].map { $0.inBuilds(with: builds) }
        members[index].migrates += output.migratedTypes(of: tribe).map { $0.inBuilds(with: builds) }
        if !tribe.availability.compactMap(Condition.init).isEmpty { members[index].mayWait = true }
        members[index].branches.append(tribe.conditions)
        if !tribe.waits { members[index].waits = false }
        for trait in tribe.traits {
          switch trait.value {
          case .merges(let texts):
            members[index].merges.formUnion(texts.compactMap { try? TribeTarget.Position(merged: $0) })
          case .contract, .deferred, .unreadable, .otherType: members[index].mayWait = true
          case .ineffectivePhase, .migrates, .readableSince, .requires: break
          }
        }
      }
      for index in places.values { members[index].conditions = Self.conditions(of: members[index].branches) }
    }
  }

  /// Returns the types with one for each name and build: private types of several files can share a name.
  ///
  /// If their shapes differ, that of the first is uncertain.
  private static func merged(_ types: [StoredType]) -> [StoredType] {
    var merged: [StoredType] = []
    var places: [String: Int] = [:]
    for type in types {
      let place = "\(type.qualifiedName) \(type.condition ?? "")"
      if let index = places[place] {
        if merged[index].shape != type.shape {
          merged[index].unresolved.append((type: "another '\(type.name)'", location: type.location))
        }
      } else {
        places[place] = merged.count
        merged.append(type)
      }
    }
    return merged
  }

  /// Whether all of a module was checked, so that a tribe that was not found in it is gone.
  package func hasLookedAt(_ module: String) -> Bool {
    modules?.contains(module) ?? true
  }

  /// Returns the condition under which a build has one of several branches; nil if every build has one.
  private static func conditions(of branches: [[Condition]]) -> String? {
    // A branch that only an attribute in an `#if` makes does not change what a build has.
    let shared = branches[0].filter { condition in branches.allSatisfy { $0.contains(condition) } }
    let rests = branches.map { $0.filter { !shared.contains($0) } }
    if rests.contains(where: \.isEmpty) || !Condition.canHold(shared + rests.map(Condition.none(of:))) {
      return shared.isEmpty ? nil : Condition.all(of: shared).text
    }
    return Condition.any(of: branches).text
  }
}

extension Condition {
  /// The condition that a build meets if it always has what an `@available` restricts; nil if the attribute restricts
  /// nothing.
  init?(_ availability: Availability) {
    // An app and its extensions have the same data.
    guard availability.isRestriction, let builds = availability.builds else { return nil }
    let (platform, elsewhere) = (availability.platform, Condition.branch(nil, after: [.all(of: builds)]))
    let here: String? =
      if let obsoleted = availability.obsoleted {
        "!swift(>=\(obsoleted))"
      } else if availability.isUnavailable {
        nil
      } else {
        availability.introduced.map { platform == "swift" ? "swift(>=\($0))" : "available(\(platform) \($0))" }
      }
    self = here.map { Condition.any(of: [[elsewhere], [Condition(text: $0)]]) } ?? elsewhere
  }
}
