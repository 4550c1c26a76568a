private import Foundation

/// The build of the app that runs.
enum Build {
  /// What tells the build from others; empty if that cannot be found out.
  ///
  /// Copying an executable keeps its size, and tools that deploy one keep its date or set a new one: a build that was
  /// deployed again may count as a new one, and a new one never counts as an old one.
  static let current: String = {
    guard let path = Bundle.main.executablePath,
      let attributes = try? FileManager.default.attributesOfItem(atPath: path),
      let size = attributes[.size] as? Int,
      let date = attributes[.modificationDate] as? Date
    else { return "" }
    return "\(size) \(Timestamp(date).text)"
  }()
}
