public import Nomad
internal import NomadTargets

extension Nomad {
  /// The libraries or other code that recorded the app's migrations before Nomad; none by default.
  public var predecessors: [Predecessor] {
    get { adoption is Nomad09 ? [.nomad09()] : (adoption as? Predecessors)?.all ?? [] }
    set { adoption = newValue.isEmpty ? nil : Predecessors(all: newValue) }
  }
}

/// The predecessors of a migrator, as one.
struct Predecessors: Adoption {
  let all: [Predecessor]

  var names: [String] { all.map(\.name) }

  var isImmediate: Bool { all.allSatisfy(\.isImmediate) }

  func baselineAtOnce(
    for registry: TribeRegistry,
    after history: LedgerHistory,
    _ due: [TribeRegistry.Entry]
  ) throws(NomadError) -> MigrationPlan.Baseline? {
    try ProtectedData.check()
    let kept = try all.map { predecessor throws(NomadError) in (predecessor, try predecessor.statesAtOnce()) }
    return try baseline(of: kept, for: registry, after: history, due)
  }

  func baseline(
    for registry: TribeRegistry,
    after history: LedgerHistory,
    _ due: [TribeRegistry.Entry]
  ) async throws(NomadError) -> MigrationPlan.Baseline? {
    try ProtectedData.check()
    var kept: [(Predecessor, [Predecessor.State])] = []
    for predecessor in all { kept.append((predecessor, try await predecessor.states())) }
    return try baseline(of: kept, for: registry, after: history, due)
  }

  private func baseline(
    of kept: [(predecessor: Predecessor, states: [Predecessor.State])],
    for registry: TribeRegistry,
    after history: LedgerHistory,
    _ due: [TribeRegistry.Entry]
  ) throws(NomadError) -> MigrationPlan.Baseline? {
    var (versions, keys, needed) = ([(name: String, version: TribeVersion)](), Set<LedgerKey>(), Set<LedgerKey>())
    let kept = kept.filter { !$0.states.isEmpty }
    for (predecessor, states) in kept {
      for state in states {
        if let missing = state.missing {
          // Records that were not found could name one of the tribes.
          let named = try missing.targets.map { target throws(NomadError) in try key(of: target, from: predecessor) }
          let isDoubtful = due.contains { !Set(named).isDisjoint(with: $0.keys) }
          if history.isFirstStart || isDoubtful { throw .predecessorMissing(predecessor.name, missing) }
        }
        for target in state.targets {
          let key = try key(of: target, from: predecessor)
          keys.insert(key)
          if state.needsTribes { needed.insert(key) }
        }
        if let version = try version(of: state, from: predecessor) { versions.append((predecessor.name, version)) }
      }
    }
    guard !kept.isEmpty else { return nil }
    // A tribe that was forgotten on purpose runs again.
    let decided = history.isFirstStart ? [] : history.decidedKeys
    keys.subtract(decided)
    let names = kept.map(\.predecessor.name)
    let lost = needed.subtracting(decided).subtracting(registry.entries.flatMap(\.keys))
    guard lost.isEmpty else {
      throw .predecessorWithoutTribe(names.joined(separator: " and "), lost.map(\.text).sorted())
    }
    if history.isFirstStart {
      let newest = versions.map(\.version).max()
      let reach = newest.map { MigrationPlan.Baseline.Reach.version($0, includesSubMigrations: false) } ?? .nothing
      return MigrationPlan.Baseline(reach, keys: keys, predecessors: names)
    }
    // A tribe that does not merge itself is marked with all that it merges.
    let undecided = due.filter { !keys.contains($0.key) || $0.mergedKeys.contains($0.key) }
    for (name, version) in versions {
      try history.checkOverlap(with: version, from: name, undecided, besides: keys)
    }
    return keys.isEmpty ? nil : MigrationPlan.Baseline(.nothing, keys: keys, predecessors: names)
  }

  private func key(of target: TribeTarget, from predecessor: Predecessor) throws(NomadError) -> LedgerKey {
    guard let key = LedgerKey(at: try position(of: target, from: predecessor)), !key.isChanged else {
      throw .predecessorReports(
        target,
        predecessor.name,
        "a ledger cannot record as done",
        "a .literal, a .dotted or a .once"
      )
    }
    return key
  }

  private func version(
    of state: Predecessor.State,
    from predecessor: Predecessor
  ) throws(NomadError) -> TribeVersion? {
    guard let target = state.version else { return state.exactVersion }
    guard case .version(let version) = try position(of: target, from: predecessor) else {
      throw .predecessorReports(target, predecessor.name, "is not a version", "a .literal or a .dotted")
    }
    return version
  }

  private func position(of target: TribeTarget, from predecessor: Predecessor) throws(NomadError)
    -> TribeTarget.Position
  {
    do { return try target.position() } catch { throw .predecessorUnreadable(predecessor.name, error) }
  }
}
