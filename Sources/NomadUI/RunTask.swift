internal import Nomad
internal import NomadFiles

/// The task of one run, which begins when it is created, and which only `cancel()` cancels.
struct RunTask: Sendable {
  /// The first phase; the final one if there was nothing to wait for.
  let phase: MigrationPhase

  /// The phases that follow, without the final one; nil if the run ended at once.
  ///
  /// A slow reader gets only the newest phase, because a tribe may report progress faster than anyone can read it.
  let phases: AsyncStream<MigrationPhase>?

  private let work: Task<Result<MigrationReport, NomadError>, Never>

  init(_ nomad: Nomad, readOnly: Bool) {
    do throws(NomadError) {
      let (phase, isSettled) = try nomad.firstPhase(readOnly: readOnly)
      if case .finished(let report) = phase {
        self.init(.success(report), settling: isSettled ? nil : nomad)
      } else {
        self.init(nomad, readOnly: readOnly, from: phase)
      }
    } catch {
      if let phase = MigrationPhase(waitingAfter: error) {
        self.init(nomad, readOnly: readOnly, from: phase)
      } else {
        self.init(.failure(error))
      }
    }
  }

  private init(_ result: Result<MigrationReport, NomadError>, settling nomad: Nomad? = nil) {
    phase = MigrationPhase(result)
    phases = nil
    work = Task {
      // The views need not wait for it.
      if let nomad { _ = try? await nomad.migrate() }
      return result
    }
  }

  private init(_ nomad: Nomad, readOnly: Bool, from phase: MigrationPhase) {
    let (phases, continuation) = AsyncStream<MigrationPhase>.makeStream(bufferingPolicy: .bufferingNewest(1))
    self.phase = phase
    self.phases = phases
    work = Task {
      defer { continuation.finish() }
      let phase = Locked(phase)
      while true {
        do throws(NomadError) {
          let observer: @Sendable (MigrationEvent) -> Void = { event in
            // The final phase comes later: the run is not over before migrate() returns.
            if case .running(let progress) = phase.follow(event) { continuation.yield(.running(progress)) }
          }
          return .success(
            readOnly
              ? MigrationReport(plan: try await nomad.waitUntilMigrated(observing: observer))
              : try await nomad.migrate(observing: observer)
          )
        } catch {
          guard let phase = MigrationPhase(waitingAfter: error) else { return .failure(error) }
          continuation.yield(phase)
          guard (try? await Task.sleep(for: .seconds(1))) != nil else { return .failure(error) }
        }
      }
    }
  }

  /// The result, once the run has ended.
  var result: Result<MigrationReport, NomadError> {
    get async { await work.value }
  }

  func cancel() {
    work.cancel()
  }
}

extension MigrationPhase {
  /// Creates the phase of a run that has ended.
  init(_ result: Result<MigrationReport, NomadError>) {
    switch result {
    case .success(let report): self = .finished(report)
    case .failure(let error): self = .failed(error)
    }
  }

  /// Creates the phase of a run that tries again after an error; nil if it does not.
  init?(waitingAfter error: NomadError) {
    // The missing condition may be met later, for example when the device is unlocked or the app becomes active.
    guard [.notReady, .suspended].contains(error.code) else { return nil }
    self = .running(MigrationProgress(waitingFor: error.message))
  }
}

extension Locked where Value == MigrationPhase {
  /// Changes to the phase that follows after an event, and returns that phase.
  func follow(_ event: MigrationEvent) -> MigrationPhase {
    withLock { phase in
      phase = phase.after(event)
      return phase
    }
  }
}
