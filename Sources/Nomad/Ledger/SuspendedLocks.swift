/// The locks that sessions of this process have released because of a suspension, and will take again.
///
/// Without them, another run of the process could begin the tribe that a suspended run is still in.
enum SuspendedLocks {
  /// Whether the current task stands for another process, in a test.
  @TaskLocal static var isAnotherProcessInTest = false

  private static let names = Locked<Set<String>>([])

  static func contains(_ name: String) -> Bool { !isAnotherProcessInTest && names.value.contains(name) }

  /// Adds a lock, while the session still has its file locked.
  static func insert(_ name: String) { names.withLock { _ = $0.insert(name) } }

  static func remove(_ name: String) { names.withLock { _ = $0.remove(name) } }
}
