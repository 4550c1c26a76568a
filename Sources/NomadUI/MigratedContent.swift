#if canImport(SwiftUI)
  internal import Combine
  public import Nomad
  public import SwiftUI

  /// A view that runs a migrator, and creates and shows its content once the run has completed.
  ///
  /// ```swift
  /// MigratedContent(by: Nomad(.generated)) {
  ///   NotesList(store: NotesStore())
  /// }
  /// ```
  ///
  /// The content is not created before the run has completed. The modifier `migrated(by:)`, in contrast, creates it at
  /// once and only hides it.
  /// The run starts when the view appears, and continues if the view disappears. If a run of the same migrator is
  /// already in progress, the view joins it and shows its progress. If there is nothing to do, the content shows at
  /// once.
  ///
  /// Two migrators are the same if their ledger, tribes, current version, policy, predecessors, requirements and
  /// types of dependencies are. Values that closures capture are not compared. So you may create a migrator again each
  /// time the view is created, but not an in-memory ledger. If the view gets a different migrator, it starts over with
  /// that one, and the previous run continues.
  public struct MigratedContent<Content: View, ProgressContent: View, FailureContent: View>: View {
    fileprivate let nomad: Nomad
    fileprivate let readOnly: Bool
    fileprivate let content: () -> Content
    fileprivate let progress: (MigrationPhase) -> ProgressContent
    fileprivate let failure: (NomadError, @escaping @MainActor () -> Void) -> FailureContent

    /// Creates a view that runs a migrator, with your own views for progress and failure.
    ///
    /// - Parameters:
    ///   - nomad: The migrator.
    ///   - readOnly: Whether this process only reads the data, such as an app extension. It then runs no tribe, and the
    ///     run fails with the code `migrationRequired` until another process has migrated the data.
    ///   - content: Creates the view to show when the run has completed.
    ///   - progress: Creates the view to show while tribes run or wait, from a `running` phase.
    ///   - failure: Creates the view to show after a failed run, from the error and a closure that runs the failed
    ///     tribe and those after it again.
    public init(
      by nomad: Nomad,
      readOnly: Bool = false,
      @ViewBuilder content: @escaping () -> Content,
      @ViewBuilder progress: @escaping (MigrationPhase) -> ProgressContent,
      @ViewBuilder failure: @escaping (NomadError, _ retry: @escaping @MainActor () -> Void) -> FailureContent
    ) {
      (self.nomad, self.readOnly) = (nomad, readOnly)
      self.content = content
      self.progress = progress
      self.failure = failure
    }

    /// The view for the current phase.
    public var body: some View {
      // A different migrator has a different identity, and so its own model.
      PhaseView(of: self).id(MigratorIdentity(nomad, readOnly: readOnly))
    }
  }

  extension MigratedContent where ProgressContent == MigrationProgressView, FailureContent == MigrationFailureView {
    /// Creates a view that runs a migrator.
    ///
    /// - Parameters:
    ///   - nomad: The migrator.
    ///   - readOnly: Whether this process only reads the data, such as an app extension. It then runs no tribe, and the
    ///     run fails with the code `migrationRequired` until another process has migrated the data.
    ///   - content: Creates the view to show when the run has completed.
    public init(by nomad: Nomad, readOnly: Bool = false, @ViewBuilder content: @escaping () -> Content) {
      self.init(by: nomad, readOnly: readOnly, content: content) { phase in
        MigrationProgressView(phase)
      } failure: { error, retry in
        MigrationFailureView(error, retry: retry)
      }
    }
  }

  private struct PhaseView<Content: View, ProgressContent: View, FailureContent: View>: View {
    @StateObject private var model: MigrationModel
    private let views: MigratedContent<Content, ProgressContent, FailureContent>

    init(of views: MigratedContent<Content, ProgressContent, FailureContent>) {
      _model = StateObject(wrappedValue: MigrationModel(views.nomad, readOnly: views.readOnly))
      self.views = views
    }

    var body: some View {
      switch model.phase {
      case .notStarted: Color.clear.onAppear { model.start() }
      case .running: views.progress(model.phase)
      case .finished: views.content()
      case .failed(let error): views.failure(error) { model.retry() }
      }
    }
  }

  /// The phase of a migrator's run, for views on systems without Observation.
  @MainActor
  final class MigrationModel: ObservableObject {
    @Published private(set) var phase: MigrationPhase
    private let observer: RunObserver

    init(_ nomad: Nomad, readOnly: Bool) {
      let observer = RunObserver(nomad, readOnly: readOnly)
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
