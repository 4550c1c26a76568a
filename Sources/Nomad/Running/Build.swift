private import Foundation
internal import NomadFormat

/// The build of the running app.
enum Build {
  /// An identifier of the build; nil if it cannot be determined.
  ///
  /// It consists of the size and the modification date of the executable. A build that is deployed again may count as a
  /// new one. A new build counts as the old one if both stay the same, as with tools that set every date to a constant,
  /// or if only a dynamic library changed. Then only the app version tells them apart.
  static let current: String? = {
    guard let path = Bundle.main.executablePath,
      let attributes = try? FileManager.default.attributesOfItem(atPath: path),
      let size = attributes[.size] as? Int,
      let date = attributes[.modificationDate] as? Date
    else { return nil }
    return "\(size) \(Timestamp(date).text)"
  }()
}
