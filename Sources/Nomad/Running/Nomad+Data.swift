private import Foundation

extension Nomad {
  private var marker: DataMarker? { policy.dataFolder.map { DataMarker(folder: $0.path) } }

  /// What has to be done so that the ledger knows its data; nothing where the policy names none.
  func verdictOnData(after history: LedgerHistory) throws(NomadError) -> DataBond.Verdict {
    guard let marker else { return .settled }
    do { return history.dataBond.verdict(on: try marker.read()) } catch { throw .unreadableMarker(marker.path, error) }
  }

  /// Makes sure that the data is that of the ledger.
  ///
  /// - Parameters:
  ///   - history: What the ledger says.
  ///   - latest: Reads the ledger once more: another process may have bound the data between the two readings.
  /// - Throws: ``NomadError`` if it is not, or if that cannot be found out.
  func checkData(
    after history: LedgerHistory,
    _ latest: () async throws(NomadError) -> LedgerHistory
  ) async throws(NomadError) {
    guard try verdictOnData(after: history) == .mismatch else { return }
    let latest = try await latest()
    guard try verdictOnData(after: latest) == .mismatch, let marker else { return }
    throw .dataMismatch(marker.folder, ledger.identity, isKnown: latest.dataBond != .unknown)
  }

  /// Sees to it that the ledger knows its data; best effort, as the next run that succeeds does it again.
  func bindData(in session: any LedgerSession) async {
    try? await marker?.bind(in: session, appVersion: appVersion())
  }

  /// Does the same after a run that did not need the ledger's lock, without waiting for it.
  func bindData(after history: LedgerHistory) async {
    guard (try? verdictOnData(after: history)) == .unbound else { return }
    let activity = ExpiringActivity()
    defer { activity.end() }
    guard await activity.begin() else { return }
    let waiting = Waiting(limit: RunLimit(deadline: .now, activity: activity))
    try? await Waiting.$current.withValue(waiting) {
      try await ledger.withExclusiveAccess { session in
        try checkRestored()
        await bindData(in: session)
      }
    }
  }
}

extension NomadError {
  static func dataMismatch(_ folder: String, _ ledger: String, isKnown: Bool) -> NomadError {
    NomadError(
      .dataMismatch,
      isKnown
        ? "The data that the ledger \(ledger) describes is not in \(folder): it is missing, fresh or other data."
        : "The data in \(folder) was migrated with a ledger, and \(ledger) is another one, or empty.",
      advice: "Nothing was run. Restore the data and the ledger from the same backup. To go on with the data that is "
        + "there, call forgetData() of the ledger, or forgetAll() to run every tribe on it."
    )
  }

  static func unreadableMarker(_ path: String, _ error: any Error) -> NomadError {
    .notReady("that \(path) can be read", error)
  }
}
