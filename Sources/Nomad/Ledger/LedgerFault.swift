/// Why the bytes of a ledger cannot be used.
package enum LedgerFault: Error, Equatable {
  /// They are not what was written.
  case damaged(String)
  /// They were written by a later version of the format.
  case newer(String)
  /// Records that were acknowledged are not there: from the first of these numbers to the last.
  case lost(first: Int, last: Int)
  /// There is no file, although so many records were acknowledged.
  case gone(acknowledged: Int)
  /// There is no file, because its records were moved to another ledger.
  case moved
}
