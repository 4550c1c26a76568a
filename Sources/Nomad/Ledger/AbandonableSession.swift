/// A session that can end as if its process were killed.
package protocol AbandonableSession: LedgerSession {
  /// Ends the session without a word: nothing is written any more, not even that the run is over.
  func abandon() async
}
