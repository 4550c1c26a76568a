#if canImport(SwiftUI)
  internal import Foundation
  public import Nomad
  public import SwiftUI

  /// The default view for a failed run.
  ///
  /// The title and the button are localized by the app's string tables. The error's message and advice are English.
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

    /// The error's message and advice, and a retry button.
    public var body: some View {
      ScrollView {
        VStack(spacing: 16) {
          Image(systemName: "exclamationmark.triangle")
            .font(.largeTitle)
            .accessibilityHidden(true)
          Text("Your data could not be prepared.")
            .font(.headline)
            .accessibilityAddTraits(.isHeader)
          Text(verbatim: error.message)
          Text(verbatim: error.advice)
            .foregroundColor(.secondary)
          Button("Try Again", action: retry)
        }
        .multilineTextAlignment(.center)
        .padding()
      }
    }
  }
#endif
