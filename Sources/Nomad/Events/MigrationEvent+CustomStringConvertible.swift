extension MigrationEvent: CustomStringConvertible {
  /// The event as a line for people, such as `Tribe_2_0_0 .literal("2.0.0") begins (1 of 3)`.
  public var description: String {
    switch self {
    case .waiting(let holder): "waiting for \(holder)"
    case .planned(let plan): "planned: \(plan.pending.count) to run, \(plan.marked.count) to mark as done"
    case .recovered(let tornBytes): "ignored \(tornBytes) bytes of an incomplete line at the end of the ledger"
    case .unknownHold(let key): "no tribe has the key on hold, \(key)"
    case .late(let tribe): "\(tribe) is late"
    case .prepared(let outcome): outcome.description
    case .marked(let tribe): "\(tribe) is marked as done"
    case .began(let tribe, let index, let count): "\(tribe) begins (\(index + 1) of \(count))"
    case .retrying(let tribe, let deaths):
      deaths == 1
        ? "the last attempt of \(tribe) did not end" : "the last \(deaths) attempts of \(tribe) did not end"
    case .progressed(let tribe, let completed, let total): "\(tribe): \(completed) of \(total)"
    case .finished(let tribe, let duration): "\(tribe) finished in \(duration)"
    case .failed(_, let error), .postponed(_, let error): error.message
    case .quarantined(let tribe, let deaths): "\(tribe) is quarantined after \(deaths) deaths in a row"
    case .completed(let report): "completed: \(report.migrated.count) ran"
    case .stopped(let error): "stopped: \(error.message)"
    }
  }
}
