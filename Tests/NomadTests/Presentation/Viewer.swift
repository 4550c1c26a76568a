import Testing

@testable import Nomad
@testable import NomadUI

/// A stand-in for a view: it starts the run when it appears, and keeps the phases that it receives.
@MainActor
final class Viewer {
  private(set) var seen: [MigrationPhase] = []
  let observer: RunObserver
  private var waiting: [CheckedContinuation<Void, Never>] = []

  init(_ nomad: Nomad) {
    observer = RunObserver(nomad)
    observer.onChange = { [weak self] phase in self?.note(phase) }
  }

  /// Returns a view that has appeared.
  static func appeared(_ nomad: Nomad) -> Viewer {
    let viewer = Viewer(nomad)
    viewer.observer.start()
    return viewer
  }

  var phase: MigrationPhase { observer.phase }

  /// The names of the phases, without repetitions in a row.
  var names: [String] {
    seen.map(\.name).reduce(into: []) { names, name in
      if names.last != name { names.append(name) }
    }
  }

  /// Waits for a phase.
  ///
  /// The test fails if the run ends in another phase.
  func sees(_ condition: (MigrationPhase) -> Bool, sourceLocation: SourceLocation = #_sourceLocation) async {
    while !condition(phase), !phase.isOver, !Task.isCancelled {
      await withTaskCancellationHandler {
        await withCheckedContinuation { waiting.append($0) }
      } onCancel: {
        Task { @MainActor in wake() }
      }
    }
    #expect(condition(phase), "\(phase.name)", sourceLocation: sourceLocation)
  }

  func sees(_ name: String, sourceLocation: SourceLocation = #_sourceLocation) async {
    await sees({ $0.name == name }, sourceLocation: sourceLocation)
  }

  private func note(_ phase: MigrationPhase) {
    seen.append(phase)
    wake()
  }

  private func wake() {
    for continuation in waiting { continuation.resume() }
    waiting = []
  }
}

extension MigrationPhase {
  /// The phase's name in tests.
  var name: String {
    switch self {
    case .notStarted: "not started"
    case .running: "running"
    case .finished: "finished"
    case .failed(let error): "failed: \(error.code)"
    }
  }

  var isOver: Bool {
    switch self {
    case .notStarted, .running: false
    case .finished, .failed: true
    }
  }

  var progress: MigrationProgress? {
    if case .running(let progress) = self { progress } else { nil }
  }

  /// The names of the tribes that ran; nil unless the run has finished.
  var migrated: [String]? {
    if case .finished(let report) = self { report.migrated.map(\.name) } else { nil }
  }
}
