internal import Nomad

/// One attempt at a run, which begins when it is made, in a task that nobody but `cancel()` cancels.
struct RunAttempt: Sendable {
  /// The phase with which it begins; its end, if nothing has to be waited for.
  let phase: MigrationPhase

  /// How far it comes, but for its end; nil if it ended at once.
  ///
  /// Whoever is slow gets the newest only: a tribe may report more often than anybody can look.
  let phases: AsyncStream<MigrationPhase>?

  private let work: Task<Result<MigrationReport, NomadError>, Never>

  init(_ nomad: Nomad) {
    do throws(NomadError) {
      switch try nomad.outlook() {
      case .nothing(let report): self.init(.success(report))
      case .noTribe, .unknown: self.init(nomad, from: .notStarted)
      case .tribes: self.init(nomad, from: .running(MigrationProgress()))
      }
    } catch {
      self.init(.failure(error))
    }
  }

  private init(_ result: Result<MigrationReport, NomadError>) {
    phase = MigrationPhase(result)
    phases = nil
    work = Task { result }
  }

  private init(_ nomad: Nomad, from phase: MigrationPhase) {
    let (phases, continuation) = AsyncStream<MigrationPhase>.makeStream(bufferingPolicy: .bufferingNewest(1))
    self.phase = phase
    self.phases = phases
    work = Task {
      defer { continuation.finish() }
      let phase = Locked(phase)
      while true {
        do throws(NomadError) {
          return .success(
            try await nomad.migrate { event in
              // The run is not over before migrate() returns.
              if case .running(let progress) = phase.follow(event) { continuation.yield(.running(progress)) }
            }
          )
        } catch {
          // What is missing can come, such as when the device is unlocked or the app becomes active.
          guard [.notReady, .suspended].contains(error.code) else { return .failure(error) }
          continuation.yield(.running(MigrationProgress(waitingFor: error.message)))
          guard (try? await Task.sleep(for: .seconds(1))) != nil else { return .failure(error) }
        }
      }
    }
  }

  /// How it ended.
  var result: Result<MigrationReport, NomadError> {
    get async { await work.value }
  }

  func cancel() {
    work.cancel()
  }
}

extension MigrationPhase {
  /// The phase of a run that is over.
  init(_ result: Result<MigrationReport, NomadError>) {
    switch result {
    case .success(let report): self = .finished(report)
    case .failure(let error): self = .failed(error)
    }
  }
}
