extension Nomad {
  /// What the predecessors say is done; nil if none of them kept anything.
  func adopted() throws(NomadError) -> MigrationPlan.Baseline? {
    var (newest, ids, names) = (TribeVersion?.none, Set<String>(), [String]())
    for predecessor in predecessors {
      let states: [Predecessor.State]
      do { states = try predecessor.read() } catch { throw .predecessorUnreadable(predecessor.name, error) }
      guard !states.isEmpty else { continue }
      names.append(predecessor.name)
      for state in states {
        ids.formUnion(state.ids)
        newest = [newest, try version(of: state, from: predecessor)].compactMap(\.self).max()
      }
    }
    guard !names.isEmpty else { return nil }
    let reach = newest.map { MigrationPlan.Baseline.Reach.version($0, includesSteps: false) } ?? .nothing
    return MigrationPlan.Baseline(reach, ids: ids, predecessor: names.joined(separator: " and "))
  }

  private func version(
    of state: Predecessor.State,
    from predecessor: Predecessor
  ) throws(NomadError) -> TribeVersion? {
    guard let target = state.version else { return state.exactVersion }
    let order: TribeOrder
    do { order = try target.order() } catch { throw .predecessorUnreadable(predecessor.name, error) }
    guard case .version(let version) = order else { throw .predecessorWithoutVersion(predecessor.name, target) }
    return version
  }
}
