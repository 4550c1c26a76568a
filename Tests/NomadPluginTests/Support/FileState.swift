import Foundation

/// The properties that show whether a file was written again.
struct FileState: Equatable {
  let bytes: Data
  let modified: Date?

  init(of file: URL) throws {
    bytes = try Data(contentsOf: file)
    modified =
      try FileManager.default.attributesOfItem(atPath: file.path(percentEncoded: false))[.modificationDate]
      as? Date
  }
}
