internal import Foundation
internal import Nomad
internal import NomadFiles
internal import NomadTargets

/// The location of an item on this machine.
struct SnapshotPlace: Sendable {
  let kind: SnapshotItem.Kind
  let path: String
  var database: SnapshotItem.Database?

  init(_ kind: SnapshotItem.Kind, _ path: String, _ database: SnapshotItem.Database? = nil) {
    (self.kind, self.path, self.database) = (kind, path, database)
  }

  var name: String { (path as NSString).lastPathComponent }

  /// The suffixes of the names of the item's files.
  ///
  /// SQLite's shared memory is never copied. It is removed together with its database.
  var suffixes: [String] {
    switch kind {
    case .file, .database: ["", "-wal", "-journal", "-shm"]
    case .folder, .link: [""]
    }
  }

  /// Whether the location is a path, or is in the folder at a path.
  func isWithin(_ path: String) -> Bool {
    let (own, other) = (Array(self.path.utf8), Array(path.utf8))
    return own == other || own.starts(with: other + [UInt8(ascii: "/")])
  }

  /// Whether the location is a ledger, or a file that Nomad keeps beside it.
  func isOfLedger(at path: String) -> Bool {
    [".lock", ".new", ".moved", ".snapshots", ""].contains { ByteOrder.areSame(self.path, path + $0) }
      || self.path.utf8.starts(with: (path + ".damaged-").utf8)
  }
}

extension SnapshotPlace {
  /// The longest chain of symbolic links that the system follows.
  private static let linkLimit = 40

  /// Returns the locations of items: of their data, and of the symbolic links at their URLs that lead there.
  static func places(of items: [SnapshotItem], _ files: any TreeOperations) throws -> [[SnapshotPlace]] {
    try items.map { item in
      guard item.url.isFileURL, !item.url.path.isEmpty else {
        throw SnapshotProblem("\(item.url) is not the URL of a file")
      }
      // The functions of a database find their file themselves.
      if item.kind == .database {
        return [SnapshotPlace(.database, FilePath.resolvingLinks(of: item.url), item.database)]
      }
      var (path, links) = (FilePath.resolvingFolder(of: item.url.absoluteURL.path), [SnapshotPlace]())
      while try files.entryIfThere(at: path)?.kind == .link {
        links.append(SnapshotPlace(.link, path))
        guard links.count <= linkLimit else { throw SnapshotProblem("\(item.url.path) leads to itself") }
        let target = try files.link(at: path)
        let isAbsolute = target.utf8.first == UInt8(ascii: "/")
        path = FilePath.resolvingFolder(of: isAbsolute ? target : "\(FilePath.folder(of: path))/\(target)")
      }
      // A link in its own folder is copied with the folder.
      return links.filter { !$0.isWithin(path) } + [SnapshotPlace(item.kind, path)]
    }
  }

  /// Returns the locations of a snapshot's items: those at the URLs of the policy's items, or else its own.
  static func places(
    of manifest: SnapshotManifest,
    _ places: [SnapshotPlace],
    in folder: String
  ) -> [SnapshotPlace] {
    let recorded = manifest.items.map { FilePath.resolved($0.path, in: folder) }
    var result: [SnapshotPlace] = []
    for (item, path) in zip(manifest.items, recorded) {
      if let link = result.last, link.kind == .link {
        // The data goes to where the recorded link leads: a tribe may have repointed the link since.
        let target = FilePath.relative(path, to: FilePath.folder(of: recorded[result.count - 1]))
        result.append(SnapshotPlace(item.kind, FilePath.resolved(target, in: FilePath.folder(of: link.path))))
        continue
      }
      // The container of an app can move, and two containers can move to different places.
      let namesakes = places.filter { $0.kind == item.kind && $0.name == item.name }
      let isOnly = namesakes.count == 1 && manifest.items.filter { $0.name == item.name }.count == 1
      let known = namesakes.first { $0.path == path } ?? (isOnly ? namesakes[0] : nil)
      result.append(known ?? SnapshotPlace(item.kind, path))
    }
    return result
  }

  /// Checks that no item contains another item, the snapshots or the ledger.
  static func check(_ places: [SnapshotPlace], in folder: String, keepingOutOf paths: [String]) throws {
    for place in places where place.isWithin(folder) && place.path != folder {
      throw SnapshotProblem("\(place.path) is in the folder of the snapshots: give them a folder of their own")
    }
    for (index, place) in places.enumerated() {
      let others = places.enumerated().filter { $0.offset != index }.map(\.element.path)
      for path in paths + others where SnapshotPlace(.file, path).isWithin(place.path) {
        if path == place.path {
          let isOfSnapshots = paths.contains(path)
          throw SnapshotProblem(
            isOfSnapshots ? "\(path) is a folder of snapshots: leave it out" : "\(path) is listed twice: list it once"
          )
        }
        throw SnapshotProblem(
          "\(place.path) contains \(path), which must not be part of it: list the folders inside it instead"
        )
      }
    }
  }
}

extension FilePath {
  /// Returns the path of a file with resolved symbolic links.
  ///
  /// Foundation resolves none in the path of a missing file.
  static func resolvingLinks(of url: URL) -> String {
    var (existing, rest) = (url.standardizedFileURL, [String]())
    while existing.path != "/", !FileManager.default.fileExists(atPath: existing.path) {
      rest.append(existing.lastPathComponent)
      existing = existing.deletingLastPathComponent()
    }
    let folder = existing.resolvingSymlinksInPath()
    return rest.reversed().reduce(folder) { $0.appendingPathComponent($1) }.standardizedFileURL.path
  }

  /// Returns a path with resolved symbolic links, except for a link at the path itself.
  static func resolvingFolder(of path: String) -> String {
    let names = names(in: path)
    guard let name = names.last, name != ".", name != ".." else {
      return resolvingLinks(of: URL(fileURLWithPath: path))
    }
    let folder = resolvingLinks(of: URL(fileURLWithPath: "/" + names.dropLast().joined(separator: "/")))
    return (folder == "/" ? "" : folder) + "/" + name
  }

  /// Returns the path of a file relative to a folder.
  static func relative(_ path: String, to folder: String) -> String {
    let (path, folder) = (names(in: path), names(in: folder))
    let shared = zip(path, folder).prefix { ByteOrder.areSame($0, $1) }.count
    return (folder.dropFirst(shared).map { _ in ".." } + path.dropFirst(shared)).joined(separator: "/")
  }

  /// Returns the absolute path for a path relative to a folder.
  ///
  /// Foundation would also resolve a symbolic link at the path.
  static func resolved(_ relative: String, in folder: String) -> String {
    let names = names(in: relative).reduce(into: names(in: folder)) { names, name in
      if name == ".." { _ = names.popLast() } else { names.append(name) }
    }
    return "/" + names.joined(separator: "/")
  }

  private static func names(in path: String) -> [String] {
    // Characters can combine a slash with an accent that follows it.
    path.utf8.split(separator: UInt8(ascii: "/")).map { String(Substring($0)) }
  }
}
