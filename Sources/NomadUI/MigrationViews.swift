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

  /// The default view for a failed run.
  ///
  /// It shows the error's `userMessage`, and nothing of its message and advice, which are for developers. All texts are
  /// localized by the app's string tables.
  public struct MigrationFailureView: View {
    private let error: NomadError
    private let retry: @MainActor () -> Void

    /// Creates a view of an error.
    ///
    /// - Parameters:
    ///   - error: The reason why the run failed.
    ///   - retry: Runs the failed tribe, and those after it, again.
    public init(_ error: NomadError, retry: @escaping @MainActor () -> Void) {
      self.error = error
      self.retry = retry
    }

    /// The error's text for users, and a retry button.
    public var body: some View {
      ScrollView {
        VStack(spacing: 16) {
          Image(systemName: "exclamationmark.triangle")
            .font(.largeTitle)
            .accessibilityHidden(true)
          Text("Your data is not available.")
            .font(.headline)
            .accessibilityAddTraits(.isHeader)
          Text(LocalizedStringKey(error.userMessage))
          Button("Try Again", action: retry)
        }
        .multilineTextAlignment(.center)
        .padding()
      }
    }
  }
#endif
