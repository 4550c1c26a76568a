extension TribeAttempt {
  /// What had happened before an attempt to the tribes that its tribe merges.
  struct Merged: Sendable {
    /// The keys of those that were done.
    let done: Set<LedgerKey>
    /// Whether the process died in an attempt at one of the others.
    let wereInterrupted: Bool

    init(_ tribe: TribeRegistry.Entry, after history: LedgerHistory) {
      done = Set(tribe.mergedKeys.filter(history.isDone))
      wereInterrupted = tribe.merged.contains { [done] merged in
        !done.contains(merged.key) && history.attempts(at: merged.key).wasInterrupted
      }
    }
  }

  /// Returns whether a tribe that the current one merges was done before, so that its part must not run again.
  ///
  /// ```swift
  /// struct Notes_1_2: Tribe {
  ///   static let target: TribeTarget = .literal("1.2.0")
  ///   static let merges: [String] = ["1.0.0", "1.1.0"]
  ///
  ///   func migrate() async throws {
  ///     if try !TribeAttempt.wasDone("1.0.0") { try splitNotes() }
  ///     if try !TribeAttempt.wasDone("1.1.0") { try addTags() }
  ///   }
  ///
  ///   private func splitNotes() throws {}
  ///   private func addTags() throws {}
  /// }
  /// ```
  ///
  /// - Parameter merged: The version or the once-id of the tribe, as ``Tribe/merges`` lists it.
  /// - Returns: Whether the ledger had the tribe as done when the attempt began. It is false outside of a run, as in a
  ///   test that calls `migrate()` itself.
  /// - Throws: ``NomadError`` with the code `mergedTribe` if the tribe does not merge one of that name.
  public static func wasDone(_ merged: String) throws(NomadError) -> Bool {
    guard let attempt = current else { return false }
    guard let found = attempt.tribe.merged.first(where: { ByteOrder.areSame($0.text, merged) }) else {
      throw .notMerged(merged, by: attempt.tribe)
    }
    return attempt.merged.done.contains(found.key)
  }
}
