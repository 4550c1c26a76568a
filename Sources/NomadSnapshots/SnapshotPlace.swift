internal import Foundation
internal import Nomad

/// An item at its place on this machine.
struct SnapshotPlace: Sendable {
  let kind: SnapshotItem.Kind
  let path: String
  var database: SnapshotItem.Database?

  init(_ kind: SnapshotItem.Kind, _ path: String, _ database: SnapshotItem.Database? = nil) {
    (self.kind, self.path, self.database) = (kind, path, database)
  }

  init(_ item: SnapshotItem) { self.init(item.kind, item.path, item.database) }

  var name: String { (path as NSString).lastPathComponent }

  /// The ends of the names of the files that belong to the item.
  ///
  /// SQLite's shared memory is never copied, and is removed with the database that it belongs to.
  var suffixes: [String] { kind == .folder ? [""] : ["", "-wal", "-journal", "-shm"] }

  /// The path of a copy that is about to take the place of this one.
  func staged(_ suffix: String) -> String { path + suffix + ".nomad-new" }

  /// The path of the data whose place a copy took.
  func replaced(_ suffix: String) -> String { path + suffix + ".nomad-old" }
}

extension SnapshotPlace {
  /// The places of the items of a snapshot: from the policy, or else from the snapshot.
  static func places(of manifest: SnapshotManifest, _ items: [SnapshotItem], in folder: String) -> [SnapshotPlace] {
    let places = items.map { SnapshotPlace($0) }
    return manifest.items.map { item in
      let path = FilePath.resolved(item.path, in: folder)
      // The container of an app can move, and two of them can move apart.
      let namesakes = places.filter { $0.kind == item.kind && $0.name == item.name }
      let isOnly = namesakes.count == 1 && manifest.items.filter { $0.name == item.name }.count == 1
      return namesakes.first { $0.path == path } ?? (isOnly ? namesakes[0] : SnapshotPlace(item.kind, path))
    }
  }

  /// Makes sure that no item contains another one, the snapshots or the ledger.
  static func check(_ places: [SnapshotPlace], in folder: String, keepingOutOf paths: [String]) throws {
    for place in places where place.path.hasPrefix(folder + "/") {
      throw SnapshotFault("\(place.path) is in the folder of the snapshots: give them a folder of their own")
    }
    for (index, place) in places.enumerated() {
      let others = places.enumerated().filter { $0.offset != index }.map(\.element.path)
      for path in paths + others where path == place.path || path.hasPrefix(place.path + "/") {
        throw SnapshotFault(
          "\(place.path) contains \(path), which must not be a part of it: give the folders inside of it"
        )
      }
    }
  }
}

extension FilePath {
  /// The path of a file with links resolved, as far as it exists: Foundation resolves none on the way to a missing file.
  static func resolvingLinks(of url: URL) -> String {
    var (existing, rest) = (url.standardizedFileURL, [String]())
    while existing.path != "/", !FileManager.default.fileExists(atPath: existing.path) {
      rest.append(existing.lastPathComponent)
      existing = existing.deletingLastPathComponent()
    }
    let folder = existing.resolvingSymlinksInPath()
    return rest.reversed().reduce(folder) { $0.appendingPathComponent($1) }.standardizedFileURL.path
  }

  /// The path of a file, relative to a folder.
  static func relative(_ path: String, to folder: String) -> String {
    let (path, folder) = (path.split(separator: "/"), folder.split(separator: "/"))
    let shared = zip(path, folder).prefix { $0 == $1 }.count
    return (folder.dropFirst(shared).map { _ in ".." } + path.dropFirst(shared)).joined(separator: "/")
  }

  /// The absolute path of a file that is named relative to a folder.
  static func resolved(_ relative: String, in folder: String) -> String {
    URL(fileURLWithPath: "\(folder)/\(relative)").standardizedFileURL.path
  }
}
