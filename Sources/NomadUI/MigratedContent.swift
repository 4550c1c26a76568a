#if canImport(SwiftUI)
  public import Nomad
  public import SwiftUI

  /// A view that runs a migrator, and makes and shows its content when that is done.
  ///
  /// ```swift
  /// MigratedContent(by: Nomad(.generated)) {
  ///   NotesList(store: NotesStore())
  /// }
  /// ```
  ///
  /// The content is not made before the run has completed; with the modifier `migrated(by:)` it is made and not shown.
  ///
  /// The run starts when the view appears, and goes on when it disappears. A view of the same migrator joins a run that
  /// is in progress and shows its progress; when there is nothing to do, the content shows at once. The same migrator
  /// is one with the same ledger, tribes, current version, policy and predecessors; what closures captured is not
  /// compared. So it may be made anew each time the view is, but a ledger in memory may not. With another migrator the
  /// view begins anew, and the run of the one before goes on.
  public struct MigratedContent<Content: View, ProgressContent: View, FailureContent: View>: View {
    private let nomad: Nomad
    private let content: () -> Content
    private let progress: (MigrationPhase) -> ProgressContent
    private let failure: (NomadError, @escaping @MainActor () -> Void) -> FailureContent

    /// Makes a view that runs a migrator, with views of your own for its progress and its failure.
    ///
    /// - Parameters:
    ///   - nomad: The migrator.
    ///   - content: Makes what is shown when the run has completed.
    ///   - progress: Makes what is shown while tribes run or wait; it gets the phase, a `running` one.
    ///   - failure: Makes what is shown when the run failed; it gets the error, and what runs again what failed.
    public init(
      by nomad: Nomad,
      @ViewBuilder content: @escaping () -> Content,
      @ViewBuilder progress: @escaping (MigrationPhase) -> ProgressContent,
      @ViewBuilder failure: @escaping (NomadError, _ retry: @escaping @MainActor () -> Void) -> FailureContent
    ) {
      self.nomad = nomad
      self.content = content
      self.progress = progress
      self.failure = failure
    }

    /// What is shown now.
    public var body: some View {
      // Another migrator has another identity, and a model of its own.
      PhaseView(nomad: nomad, content: content, progress: progress, failure: failure).id(MigratorIdentity(nomad))
    }
  }

  extension MigratedContent where ProgressContent == MigrationProgressView, FailureContent == MigrationFailureView {
    /// Makes a view that runs a migrator.
    ///
    /// - Parameters:
    ///   - nomad: The migrator.
    ///   - content: Makes what is shown when the run has completed.
    public init(by nomad: Nomad, @ViewBuilder content: @escaping () -> Content) {
      self.init(by: nomad, content: content) { phase in
        MigrationProgressView(phase)
      } failure: { error, retry in
        MigrationFailureView(error, retry: retry)
      }
    }
  }

  private struct PhaseView<Content: View, ProgressContent: View, FailureContent: View>: View {
    @StateObject private var model: MigrationModel
    private let content: () -> Content
    private let progress: (MigrationPhase) -> ProgressContent
    private let failure: (NomadError, @escaping @MainActor () -> Void) -> FailureContent

    init(
      nomad: Nomad,
      content: @escaping () -> Content,
      progress: @escaping (MigrationPhase) -> ProgressContent,
      failure: @escaping (NomadError, @escaping @MainActor () -> Void) -> FailureContent
    ) {
      _model = StateObject(wrappedValue: MigrationModel(nomad))
      self.content = content
      self.progress = progress
      self.failure = failure
    }

    var body: some View {
      switch model.phase {
      case .notStarted: Color.clear.onAppear { model.start() }
      case .running: progress(model.phase)
      case .finished: content()
      case .failed(let error): failure(error) { model.retry() }
      }
    }
  }
#endif
