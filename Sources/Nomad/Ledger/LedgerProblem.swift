/// The reason why the bytes of a ledger cannot be used.
package enum LedgerProblem: Error, Equatable {
  /// The bytes are not those that were written.
  case damaged(String)
  /// The bytes were written by a later version of the format.
  case newer(String)
  /// Acknowledged records are missing: those with numbers from `first` to `last`.
  case lost(first: Int, last: Int)
  /// There is no file, although this number of records was acknowledged.
  case gone(acknowledged: Int)
  /// There is no file, because the records were moved to another ledger.
  case moved
}
