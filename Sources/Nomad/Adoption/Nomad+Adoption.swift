extension Predecessor {
  static var adoption: Adoption {
    (
      { migrator throws(NomadError) in try migrator.adoptedAtOnce() },
      { migrator throws(NomadError) in try await migrator.adopted() }
    )
  }
}

extension Nomad {
  /// Reads the predecessors without suspending.
  ///
  /// - Throws: ``NomadError``, also if one of them must be awaited.
  fileprivate func adoptedAtOnce() throws(NomadError) -> MigrationPlan.Baseline? {
    try checkPredecessors()
    var kept: [(Predecessor, [Predecessor.State])] = []
    for predecessor in predecessors {
      guard case .immediate(let read) = predecessor.reading else { throw .mustBeAwaited(predecessor.name) }
      do { kept.append((predecessor, try read())) } catch { throw .predecessorUnreadable(predecessor.name, error) }
    }
    return try baseline(of: kept)
  }

  fileprivate func adopted() async throws(NomadError) -> MigrationPlan.Baseline? {
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
    return try baseline(of: kept)
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
    of kept: [(predecessor: Predecessor, states: [Predecessor.State])]
  ) throws(NomadError) -> MigrationPlan.Baseline? {
    var (newest, keys, needed, names) = (TribeVersion?.none, Set<LedgerKey>(), Set<LedgerKey>(), [String]())
    for (predecessor, states) in kept where !states.isEmpty {
      names.append(predecessor.name)
      for state in states {
        if let missing = state.missing { throw .predecessorMissing(predecessor.name, missing) }
        for target in state.targets {
          let key = try key(of: target, from: predecessor)
          keys.insert(key)
          if state.needsTribes { needed.insert(key) }
        }
        newest = [newest, try version(of: state, from: predecessor)].compactMap(\.self).max()
      }
    }
    guard !names.isEmpty else { return nil }
    let reach = newest.map { MigrationPlan.Baseline.Reach.version($0, includesSubMigrations: false) } ?? .nothing
    let lost = needed.subtracting(registry.entries.map(\.key))
    let name = names.joined(separator: " and ")
    guard lost.isEmpty else { throw .predecessorWithoutTribe(name, lost.map(\.place).sorted()) }
    return MigrationPlan.Baseline(reach, keys: keys, predecessor: name)
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
