extension Task where Failure == Never {
  /// Starts a task.
  ///
  /// The library starts its tasks here. On Linux, a call of `Task.init` in another file would add all asynchronous
  /// functions of that file to every app.
  static func start(_ operation: @escaping @Sendable () async -> Success) -> Task {
    Task { await operation() }
  }
}
