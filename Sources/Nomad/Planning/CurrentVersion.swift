private import Foundation

/// The version of the app that runs: the ceiling for versioned tribes.
///
/// A tribe above it waits until an app of its version runs.
public struct CurrentVersion: Hashable, Sendable {
  private enum Source: Hashable, Sendable {
    case bundle
    case unlimited
    case exactly(String)
  }

  private let source: Source

  /// The main bundle's `CFBundleShortVersionString`, or no ceiling if there is none, as in a command-line tool.
  ///
  /// Only bundles of Apple's systems have one: elsewhere this is ``unlimited``.
  public static let bundle = CurrentVersion(source: .bundle)

  /// No ceiling: every versioned tribe may run.
  public static let unlimited = CurrentVersion(source: .unlimited)

  /// A given version.
  ///
  /// - Parameter text: What `.literal` or `.dotted` accept, or one number alone, such as `2`. Anything else is an
  ///   error with the code `illegalCurrentVersion` when a plan is made.
  /// - Returns: The current version.
  public static func exactly(_ text: String) -> CurrentVersion {
    CurrentVersion(source: .exactly(text))
  }
}

extension CurrentVersion {
  /// A current version that was read.
  struct Resolved: Sendable {
    /// The version as the app writes it.
    let text: String
    /// The version without its step: a sub-migration needs no app version of its own.
    let version: TribeVersion
  }

  /// The version now, or nil for no ceiling.
  func resolved() throws(NomadError) -> Resolved? {
    let text: String? =
      switch source {
      case .bundle: Self.bundleVersion
      case .unlimited: nil
      case .exactly(let text): text
      }
    guard let text else { return nil }
    return Resolved(text: text, version: try Self.version(text).withoutStep)
  }

  /// Reads a version that is not a target: what `.literal` or `.dotted` accept, or one number alone.
  package static func version(_ text: String) throws(NomadError) -> TribeVersion {
    do { return try parsed(text) } catch { throw .illegalCurrentVersion(error) }
  }

  /// Reads a version as ``version(_:)`` does; the error says to what it was given.
  package static func version(_ text: String, givenTo call: String) throws(NomadError) -> TribeVersion {
    do { return try parsed(text) } catch { throw .illegalVersion(error, givenTo: call) }
  }

  /// Reads a version that is not a target, as ``version(_:)`` does.
  package static func parsed(_ text: String) throws(TargetError) -> TribeVersion {
    try TribeVersion(app: text)
  }

  private static var bundleVersion: String? {
    #if canImport(Darwin)
      Bundle.main.object(forInfoDictionaryKey: "CFBundleShortVersionString") as? String
    #else
      // No bundle carries an Info.plist here, and looking for one reads folders at every start.
      nil
    #endif
  }
}
