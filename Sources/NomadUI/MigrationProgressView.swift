#if canImport(SwiftUI)
  internal import Foundation
  public import Nomad
  public import SwiftUI

  /// What shows how far a run is, unless you have a view of your own.
  ///
  /// Its words are looked up in the app's own strings.
  public struct MigrationProgressView: View {
    private let phase: MigrationPhase

    /// Makes a view of a phase.
    ///
    /// - Parameter phase: How far the run is.
    public init(_ phase: MigrationPhase) {
      self.phase = phase
    }

    /// A bar, or as long as nothing is known of the run, something that turns.
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
