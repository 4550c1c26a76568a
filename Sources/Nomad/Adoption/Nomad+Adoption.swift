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
      guard let text = state.version else { continue }
      do throws(TargetError) {
        newest = max(newest, try CurrentVersion.parsed(text))
      } catch {
        throw .predecessorUnreadable(predecessor.name, error)
      }
    }
    guard !names.isEmpty else { return nil }
    let reach = newest.map { MigrationPlan.Baseline.Reach.version($0, includesSteps: false) } ?? .nothing
    return MigrationPlan.Baseline(reach, ids: ids, predecessor: names.joined(separator: " and "))
  }

  private func max(_ one: TribeVersion?, _ other: TribeVersion) -> TribeVersion {
    one.map { Swift.max($0, other) } ?? other
  }
}
