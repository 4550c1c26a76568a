private import Foundation
internal import NomadFormat

/// The version of the running app, above which tribes wait.
///
/// A tribe with a higher version waits until an app of that version runs.
public struct CurrentVersion: Equatable, Sendable {
  private enum Source: Equatable, Sendable {
    case bundle
    case unlimited
    case exactly(String)
  }

  private let source: Source

  /// The main bundle's `CFBundleShortVersionString`; without one, as in a command-line tool, no tribe waits.
  ///
  /// Only bundles on Apple's systems have one. Elsewhere this is ``unlimited``.
  public static let bundle = CurrentVersion(source: .bundle)

  /// No current version, so no tribe waits for its version.
  public static let unlimited = CurrentVersion(source: .unlimited)

  /// A given version.
  ///
  /// - Parameter text: A version that `.literal` or `.dotted` accepts, or a single number, such as `2`. With any other
  ///   text, making a plan throws an error with the code `illegalCurrentVersion`.
  /// - Returns: The current version.
  public static func exactly(_ text: String) -> CurrentVersion {
    CurrentVersion(source: .exactly(text))
  }
}

extension CurrentVersion {
  /// A current version that has been parsed.
  struct Resolved: Sendable {
    /// The version as the app writes it.
    let text: String
    /// The version without the number of a sub-migration, because a sub-migration needs no app version of its own.
    let version: TribeVersion
  }

  /// Returns the current version; nil if no tribe waits for its version.
  func resolved() throws(NomadError) -> Resolved? {
    let text: String? =
      switch source {
      case .bundle: Self.bundleVersion
      case .unlimited: nil
      case .exactly(let text): text
      }
    guard let text else { return nil }
    return Resolved(text: text, version: try Self.version(text).withoutSubMigration)
  }

  /// Parses a version that is not a target: a version that `.literal` or `.dotted` accepts, or a single number.
  package static func version(_ text: String) throws(NomadError) -> TribeVersion {
    do { return try TribeVersion(app: text) } catch { throw .illegalCurrentVersion(error) }
  }

  private static var bundleVersion: String? {
    #if canImport(Darwin)
      Bundle.main.object(forInfoDictionaryKey: "CFBundleShortVersionString") as? String
    #else
      // No bundle has an Info.plist here, and looking for one reads folders at every start.
      nil
    #endif
  }
}

/// The build of the running app.
package enum Build {
  /// An identifier of the build; nil if it cannot be determined.
  ///
  /// It consists of the size and the modification date of the executable. A build that is deployed again may count as a
  /// new one. A new build counts as the old one if both stay the same, as with tools that set every date to a constant,
  /// or if only a dynamic library changed. Then only the app version tells them apart.
  package static let current: String? = {
    guard let path = Bundle.main.executablePath,
      let attributes = try? FileManager.default.attributesOfItem(atPath: path),
      let size = attributes[.size] as? Int,
      let date = attributes[.modificationDate] as? Date
    else { return nil }
    return "\(size) \(Timestamp(date).text)"
  }()
}
