private import Foundation

/// The build of the app that runs.
enum Build {
  /// What tells the build from others; empty if that cannot be found out.
  ///
  /// It is the size and the modification date of the executable. A build that was deployed again may count as a new one.
  /// A new one counts as the old one if both stay the same, as with tools that set every date to a constant, or if only a
  /// dynamic library changed: then an app version tells them apart.
  static let current: String = {
    guard let path = Bundle.main.executablePath,
      let attributes = try? FileManager.default.attributesOfItem(atPath: path),
      let size = attributes[.size] as? Int,
      let date = attributes[.modificationDate] as? Date
    else { return "" }
    return "\(size) \(Timestamp(date).text)"
  }()
}
