#if canImport(SwiftUI)
  internal import Foundation
  public import Nomad
  public import SwiftUI

  /// The default view for the progress of a run.
  ///
  /// Its text is localized by the app's string tables.
  public struct MigrationProgressView: View {
    private let phase: MigrationPhase

    /// Creates a view of a phase.
    ///
    /// - Parameter phase: The phase of the run.
    public init(_ phase: MigrationPhase) {
      self.phase = phase
    }

    /// A progress bar, or a spinner until the number of tribes is known.
    public var body: some View {
      ProgressView(value: fraction) {
        Text("Preparing your data…")
      }
      .frame(maxWidth: 320)
      .padding()
    }

    private var fraction: Double? {
      if case .running(let progress) = phase, progress.count == 0 { nil } else { phase.fractionCompleted }
    }
  }
#endif
