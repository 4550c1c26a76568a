extension Nomad {
  /// What the predecessors say is done; nil if none of them kept anything.
  func adopted() throws(NomadError) -> MigrationPlan.Baseline? {
    var (newest, ids, names) = (TribeVersion?.none, Set<String>(), [String]())
    for predecessor in predecessors {
      let state: Predecessor.State?
      do { state = try predecessor.read() } catch { throw .predecessorUnreadable(predecessor.name, error) }
      guard let state else { continue }
      names.append(predecessor.name)
      ids.formUnion(state.ids)
      guard let target = state.version else { continue }
      let order: TribeOrder
      do { order = try target.order() } catch { throw .predecessorUnreadable(predecessor.name, error) }
      guard case .version(let version) = order else { throw .predecessorWithoutVersion(predecessor.name, target) }
      newest = max(newest, version)
    }
    guard !names.isEmpty else { return nil }
    let reach = newest.map { MigrationPlan.Baseline.Reach.version($0, includesSteps: false) } ?? .nothing
    return MigrationPlan.Baseline(reach, ids: ids, predecessor: names.joined(separator: " and "))
  }

  private func max(_ one: TribeVersion?, _ other: TribeVersion) -> TribeVersion {
    one.map { Swift.max($0, other) } ?? other
  }
}
