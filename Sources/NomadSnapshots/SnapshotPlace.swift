internal import Foundation
internal import Nomad

/// The location of an item on this machine.
struct SnapshotPlace: Sendable {
  let kind: SnapshotItem.Kind
  let path: String
  var database: SnapshotItem.Database?

  init(_ kind: SnapshotItem.Kind, _ path: String, _ database: SnapshotItem.Database? = nil) {
    (self.kind, self.path, self.database) = (kind, path, database)
  }

  init(_ item: SnapshotItem) { self.init(item.kind, item.path, item.database) }

  var name: String { (path as NSString).lastPathComponent }

  /// The suffixes of the names of the item's files.
  ///
  /// SQLite's shared memory is never copied. It is removed together with its database.
  var suffixes: [String] { kind == .folder ? [""] : ["", "-wal", "-journal", "-shm"] }

  /// Returns the path of a copy that will replace the data here.
  func staged(_ suffix: String) -> String { path + suffix + ".nomad-new" }

  /// Returns the path of the data that a copy has replaced.
  func replaced(_ suffix: String) -> String { path + suffix + ".nomad-old" }
}

extension SnapshotPlace {
  /// Returns the locations of a snapshot's items: those of the policy's items, or else those in the snapshot.
  static func places(of manifest: SnapshotManifest, _ items: [SnapshotItem], in folder: String) -> [SnapshotPlace] {
    let places = items.map { SnapshotPlace($0) }
    return manifest.items.map { item in
      let path = FilePath.resolved(item.path, in: folder)
      // The container of an app can move, and two containers can move to different places.
      let namesakes = places.filter { $0.kind == item.kind && $0.name == item.name }
      let isOnly = namesakes.count == 1 && manifest.items.filter { $0.name == item.name }.count == 1
      return namesakes.first { $0.path == path } ?? (isOnly ? namesakes[0] : SnapshotPlace(item.kind, path))
    }
  }

  /// Checks that no item contains another item, the snapshots or the ledger.
  static func check(_ places: [SnapshotPlace], in folder: String, keepingOutOf paths: [String]) throws {
    for place in places where place.path.hasPrefix(folder + "/") {
      throw SnapshotProblem("\(place.path) is in the folder of the snapshots: give them a folder of their own")
    }
    for (index, place) in places.enumerated() {
      let others = places.enumerated().filter { $0.offset != index }.map(\.element.path)
      for path in paths + others where path == place.path || path.hasPrefix(place.path + "/") {
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

  /// Returns the path of a file relative to a folder.
  static func relative(_ path: String, to folder: String) -> String {
    let (path, folder) = (path.split(separator: "/"), folder.split(separator: "/"))
    let shared = zip(path, folder).prefix { $0 == $1 }.count
    return (folder.dropFirst(shared).map { _ in ".." } + path.dropFirst(shared)).joined(separator: "/")
  }

  /// Returns the absolute path for a path relative to a folder.
  static func resolved(_ relative: String, in folder: String) -> String {
    URL(fileURLWithPath: "\(folder)/\(relative)").standardizedFileURL.path
  }
}
