public import Nomad

extension Nomad {
  /// Undoes the tribes above a version, one after the other, the one that ran last first.
  ///
  /// ```swift
  /// try await Nomad(.generated).revert(to: "2.0.0")
  /// ```
  ///
  /// Call it in the version of the app that has the tribes, and then start the older version. If one of the tribes
  /// cannot be undone, nothing is: see ``plan(revertingTo:)``. A tribe that was undone runs again in the next
  /// `migrate()` of an app that has it.
  ///
  /// Like a run, it waits for another run on the ledger, takes a snapshot if the policy says so, and records each tribe
  /// before the next.
  ///
  /// - Parameters:
  ///   - version: The version of the app to go back to, as `CurrentVersion.exactly(_:)` takes it. The tribes of
  ///     that release stay, and those of newer releases, also late ones, are undone.
  ///   - deadline: The instant at which the revert stops, as a run does: while it waits, between two tribes, or when a
  ///     tribe saves a checkpoint.
  ///   - observer: The closure that is called with each event, such as `MigrationEvent.reverted(_:duration:)`.
  /// - Returns: The plan that was followed. Its tribes were undone.
  /// - Throws: `NomadError`, with the code `notRevertible` if a tribe cannot be undone, so that nothing was. At another
  ///   error, the tribes before it were undone and are recorded, and the next call continues.
  @discardableResult
  public func revert(
    to version: String,
    until deadline: ContinuousClock.Instant? = nil,
    observing observer: @escaping @Sendable (MigrationEvent) -> Void = { _ in }
  ) async throws(NomadError) -> RevertPlan {
    let version = try Self.version(toRevertTo: version)
    let run = try Run(of: self, until: deadline, observing: observer)
    if try interruption() != nil { try await finishRestore() }
    let history = try await readHistory(in: run.context)
    // Otherwise, another process may be about to finish the restore.
    if history.restoredFolder == nil {
      let plan = try await plan(revertingTo: version, after: history, in: run.context)
      if let obstacle = plan.obstacle { throw obstacle }
      if plan.isEmpty, plan.repeated.isEmpty, history.isDurable { return plan }
    }
    return try await run.withLedger { history, session throws(NomadError) in
      // Another run may have changed the ledger while this one waited.
      let plan = try await self.plan(revertingTo: version, after: history, in: run.context)
      try await run.follow(plan, after: history, in: session)
      return plan
    }
  }
}

extension Run {
  fileprivate func follow(
    _ plan: RevertPlan,
    after history: LedgerHistory,
    in session: any LedgerSession
  ) async throws(NomadError) {
    if let obstacle = plan.obstacle { throw obstacle }
    let repeated = LedgerRecord.forgetting(plan.repeated, appVersion)
    if plan.isEmpty, repeated.isEmpty {
      do { try await session.secure() } catch { throw .notBegun(migrator.ledger.identity, error) }
      return
    }
    session.willRevert(to: plan.version)
    if plan.isEmpty {
      do { try await session.append(repeated) } catch { throw .notBegun(migrator.ledger.identity, error) }
      return
    }
    try await prepare(for: plan.tribes, after: history)
    let transactions = migrator.ledger.transactionKind
    for (index, tribe) in plan.tribes.enumerated() {
      let wasRolledBack = tribe.wasRolledBack(in: history, transactions, by: appVersion) ?? false
      guard let reverting = wasRolledBack ? tribe.revertingNothing : tribe.reverting else {
        throw .irrevertibleTribe(tribe, keptAt: "a newer version")
      }
      let event = MigrationEvent.reverting(tribe, index: index, count: plan.tribes.count)
      let kind = tribe.revertible?.revertTransactionKind
      let records = records(
        toRevert: tribe,
        by: reverting,
        to: plan.version,
        after: history,
        // Derived data may be made from data that goes back. The next run makes it again.
        forgetting: index == 0 ? history.derivedData(appVersion) + repeated : [],
        isFirst: index == 0,
        wasRolledBack: wasRolledBack,
        isTogether: wasRolledBack || kind != nil && kind == transactions
      )
      let undoing = TribeRun(reverting: reverting, records, after: history, by: self, in: session)
      try announce(undoing, as: event)
      do throws(NomadError) {
        try await take(undoing.next, in: session)
        observer(.reverted(tribe, duration: undoing.duration))
      } catch {
        observer(.failed(tribe, error))
        throw error
      }
    }
  }

  /// Returns the records around the undoing of a tribe.
  ///
  /// From the first of them on, the tribe counts as begun and not as done, and an app that does not know it is refused.
  /// If a transaction contains the undoing and its record, the tribe stays done until then.
  private func records(
    toRevert tribe: TribeRegistry.Entry,
    by reverting: TribeRegistry.Entry,
    to version: TribeVersion,
    after history: LedgerHistory,
    forgetting forgotten: [LedgerRecord],
    isFirst: Bool,
    wasRolledBack: Bool,
    isTogether: Bool
  ) -> AttemptRecords {
    let forgetting = { (key: LedgerKey) in
      LedgerRecord(
        .forgotten,
        key: key,
        name: reverting.name,
        module: tribe.module,
        appVersion: self.appVersion,
        isOfRevert: true
      )
    }
    let readability = { (version: TribeVersion?) in
      LedgerRecord(
        .readable(tribe.key, since: version),
        name: reverting.name,
        module: tribe.module,
        appVersion: self.appVersion,
        isOfRevert: true
      )
    }
    // If they stayed done, the tribe would count as done without running again.
    let parts = wasRolledBack ? [] : tribe.keys.filter { $0 != tribe.key && history.isDone($0) }
    let merged = parts.map(forgetting)
    var others = merged + forgotten
    // Without it, a ledger whose tribes were all undone would look like that of a fresh install, or of newer data.
    if isFirst, let start = history.start(revertingDataOf: planner.known, to: version, appVersion: appVersion) {
      others.insert(start, at: 0)
    }
    var (start, hasReadability) = ([LedgerRecord](), history.readableSince[tribe.key] != nil)
    if !isTogether {
      start = others
      if let version = history.readability(whileReverting: tribe, by: appVersion) {
        start.append(readability(version))
        hasReadability = true
      }
      if history.isDone(tribe.key) { start.append(forgetting(tribe.key)) }
    }
    return AttemptRecords(
      isTogether: isTogether,
      atStart: start,
      end: .forgotten,
      atEnd: (hasReadability ? [readability(nil)] : []) + (isTogether ? others : [])
    )
  }
}

extension LedgerHistory {
  /// Returns the oldest app that may use the data while a tribe is being undone; nil if that is recorded.
  ///
  /// Only a release that has the tribe can complete the undoing, or run it again. Those that ran and revert it have it.
  fileprivate func readability(whileReverting tribe: TribeRegistry.Entry, by appVersion: String?) -> TribeVersion? {
    let since = readableSince[tribe.key]
    // The tribe itself declares which apps can read its result.
    if let since, !since.isOfRevert { return nil }
    // A compaction leaves out the records before the last one that tells whether the tribe is done.
    let own = records.filter { $0.key == tribe.key }
    let last = own.lastIndex { $0.kind.isDone != nil } ?? own.startIndex
    let apps = own[last...].map(\.appVersion) + [appVersion, since?.readableVersion?.appText]
    let versions = apps.map { $0.flatMap { try? TribeVersion(app: $0) } } + [tribe.version?.withoutSubMigration]
    let newest = versions.compactMap(\.self).max()
    return newest == since?.readableVersion ? nil : newest
  }

  /// Returns the records that forget the data of `.whenChanged` tribes, also of those that have not finished.
  fileprivate func derivedData(_ appVersion: String?) -> [LedgerRecord] {
    LedgerRecord.forgetting(records.filter(\.key.isChanged), appVersion)
  }
}
