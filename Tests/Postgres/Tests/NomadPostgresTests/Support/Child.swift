import Foundation

/// A process that a test runs, and can stop, continue and kill.
final class Child: Sendable {
  let pid: pid_t
  private let output: URL

  /// Starts a process.
  ///
  /// `Process` would also wait for a server that its child leaves running.
  init(_ path: String, _ arguments: [String], environment: [String: String] = [:]) throws {
    output = FileManager.default.temporaryDirectory.appendingPathComponent("child-\(UUID().uuidString)")
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
    posix_spawn_file_actions_addopen(&actions, 1, output.path, O_WRONLY | O_CREAT | O_APPEND, 0o644)
    posix_spawn_file_actions_adddup2(&actions, 1, 2)
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    // A process group of its own, so that its children can be killed with it.
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETPGROUP))
    let all = ProcessInfo.processInfo.environment.merging(environment) { $1 }
    var words = ([path] + arguments).map { strdup($0) } + [nil]
    var settings = all.map { strdup("\($0)=\($1)") } + [nil]
    defer { (words + settings).forEach { free($0) } }
    var pid: pid_t = 0
    let result = posix_spawn(&pid, path, &actions, &attributes, &words, &settings)
    guard result == 0 else { throw ServerFailure(description: "\(path): \(String(cString: strerror(result)))") }
    self.pid = pid
  }

  deinit { try? FileManager.default.removeItem(at: output) }

  /// The output so far.
  var text: String { (try? String(contentsOf: output, encoding: .utf8)) ?? "" }

  func signal(_ number: Int32) { kill(-pid, number) }

  /// Waits for the end without blocking a thread.
  ///
  /// Returns the exit code, or the negative number of a signal.
  @discardableResult
  func wait() async -> Int32 {
    // A thread that waits could fail to start, unnoticed.
    while true {
      if let code = end(WNOHANG) { return code }
      // In a cancelled task, this does not pause.
      try? await Task.sleep(for: .milliseconds(5))
    }
  }

  /// Waits for the end of the process.
  @discardableResult
  func waitBlocking() -> Int32 {
    while true {
      if let code = end(0) { return code }
    }
  }

  /// Returns the exit code, or the negative number of a signal; nil if the process may not have ended.
  private func end(_ options: Int32) -> Int32? {
    var status: Int32 = 0
    let result = waitpid(pid, &status, options)
    // Another caller has waited for it, so the code is lost.
    if result == -1, errno == ECHILD { return .min }
    guard result == pid else { return nil }
    return status & 0x7f == 0 ? status >> 8 & 0xff : -(status & 0x7f)
  }

  /// Waits until the process has written a text.
  func waitFor(_ part: String, atMost limit: Duration = .seconds(60)) async throws {
    let start = ContinuousClock.now
    while !text.contains(part) {
      guard start.duration(to: .now) < limit else {
        throw ServerFailure(description: "there is no \(part.debugDescription) in: \(text)")
      }
      try await Task.sleep(for: .milliseconds(5))
    }
  }
}
