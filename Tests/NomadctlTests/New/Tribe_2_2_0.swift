import Foundation
import Nomad

/// Brings the data to version 2.2.0.
struct Tribe_2_2_0: Tribe {
  static let target: TribeTarget = .literal("2.2.0")
  // Apps before this version refuse data that the tribe has written. If one can read it, write since which version:
  // static let readableSince: TribeVersion? = "1.0.0"

  /// The folder with the data, which the app passes with `.providing(folder)`.
  @TribeDependency private var folder: URL

  func migrate() async throws {
    let file = folder.appendingPathComponent("notes.json")
    // New users have no data yet.
    guard FileManager.default.fileExists(atPath: file.path) else { return }
    // The process can stop at any line, and the tribe then runs again from the start, on old data or on new data.
    try Self.migrated(Data(contentsOf: file)).write(to: file, options: .atomic)
  }

  /// Returns the data in the format of this version, and leaves data in that format as it is.
  ///
  /// Keep all code for it in this file, with copies of the types: the app's own types change again.
  static func migrated(_ data: Data) throws -> Data {
    Data("[2]".utf8)
  }
}
