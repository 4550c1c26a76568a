#if canImport(SwiftUI)
  internal import Foundation
  public import Nomad
  public import SwiftUI

  /// What shows why a run failed, unless you have a view of your own.
  ///
  /// Its own words are looked up in the app's strings; the error's are English.
  public struct MigrationFailureView: View {
    private let error: NomadError
    private let retry: @MainActor () -> Void

    /// Makes a view of an error.
    ///
    /// - Parameters:
    ///   - error: Why the run failed.
    ///   - retry: Runs again what failed.
    public init(_ error: NomadError, retry: @escaping @MainActor () -> Void) {
      self.error = error
      self.retry = retry
    }

    /// The error's message and advice, and a button.
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
