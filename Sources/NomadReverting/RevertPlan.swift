public import Nomad

/// The plan of a revert: which tribes would be undone, or why none can be.
public struct RevertPlan: Sendable {
  /// The version to go back to.
  public let version: TribeVersion

  /// The tribes to undo, in that order: the one that ran last comes first.
  ///
  /// A tribe that the registry does not have is not among them. It is an ``obstacle``.
  public let tribes: [TribeRegistry.Entry]

  /// The error with which the revert would end before it undid anything; nil if it can begin.
  public let obstacle: NomadError?

  /// The records of `.first` and `.always` tribes that the ledger forgets, because an app of the version would be refused.
  let repeated: [LedgerRecord]

  /// Whether nothing has to be undone.
  public var isEmpty: Bool { tribes.isEmpty && obstacle == nil }
}

extension RevertPlan: CustomStringConvertible {
  /// The plan as text for people: a line for each tribe, and the obstacle.
  public var description: String {
    let lines = tribes.map { "revert \($0)" } + [obstacle].compactMap(\.self).map { "\($0)" }
    return lines.isEmpty ? "nothing to revert to \(version)" : lines.joined(separator: "\n")
  }
}

extension Nomad {
  /// Returns the plan of a revert to a version.
  ///
  /// This reads the ledger. It changes and creates nothing.
  ///
  /// - Parameter version: The version of the app to go back to, as `CurrentVersion.exactly(_:)` takes it.
  /// - Returns: The plan.
  /// - Throws: `NomadError` if the version is illegal, if the ledger cannot be read, or if its records are of another
  ///   module's tribes.
  public func plan(revertingTo version: String) async throws(NomadError) -> RevertPlan {
    let version = try Self.version(toRevertTo: version)
    try checkRestored()
    let context = LedgerContext(appVersion: try appVersion(), dependencies: dependencies)
    return try await plan(revertingTo: version, after: try await readHistory(in: context), in: context)
  }

  static func version(toRevertTo text: String) throws(NomadError) -> TribeVersion {
    do { return try TribeVersion(app: text).withoutSubMigration } catch { throw .illegalVersionToRevertTo(text, error) }
  }

  /// Makes a plan from the history and what the ledger says.
  func plan(
    revertingTo version: TribeVersion,
    after history: LedgerHistory,
    in context: LedgerContext
  ) async throws(NomadError) -> RevertPlan {
    try history.checkRestored()
    let known = Dictionary(try recordedTribes(in: history).flatMap { tribe in tribe.keys.map { ($0, tribe) } }) { $1 }
    let records = history.records(above: version)
    let above = Set(records.map(\.key))
    var tribes: [TribeRegistry.Entry] = []
    var obstacle: NomadError?
    for record in records {
      let tribe = known[record.key]
      if let tribe, !tribes.contains(tribe) { tribes.append(tribe) }
      obstacle = obstacle ?? self.obstacle(to: record, tribe, above: version, among: above, after: history, in: context)
    }
    for (tribe, since) in history.unreadableRepeated(by: version) {
      obstacle = obstacle ?? .repeatedTribe(tribe, since)
    }
    let repeated = history.repeated(above: version)
    // This app could not migrate the data again, and tribes that are gone may never have run on it.
    if let oldest = policy.oldest, version < oldest.withoutSubMigration, !tribes.isEmpty {
      obstacle = obstacle ?? .beforeOldest(version, oldest)
    }
    let missing = missingDependencies(of: tribes)
    if obstacle == nil, !missing.isEmpty { obstacle = .missingDependencies(missing) }
    if obstacle == nil, !tribes.isEmpty || !repeated.isEmpty {
      do {
        let reason = try await ledger.reasonToKeepTribes(above: version, in: context)
        obstacle = reason.map { .kept($0, version) }
      } catch {
        throw .notBegun(ledger.identity, error)
      }
    }
    return RevertPlan(version: version, tribes: tribes, obstacle: obstacle, repeated: repeated)
  }

  /// Returns the reason why a tribe cannot be undone; nil if it can.
  private func obstacle(
    to record: LedgerRecord,
    _ tribe: TribeRegistry.Entry?,
    above version: TribeVersion,
    among above: Set<LedgerKey>,
    after history: LedgerHistory,
    in context: LedgerContext
  ) -> NomadError? {
    guard let tribe else { return .unknownTribe(history.runner(of: record)) }
    if let key = tribe.keys.first(where: policy.hold.contains) { return .heldTribe(tribe, key) }
    // It was done before a tribe that merges it, and itself, began.
    if history.isDone(record.key), record.kind.isDone == nil { return .mergingTribe(tribe, isDone: false) }
    let merged = tribe.keys.filter { $0 != tribe.key && history.isDone($0) }
    let wasRolledBack = tribe.wasRolledBack(in: history, ledger.transactionKind, by: context.appVersion)
    // Another release began a part by itself.
    let hasOpenPart = tribe.keys.contains { $0 != tribe.key && above.contains($0) && !history.isDone($0) }
    if wasRolledBack == true, hasOpenPart { return .uncertainTribe(tribe) }
    // Nothing of the tribe is left. The parts that were done before it stay.
    if wasRolledBack == true, above.isDisjoint(with: merged) { return nil }
    if !merged.isEmpty, !history.isDone(tribe.key) || !above.isSuperset(of: merged) {
      return .mergingTribe(tribe, isDone: history.isDone(tribe.key))
    }
    let place = record.placeToStay(above: version)
    if ledger.mayPostpone(tribe) { return .contractTribe(tribe, keptAt: place) }
    // The work of a tribe that was marked by the one that merges it is a part of the latter's.
    if case .marked(let reason) = record.kind { return .markedTribe(tribe, record, reason, keptAt: place) }
    if case .merged(let key) = record.kind, record.key == tribe.key {
      return .markedTribe(tribe, record, "merged into \(key.text)", keptAt: place)
    }
    if wasRolledBack == nil { return .uncertainTribe(tribe) }
    return tribe.revertible == nil ? .irrevertibleTribe(tribe, keptAt: place) : nil
  }
}

extension TribeRegistry.Entry {
  /// Whether every attempt to run the tribe was rolled back with a transaction of a kind, so that nothing has to be
  /// undone; nil if that is not known, because the tribe of another release may have had no transaction.
  func wasRolledBack(in history: LedgerHistory, _ kind: String?, by appVersion: String?) -> Bool? {
    guard let kind, kind == transactionKind, !history.isDone(key) else { return false }
    let records = history.records.filter { $0.key == key }
    let decision = records.lastIndex { $0.kind.isDone != nil }
    let later = records[(decision.map { $0 + 1 } ?? 0)...]
    // The tribe was done, and its undoing began.
    if let decision, records[decision].isOfRevert, later.first?.isOfRevert == true { return false }
    // A version tells a release from another one. Without versions, the build does.
    let areOwn = later.filter { $0.kind == .began }.allSatisfy { attempt in
      attempt.appVersion == appVersion && (appVersion != nil || attempt.build == Build.current)
    }
    return areOwn ? true : nil
  }
}
