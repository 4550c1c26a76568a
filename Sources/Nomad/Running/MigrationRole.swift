/// The role of a process: it either runs the tribes, or only reads the data.
///
/// Give the role ``observer`` to each process that only reads the data, such as an app extension, a widget or a read
/// replica:
///
/// ```swift
/// try await Nomad(.generated, ledger: .file(at: url), role: .observer).migrate()
/// ```
public enum MigrationRole: Hashable, Sendable {
  /// The process runs the tribes. This is the default.
  case migrator

  /// The process reads the data, and leaves the tribes to another process.
  ///
  /// `migrate()` returns if the data is ready. It throws an error with the code `migrationRequired` if a tribe that
  /// readers depend on has not run. With a deadline, it waits that long for another process to run the tribe. It never
  /// locks, writes, marks or runs anything.
  ///
  /// Readers do not depend on an `.always` tribe, on a contract tribe, on a deferred tribe that no pending tribe
  /// requires, or on a `.first` tribe that has run once.
  case observer
}
