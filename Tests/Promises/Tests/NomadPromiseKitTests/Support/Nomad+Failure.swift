import Nomad

extension Nomad {
  /// Runs the tribes, and gives the error that stops the run; nil if nothing does.
  ///
  /// A run that waits for ever fails its test when that has taken too long, and is left behind.
  func failure() async -> NomadError? {
    let (errors, outcome) = AsyncStream<NomadError>.makeStream()
    Task {
      do throws(NomadError) { try await migrate() } catch { outcome.yield(error) }
      outcome.finish()
    }
    return await errors.first { _ in true }
  }
}
