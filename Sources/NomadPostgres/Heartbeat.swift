import Nomad

/// Sends something from time to time while a session has the lock, so that the server does not end it; and shows others
/// how far the run is, as the session's `application_name`, which is visible before its transaction is committed.
final class Heartbeat: Sendable {
  static let prefix = "nomad: "

  private let task: Task<Void, Never>

  init(of session: PostgresSession, every interval: Duration) {
    task = Task.detached(priority: .high) {
      var (shown, last) = (String?.none, ContinuousClock.now)
      let pause = min(interval, .seconds(1))
      while (try? await Task.sleep(for: pause)) != nil {
        let progress = session.progress
        if progress != shown {
          await session.beat("SELECT set_config('application_name', $1::text, false)", [Self.prefix + (progress ?? "")])
          (shown, last) = (progress, .now)
        } else if last.duration(to: .now) >= interval {
          await session.beat("SELECT 1::text", [])
          last = .now
        }
      }
    }
  }

  /// Ends, when nothing is on its way any more.
  func stop() async {
    task.cancel()
    await task.value
  }
}
