#if canImport(SwiftUI)
  public import Nomad
  public import SwiftUI

  extension View {
    /// Runs a migrator, and shows this view when that is done.
    ///
    /// ```swift
    /// NotesList().migrated(by: Nomad(.generated))
    /// ```
    ///
    /// The run starts when the view appears, and goes on when it disappears: see ``MigratedContent``, which makes its
    /// content only then.
    ///
    /// - Parameter nomad: The migrator.
    /// - Returns: A view that shows how far the run is, then this one.
    public func migrated(by nomad: Nomad) -> some View {
      MigratedContent(by: nomad) { self }
    }

    /// Runs a migrator, and shows this view when that is done, with views of your own for the time until then.
    ///
    /// The run starts when the view appears, and goes on when it disappears: see ``MigratedContent``, which makes its
    /// content only then.
    ///
    /// - Parameters:
    ///   - nomad: The migrator.
    ///   - progress: Makes what is shown while tribes run or wait; it gets the phase, a `running` one.
    ///   - failure: Makes what is shown when the run failed; it gets the error, and what runs again what failed.
    /// - Returns: A view that shows how far the run is, then this one.
    public func migrated(
      by nomad: Nomad,
      @ViewBuilder progress: @escaping (MigrationPhase) -> some View,
      @ViewBuilder failure: @escaping (NomadError, _ retry: @escaping @MainActor () -> Void) -> some View
    ) -> some View {
      MigratedContent(by: nomad, content: { self }, progress: progress, failure: failure)
    }
  }
#endif
