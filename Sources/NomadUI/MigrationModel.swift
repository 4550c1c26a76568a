#if canImport(SwiftUI)
  internal import Combine
  internal import Nomad

  /// The phase of a migrator's run, for views on systems without Observation.
  @MainActor
  final class MigrationModel: ObservableObject {
    @Published private(set) var phase: MigrationPhase
    private let observer: RunObserver

    init(_ nomad: Nomad) {
      let observer = RunObserver(nomad)
      // With nothing to migrate, the view shows its content at once.
      observer.look()
      self.observer = observer
      phase = observer.phase
      observer.onChange = { [weak self] phase in self?.phase = phase }
    }

    func start() {
      observer.start()
    }

    func retry() {
      observer.retry()
    }
  }
#endif
