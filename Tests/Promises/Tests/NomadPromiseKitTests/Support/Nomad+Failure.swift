import Nomad

extension Nomad {
  /// Runs the tribes, and returns the error that stops the run; nil if it succeeds.
  ///
  /// A run that hangs fails its test after a time limit, and is abandoned.
  func failure() async -> NomadError? {
    let (errors, outcome) = AsyncStream<NomadError>.makeStream()
    Task {
      do throws(NomadError) { try await migrate() } catch { outcome.yield(error) }
      outcome.finish()
    }
    return await errors.first { _ in true }
  }
}
