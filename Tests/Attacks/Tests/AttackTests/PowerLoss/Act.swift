/// An operation that a process performs on a ledger.
enum Act: Sendable {
  case migrate
  case forget(SampleTribe)
  case forgetAll
  /// Repairs the ledger if it is damaged.
  case repair
  /// Repairs the ledger if it is damaged, or begins a new one if nothing of it can be read.
  case beginAnew
}
