extension Nomad {
  /// What the predecessors say is done; nil if none of them kept anything.
  func adopted() throws(NomadError) -> MigrationPlan.Baseline? {
    var (newest, keys, needed, names) = (TribeVersion?.none, Set<LedgerKey>(), Set<LedgerKey>(), [String]())
    for predecessor in predecessors {
      let states: [Predecessor.State]
      do { states = try predecessor.read() } catch { throw .predecessorUnreadable(predecessor.name, error) }
      guard !states.isEmpty else { continue }
      names.append(predecessor.name)
      for state in states {
        for target in state.targets {
          let key = try key(of: target, from: predecessor)
          keys.insert(key)
          if state.needsTribes { needed.insert(key) }
        }
        newest = [newest, try version(of: state, from: predecessor)].compactMap(\.self).max()
      }
    }
    guard !names.isEmpty else { return nil }
    let reach = newest.map { MigrationPlan.Baseline.Reach.version($0, includesSteps: false) } ?? .nothing
    let lost = needed.subtracting(registry.entries.map { LedgerKey($0.key) })
    let name = names.joined(separator: " and ")
    guard lost.isEmpty else { throw .predecessorWithoutTribe(name, lost.map(\.place).sorted()) }
    return MigrationPlan.Baseline(reach, keys: keys, predecessor: name)
  }

  private func key(of target: TribeTarget, from predecessor: Predecessor) throws(NomadError) -> LedgerKey {
    guard let key = LedgerKey.key(of: try order(of: target, from: predecessor)) else {
      throw .predecessorWithoutPlace(predecessor.name, target)
    }
    return LedgerKey(key)
  }

  private func version(
    of state: Predecessor.State,
    from predecessor: Predecessor
  ) throws(NomadError) -> TribeVersion? {
    guard let target = state.version else { return state.exactVersion }
    guard case .version(let version) = try order(of: target, from: predecessor) else {
      throw .predecessorWithoutVersion(predecessor.name, target)
    }
    return version
  }

  private func order(of target: TribeTarget, from predecessor: Predecessor) throws(NomadError) -> TribeOrder {
    do { return try target.order() } catch { throw .predecessorUnreadable(predecessor.name, error) }
  }
}
