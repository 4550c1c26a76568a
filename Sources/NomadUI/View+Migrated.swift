#if canImport(SwiftUI)
  public import Nomad
  public import SwiftUI

  extension View {
    /// Runs a migrator, and shows this view once the run has completed.
    ///
    /// ```swift
    /// NotesList().migrated(by: Nomad(.generated))
    /// ```
    ///
    /// The run starts when the view appears, and continues if the view disappears. To create the content only after the
    /// run, see ``MigratedContent``.
    ///
    /// - Parameters:
    ///   - nomad: The migrator.
    ///   - readOnly: Whether this process only reads the data, such as an app extension. It then runs no tribe, and the
    ///     run fails with the code `migrationRequired` until another process has migrated the data.
    /// - Returns: A view that shows the progress of the run, then this view.
    public func migrated(by nomad: Nomad, readOnly: Bool = false) -> some View {
      MigratedContent(by: nomad, readOnly: readOnly) { self }
    }

    /// Runs a migrator, and shows this view once the run has completed, with your own views for progress and failure.
    ///
    /// The run starts when the view appears, and continues if the view disappears. To create the content only after the
    /// run, see ``MigratedContent``.
    ///
    /// - Parameters:
    ///   - nomad: The migrator.
    ///   - readOnly: Whether this process only reads the data: see ``migrated(by:readOnly:)``.
    ///   - progress: Creates the view to show while tribes run or wait, from a `running` phase.
    ///   - failure: Creates the view to show after a failed run, from the error and a closure that runs the failed
    ///     tribe and those after it again.
    /// - Returns: A view that shows the progress of the run, then this view.
    public func migrated(
      by nomad: Nomad,
      readOnly: Bool = false,
      @ViewBuilder progress: @escaping (MigrationPhase) -> some View,
      @ViewBuilder failure: @escaping (NomadError, _ retry: @escaping @MainActor () -> Void) -> some View
    ) -> some View {
      MigratedContent(by: nomad, readOnly: readOnly, content: { self }, progress: progress, failure: failure)
    }
  }
#endif
