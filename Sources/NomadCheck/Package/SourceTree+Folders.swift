package import NomadGenCore
import NomadTargets

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#endif

extension SourceTree {
  /// Returns the Swift files that some paths name, or that are in folders that they name.
  package static func files(in paths: [String]) throws(Failure) -> [String] {
    var files: [String] = []
    for path in paths {
      if isFolder(path) {
        var seen: Set<FolderID> = []
        try collect(path, into: &files, seen: &seen)
      } else {
        // Reading a pipe could block forever. An unreadable file is reported when it is read.
        if isSpecial(path) { throw Failure("cannot read '\(path)': it is not a regular file") }
        files.append(path)
      }
    }
    return files
  }

  /// A folder's identity, with which the search recognizes a link that leads back to an enclosing folder.
  private struct FolderID: Hashable {
    var device: dev_t
    var inode: ino_t
  }

  private static func collect(_ folder: String, into files: inout [String], seen: inout Set<FolderID>) throws(Failure) {
    guard let id = folderID(folder), seen.insert(id).inserted else { return }
    for path in try entries(of: folder) {
      if isFolder(path) {
        try collect(path, into: &files, seen: &seen)
      } else if path.hasSuffix(".swift"), !isSpecial(path) {
        files.append(path)
      }
    }
  }

  /// Returns the paths of a folder's entries, without hidden ones, sorted by their bytes.
  package static func entries(of folder: String) throws(Failure) -> [String] {
    guard let directory = opendir(folder) else {
      throw Failure("read folder", folder)
    }
    defer { closedir(directory) }
    var names: [String] = []
    while let entry = readdir(directory) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
        pointer.withMemoryRebound(to: CChar.self, capacity: MemoryLayout.size(ofValue: pointer.pointee)) {
          String(cString: $0)
        }
      }
      if !name.hasPrefix(".") { names.append(name) }
    }
    let start = prefix(ofEntriesIn: folder)
    return names.sorted(by: ByteOrder.precedes).map { start + $0 }
  }

  /// Returns the start of the paths of a folder's entries.
  static func prefix(ofEntriesIn folder: String) -> String {
    folder == "." ? "" : folder.hasSuffix("/") ? folder : folder + "/"
  }

  package static func isFolder(_ path: String) -> Bool { folderID(path) != nil }

  /// Whether a path leads to something that is neither a file nor a folder: a pipe, a socket, a device.
  private static func isSpecial(_ path: String) -> Bool {
    var status = stat()
    guard stat(path, &status) == 0 else { return false }
    return status.st_mode & S_IFMT != S_IFREG && status.st_mode & S_IFMT != S_IFDIR
  }

  private static func folderID(_ path: String) -> FolderID? {
    var status = stat()
    guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFDIR else { return nil }
    return FolderID(device: status.st_dev, inode: status.st_ino)
  }
}
