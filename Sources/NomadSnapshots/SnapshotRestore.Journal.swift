private import Foundation
internal import Nomad
internal import NomadFiles

extension SnapshotRestore {
  /// The content of the file `restore.json` in the folder of the snapshots.
  ///
  /// After the end of the restore, the file has the name `leftovers.json` until everything that the restore left is removed.
  struct Journal: Codable {
    static let format = 3

    var format = Self.format
    /// The number of the snapshot.
    let number: Int
    /// A random text in the names of the files beside the destinations, so that no other file has such a name.
    let id: String
    /// The destinations, relative to the folder of the snapshots.
    ///
    /// The app's next release may have other items.
    let places: [Place]
    var stage = Stage.copying

    enum Stage: String, Codable {
      /// Nothing has changed.
      case copying
      /// Every copy is complete and durable. Nothing has changed, unless the ledger has the record of the restore.
      case copied
      /// Some items may be restored.
      case placing
      /// Every item is restored, and perhaps the records of the ledger.
      case placed
    }

    struct Place: Codable {
      let kind: SnapshotItem.Kind
      let path: String
    }

    init(number: Int, places: [SnapshotPlace], in folder: String) {
      self.number = number
      id = String(UInt64.random(in: .min ... .max), radix: 36)
      self.places = places.map { Place(kind: $0.kind, path: FilePath.relative($0.path, to: folder)) }
    }

    /// Returns the destinations on this machine.
    func places(in folder: String) -> [SnapshotPlace] {
      places.map { SnapshotPlace($0.kind, FilePath.resolved($0.path, in: folder)) }
    }

    /// Returns the path of a copy that will replace a file of an item, or of the replaced file, beside the item.
    ///
    /// The name is short, because an item may have the longest name that the file system allows.
    func path(of state: State, _ index: Int, _ suffix: String, of place: SnapshotPlace) -> String {
      "\(FilePath.folder(of: place.path))/.nomad-\(id)-\(index)\(suffix).\(state.rawValue)"
    }

    enum State: String, CaseIterable {
      case new, old
    }
  }

  static func path(of name: String, in store: SnapshotStore) -> String { "\(store.path)/\(name)" }

  /// Whether a restore was started and not finished.
  static func isUnfinished(in store: SnapshotStore) throws(SystemError) -> Bool {
    try store.files.entryIfThere(at: path(of: journalName, in: store)) != nil
  }

  /// Reads a journal; nil if there is none.
  static func journal(_ name: String, in store: SnapshotStore) throws -> Journal? {
    let path = path(of: name, in: store)
    guard try store.files.entryIfThere(at: path) != nil else { return nil }
    let bytes = try Data(store.files.bytes(at: path))
    struct Version: Decodable { let format: Int }
    guard try JSONDecoder().decode(Version.self, from: bytes).format == Journal.format else {
      throw SnapshotProblem("another version of Nomad began the restore, and has to finish it")
    }
    return try JSONDecoder().decode(Journal.self, from: bytes)
  }

  /// Ends an unfinished restore durably: its journal becomes the list of its leftovers.
  static func end(in store: SnapshotStore) throws {
    guard try isUnfinished(in: store) else { return }
    let (journal, list) = (path(of: journalName, in: store), path(of: leftovers, in: store))
    try store.files.rename(journal, to: list)
    do {
      try store.files.syncFolder(store.path)
    } catch {
      // After a loss of power, the journal may be there again. So it must be there for the next run, too.
      try? store.files.rename(list, to: journal)
      throw error
    }
  }

  /// Removes the files that restores have left beside items.
  static func removeLeftovers(in store: SnapshotStore) throws {
    guard let journal = try journal(leftovers, in: store) else { return }
    var folders: Set<String> = []
    for (index, place) in journal.places(in: store.path).enumerated() {
      for suffix in place.suffixes {
        for state in Journal.State.allCases {
          let path = journal.path(of: state, index, suffix, of: place)
          guard try store.files.entryIfThere(at: path) != nil else { continue }
          try store.files.removeTree(path)
          folders.insert(FilePath.folder(of: path))
        }
      }
    }
    // After a loss of power, the files may be there again, and then the list must be there, too.
    for folder in folders { try store.files.syncFolder(folder) }
    try store.files.remove(path(of: leftovers, in: store))
  }

  static let journalName = "restore.json"
  private static let leftovers = "leftovers.json"
}
