import NomadGenCore
import NomadSyntax
import NomadTargets

/// The Swift and SQL files on disk, and the modules that they belong to.
package enum SourceTree {
  /// The files of one module.
  package struct Module {
    /// The module's name.
    package var name: String
    /// The paths of its Swift and SQL files.
    package var files: [String]
    /// Whether the module may have more files elsewhere.
    package var isPartial: Bool

    package init(name: String, files: [String], isPartial: Bool = false) {
      self.name = name
      self.files = files
      self.isPartial = isPartial
    }
  }

  /// Returns the paths in a list.
  ///
  /// They are separated by NULs or, if the list contains none, by newlines.
  package static func files(listedIn list: String) throws(Failure) -> [String] {
    var paths: [String] = []
    try FileReader().read(list) { bytes in
      let separator: UInt8 = bytes.contains(0) ? 0 : UInt8(ascii: "\n")
      paths = bytes.split(separator: separator).map { String(decoding: $0, as: UTF8.self) }
    }
    return paths
  }

  /// Returns the modules in a list of paths, in which an entry `@NAME` starts a module of that name.
  package static func modules(listedIn list: String) throws(Failure) -> [Module] {
    var modules: [Module] = []
    for entry in try files(listedIn: list) {
      if entry.hasPrefix("@") {
        modules.append(Module(name: String(entry.dropFirst()), files: []))
      } else if modules.isEmpty {
        throw Failure("'\(list)' starts with a path, and not with the '@NAME' of a module")
      } else {
        modules[modules.count - 1].files.append(entry)
      }
    }
    return modules
  }

  // MARK: Folders

  /// Returns the Swift and SQL files that some paths name, or that are in folders that they name.
  package static func files(in paths: [String]) throws(Failure) -> [String] {
    var files: [String] = []
    for path in paths {
      if isFolder(path) {
        var seen: Set<File.Status.ID> = []
        try collect(path, into: &files, seen: &seen)
      } else {
        if File.Status(of: path)?.kind == .special {
          throw Failure("cannot read '\(path)': it is not a regular file")
        }
        files.append(path)
      }
    }
    return files
  }

  private static func collect(
    _ folder: String,
    into files: inout [String],
    seen: inout Set<File.Status.ID>
  ) throws(Failure) {
    // A link may lead back to an enclosing folder.
    guard let status = File.Status(of: folder), status.kind == .folder, seen.insert(status.id).inserted else { return }
    for path in try entries(of: folder) {
      switch File.Status(of: path)?.kind {
      case .folder: try collect(path, into: &files, seen: &seen)
      case .special: break
      // An unreadable file is reported when it is read.
      case .file, nil: if path.hasSuffix(".swift") || SQLFiles.isSQL(path) { files.append(path) }
      }
    }
  }

  /// Returns the paths of a folder's entries, without hidden ones, sorted by their bytes.
  package static func entries(of folder: String) throws(Failure) -> [String] {
    let start = prefix(ofEntriesIn: folder)
    return try File.names(in: folder).sorted(by: ByteOrder.precedes).map { start + $0 }
  }

  /// Returns the start of the paths of a folder's entries.
  package static func prefix(ofEntriesIn folder: String) -> String {
    folder == "." ? "" : folder.hasSuffix("/") ? folder : folder + "/"
  }

  package static func isFolder(_ path: String) -> Bool { File.Status(of: path)?.kind == .folder }

  package static func isFile(_ path: String) -> Bool { File.Status(of: path)?.kind == .file }

  // MARK: Paths

  /// Returns the path with all links resolved, or the path itself if nothing exists there.
  package static func canonicalPath(of path: String) -> String { File.canonicalPath(of: path) }

  /// Returns a path's components without `.` and empty ones.
  package static func components(of path: String) -> [String] {
    path.split(separator: "/").map(String.init).filter { $0 != "." }
  }
}
