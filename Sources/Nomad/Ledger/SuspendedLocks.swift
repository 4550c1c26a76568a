/// The ledger locks that sessions of this process released for a suspension and will take again.
///
/// They keep other runs of the process from starting a tribe that a suspended run has not left.
enum SuspendedLocks {
  /// Whether the current task represents another process in a test.
  @TaskLocal static var isAnotherProcessInTest = false

  private static let names = Locked<Set<String>>([])

  static func contains(_ name: String) -> Bool { !isAnotherProcessInTest && names.value.contains(name) }

  /// Adds a lock while the session still has its file locked.
  static func insert(_ name: String) { names.withLock { _ = $0.insert(name) } }

  static func remove(_ name: String) { names.withLock { _ = $0.remove(name) } }
}
