extension Predecessor {
  static var adoption: Adoption {
    (
      { migrator, history, due throws(NomadError) in try migrator.adoptedAtOnce(after: history, due) },
      { migrator, history, due throws(NomadError) in try await migrator.adopted(after: history, due) }
    )
  }
}

extension Nomad {
  /// Reads the predecessors without suspending.
  ///
  /// - Throws: ``NomadError``, also if one of them must be awaited.
  fileprivate func adoptedAtOnce(
    after history: LedgerHistory,
    _ due: [TribeRegistry.Entry]
  ) throws(NomadError) -> MigrationPlan.Baseline? {
    try checkPredecessors()
    var kept: [(Predecessor, [Predecessor.State])] = []
    for predecessor in predecessors {
      guard case .immediate(let read) = predecessor.reading else { throw .mustBeAwaited(predecessor.name) }
      do { kept.append((predecessor, try read())) } catch { throw .predecessorUnreadable(predecessor.name, error) }
    }
    return try baseline(of: kept, after: history, due)
  }

  fileprivate func adopted(
    after history: LedgerHistory,
    _ due: [TribeRegistry.Entry]
  ) async throws(NomadError) -> MigrationPlan.Baseline? {
    try checkPredecessors()
    var kept: [(Predecessor, [Predecessor.State])] = []
    for predecessor in predecessors {
      do {
        switch predecessor.reading {
        case .immediate(let read): kept.append((predecessor, try read()))
        case .awaited(let read): kept.append((predecessor, try await read()))
        }
      } catch {
        throw .predecessorUnreadable(predecessor.name, error)
      }
    }
    return try baseline(of: kept, after: history, due)
  }

  /// Checks that predecessors can be read: until the device is first unlocked, `UserDefaults` only look empty.
  private func checkPredecessors() throws(NomadError) {
    guard predecessors.isEmpty || ProtectedData.isAvailable else {
      throw .notReady(MigrationRequirement.protectedData.name, nil)
    }
  }

  /// Whether every predecessor can be read without suspending.
  var hasImmediatePredecessors: Bool {
    predecessors.allSatisfy { if case .immediate = $0.reading { true } else { false } }
  }

  private func baseline(
    of kept: [(predecessor: Predecessor, states: [Predecessor.State])],
    after history: LedgerHistory,
    _ due: [TribeRegistry.Entry]
  ) throws(NomadError) -> MigrationPlan.Baseline? {
    var (versions, keys, needed) = ([(name: String, version: TribeVersion)](), Set<LedgerKey>(), Set<LedgerKey>())
    let kept = kept.filter { !$0.states.isEmpty }
    for (predecessor, states) in kept {
      for state in states {
        if let missing = state.missing {
          let isDoubtful = try names(missing, any: due, from: predecessor)
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
    let name = kept.map(\.predecessor.name).joined(separator: " and ")
    let lost = needed.subtracting(decided).subtracting(registry.entries.map(\.key))
    guard lost.isEmpty else { throw .predecessorWithoutTribe(name, lost.map(\.text).sorted()) }
    if history.isFirstStart {
      let newest = versions.map(\.version).max()
      let reach = newest.map { MigrationPlan.Baseline.Reach.version($0, includesSubMigrations: false) } ?? .nothing
      return MigrationPlan.Baseline(reach, keys: keys, predecessor: name)
    }
    for (name, version) in versions {
      let adopted = history.adoptedVersion(from: name)
      let doubtful = due.filter { entry in
        guard let own = entry.version, own <= version, !keys.contains(entry.key) else { return false }
        return adopted.map { own > $0 } ?? true
      }
      guard doubtful.isEmpty else { throw .predecessorOverlaps(name, version, doubtful) }
    }
    return keys.isEmpty ? nil : MigrationPlan.Baseline(.nothing, keys: keys, predecessor: name)
  }

  /// Whether records that were not found could name one of the tribes.
  private func names(
    _ missing: Predecessor.State.Missing,
    any tribes: [TribeRegistry.Entry],
    from predecessor: Predecessor
  ) throws(NomadError) -> Bool {
    for target in missing.targets {
      let key = try key(of: target, from: predecessor)
      if tribes.contains(where: { $0.key == key }) { return true }
    }
    return false
  }

  private func key(of target: TribeTarget, from predecessor: Predecessor) throws(NomadError) -> LedgerKey {
    guard let key = LedgerKey(at: try position(of: target, from: predecessor)) else {
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

  private func position(of target: TribeTarget, from predecessor: Predecessor) throws(NomadError) -> TribePosition {
    do { return try target.position() } catch { throw .predecessorUnreadable(predecessor.name, error) }
  }
}
