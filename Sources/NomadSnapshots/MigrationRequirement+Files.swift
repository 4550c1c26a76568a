public import Foundation
public import Nomad
internal import NomadFiles

extension MigrationRequirement {
  /// Requires free space for the data that the tribes write.
  ///
  /// - Parameters:
  ///   - bytes: The number of bytes that must be free for the user of the process.
  ///   - url: A file or a folder on the volume; it need not exist.
  /// - Returns: The requirement.
  public static func freeSpace(_ bytes: Int64, at url: URL) -> Self {
    Self("\(bytes) bytes of free space") {
      let paths = sequence(first: url.standardizedFileURL.path) { $0 == "/" ? nil : FilePath.folder(of: $0) }
      let path = paths.first(where: FileManager.default.fileExists) ?? "/"
      let free = try FileManager.default.attributesOfFileSystem(forPath: path)[.systemFreeSize] as? NSNumber
      guard let free = free?.int64Value, free < bytes else { return nil }
      return "\(bytes) bytes of free space; there are \(free)"
    }
  }

  /// Requires that a file or a folder can be read, if it exists.
  ///
  /// On a locked device, it may exist and be unreadable.
  ///
  /// - Parameter url: The file or the folder.
  /// - Returns: The requirement.
  public static func readable(_ url: URL) -> Self {
    Self("that \(url.path) can be read") {
      var isFolder: ObjCBool = false
      guard FileManager.default.fileExists(atPath: url.path, isDirectory: &isFolder) else { return nil }
      // access(2) does not tell whether a locked device protects the file.
      if isFolder.boolValue {
        _ = try FileManager.default.contentsOfDirectory(atPath: url.path)
      } else {
        let file = try FileHandle(forReadingFrom: url)
        defer { try? file.close() }
        _ = try file.read(upToCount: 1)
      }
      return nil
    }
  }
}
