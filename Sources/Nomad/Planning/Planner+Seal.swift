internal import NomadFormat

/// Starts with nothing to do: see ``LedgerHistory/Seal``.
extension Planner {
  /// Whether a seal can show that nothing is due.
  ///
  /// Without this, each start of an app with an `.always` tribe would read the ledger once more.
  var canSettle: Bool { registry.entries.last?.position != .always && end == nil }

  /// Returns the seal for a history after which nothing is left to do; nil for any other.
  @Sendable package func seal(after history: LedgerHistory) -> LedgerHistory.Seal? {
    guard canSettle, let plan = try? plan(after: history) else { return nil }
    return seal(of: plan, after: history)
  }

  /// Returns the seal for a history and its plan; nil if the plan leaves something to do.
  func seal(of plan: MigrationPlan, after history: LedgerHistory) -> LedgerHistory.Seal? {
    // At the first start, a predecessor may still tell something.
    guard canSettle, plan.isRecorded, plan.newerTribes.isEmpty, !history.isFirstStart else { return nil }
    let seal = LedgerHistory.Seal(question: question, dataVersion: plan.dataVersion)
    let isAnswer = steps(answeredBy: seal).elementsEqual(plan.steps) { one, other in
      one.entry == other.entry && one.decision == other.decision
    }
    return isAnswer ? seal : nil
  }

  /// Returns the plan that a seal remembers; nil if anything that the plan depends on has changed since.
  func plan(answeredBy seal: LedgerHistory.Seal) -> MigrationPlan? {
    guard canSettle, seal.question == question else { return nil }
    let (version, unknownHolds) = (seal.dataVersion, unknown(policy.hold))
    return MigrationPlan(dataVersion: version, currentVersion: currentVersion, unknownHolds: unknownHolds) { [self] in
      steps(answeredBy: seal)
    }
  }

  /// The steps if every tribe is done that does not wait for its version.
  ///
  /// A plan with other steps, such as that of a late tribe that is skipped, gets no seal.
  private func steps(answeredBy seal: LedgerHistory.Seal) -> [MigrationPlan.Step] {
    registry.entries.map { entry in
      var decision = decision(on: entry, hasRun: false, newest: seal.dataVersion)
      if decision.isRun || decision.isLate { decision = .skip(.done) }
      return MigrationPlan.Step(entry, decision)
    }
  }

  /// The checksum of all that a plan depends on besides the records, if nothing is due.
  ///
  /// All other rules of the policy are about tribes that are due, or about a newer app's.
  private var question: UInt64 {
    // With another number, no start follows an answer that was given by other rules.
    let rules = "1"
    let parts = [rules, appVersion ?? "", policy.oldest?.canonical ?? "", hasBaseline ? "baseline" : ""]
    let texts = [String(registry.summary.checksum)] + parts + ByteOrder.sorted(known)
    return XXH64.checksum(of: texts.joined(separator: "\n"))
  }
}
