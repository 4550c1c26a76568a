/// What a process may do with the data.
///
/// Give each process that only reads the data, such as an app extension, a widget or a read replica, the role
/// ``observer``:
///
/// ```swift
/// try await Nomad(.generated, ledger: .file(at: url), role: .observer).migrate()
/// ```
public enum MigrationRole: Hashable, Sendable {
  /// It runs the tribes. This is the default.
  case migrator

  /// It reads the data, and leaves tribes to another process.
  ///
  /// `migrate()` returns if the data is ready. It throws an error with the code `migrationRequired` if a tribe has not
  /// run on whose result readers depend. With a deadline, it waits that long for another process to run them. It never
  /// locks, writes, marks or runs anything.
  ///
  /// Readers do not depend on an `.always` tribe, on a contract tribe, or on a `.first` tribe that has run once.
  case observer
}
