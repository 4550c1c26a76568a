private import Foundation
internal import Nomad

/// A restore of a snapshot.
///
/// A journal makes it resumable.
///
/// Until the journal exists, nothing has changed. While it exists, no run begins before the restore is finished. First,
/// every copy is created beside its destination. Then the copies are renamed to their destinations, the ledger's
/// records are replaced, and the journal is removed. Each step can be repeated.
struct SnapshotRestore: Sendable {
  let store: SnapshotStore
  private(set) var journal: Journal
  let manifest: SnapshotManifest
  let places: [SnapshotPlace]

  /// The content of the file `restore.json` in the folder of the snapshots.
  struct Journal: Codable {
    var format = 1
    /// The number of the snapshot.
    let number: Int
    /// The destinations, relative to the folder of the snapshots.
    ///
    /// The app's next release may have other items.
    let places: [Place]
    /// Whether every copy is complete and durable.
    var isStaged = false

    struct Place: Codable {
      let kind: SnapshotItem.Kind
      let path: String
    }
  }

  static func journal(in store: SnapshotStore) -> String { "\(store.path)/\(SnapshotPolicy.journal)" }

  /// Whether a restore was started and not finished.
  static func isUnfinished(in store: SnapshotStore) throws(SystemError) -> Bool {
    try store.files.entryIfThere(at: journal(in: store)) != nil
  }

  /// Prepares a restore.
  ///
  /// Changes nothing.
  init(_ number: Int, _ items: [SnapshotItem], in store: SnapshotStore) throws {
    self.store = store
    manifest = try store.manifest(number)
    places = SnapshotPlace.places(of: manifest, items, in: store.path)
    let path = store.path
    let kept = places.map { Journal.Place(kind: $0.kind, path: FilePath.relative($0.path, to: path)) }
    journal = Journal(number: number, places: kept)
    _ = try store.records(of: manifest)
    try checkDatabases()
  }

  /// Checks that each database item has its database: an open database cannot be restored as a file.
  private func checkDatabases() throws {
    for place in places where place.kind == .database && place.database == nil {
      throw SnapshotProblem("\(place.path) is a database, which only the app can restore")
    }
  }

  /// Reads the journal of an unfinished restore; nil if there is none.
  init?(_ items: [SnapshotItem], resuming store: SnapshotStore) throws {
    guard try Self.isUnfinished(in: store) else { return nil }
    let bytes = try store.files.bytes(at: Self.journal(in: store))
    let journal = try JSONDecoder().decode(Journal.self, from: Data(bytes))
    guard journal.format == 1 else { throw SnapshotProblem("a newer version of Nomad began the restore") }
    self.store = store
    self.journal = journal
    do {
      manifest = try store.manifest(journal.number)
      guard manifest.items.count == journal.places.count else {
        throw SnapshotProblem("the journal of the restore does not fit snapshot \(journal.number)")
      }
      let known = items.map { SnapshotPlace($0) }
      places = journal.places.map { place in
        let path = FilePath.resolved(place.path, in: store.path)
        return SnapshotPlace(place.kind, path, known.first { $0.kind == place.kind && $0.path == path }?.database)
      }
      _ = try store.records(of: manifest)
      try checkDatabases()
    } catch  where !journal.isStaged {
      // Nothing has changed yet.
      try Self.removeJournal(in: store)
      throw error
    }
  }

  /// Performs the restore, or the remaining steps of it.
  mutating func run(in session: any LedgerSession) async throws {
    if !journal.isStaged {
      do {
        try check()
        try write()
        try await stage()
        journal.isStaged = true
        try write()
      } catch {
        // Nothing has changed yet, unless the journal already records that everything is staged.
        try? abandon()
        throw error
      }
    }
    try check()
    for (index, place) in places.enumerated() {
      if place.database == nil { try swap(place, for: manifest.items[index].parts) }
    }
    for (index, place) in places.enumerated() {
      guard let database = place.database, !manifest.items[index].parts.isEmpty else { continue }
      try await database.restore(copy(index, ""))
    }
    let records = try store.records(of: manifest)
    let present = try await session.history().records
    if Compaction.latest(of: present) != Compaction.latest(of: records) {
      try await session.replaceRecords(with: records)
    }
    // Leftovers only take up room, and the next restore removes them.
    for place in places {
      for suffix in place.suffixes { try? store.files.removeTree(place.replaced(suffix)) }
    }
    try removeJournal()
  }

  /// Checks that no destination contains an open database, whose connection would write to the replaced files.
  private func check() throws {
    let copy = TreeCopy(store.files)
    for place in places where place.database == nil {
      try copy.checkClosed(place.path)
      guard let entry = try store.files.entryIfThere(at: place.path),
        let folder = try store.files.entryIfThere(at: FilePath.folder(of: place.path))
      else { continue }
      guard entry.identity.device == folder.identity.device else {
        throw SnapshotProblem("\(place.path) is a mount point, which cannot be replaced")
      }
    }
  }

  private func copy(_ index: Int, _ suffix: String) -> String {
    SnapshotStore.copy(index, manifest.items[index].name, suffix, in: store.folder(of: manifest.number))
  }

  private func write() throws {
    try store.files.replace(Self.journal(in: store), with: Array(JSONEncoder().encode(journal)))
  }

  /// Copies everything beside its destination.
  private func stage() async throws {
    for (index, place) in places.enumerated() {
      for part in manifest.items[index].parts {
        let staged = place.database == nil ? place.staged(part.suffix) : nil
        var tree = TreeCopy(store.files)
        let target = staged ?? store.path + "/probe.new"
        try store.files.removeTree(target)
        let folder = FilePath.folder(of: target)
        try store.files.makeFolders(folder)
        // SQLite's files beside a database are parts of their own, so only this part is measured.
        try await store.checkRoom(for: [SnapshotPlace(.folder, copy(index, part.suffix))], probing: target)
        guard try tree.copy(copy(index, part.suffix), to: target) == part.entries else {
          throw SnapshotProblem(
            "snapshot \(manifest.number) in \(store.path) is damaged: \(manifest.items[index].name)"
          )
        }
        if staged == nil { try store.files.removeTree(target) }
        try store.files.syncFolder(folder)
        try store.files.syncFolders(above: folder)
      }
    }
  }

  /// Moves the copies of an item to its place.
  private func swap(_ place: SnapshotPlace, for parts: [SnapshotManifest.Part]) throws {
    let files = store.files
    for suffix in place.suffixes {
      let (path, staged, replaced) = (place.path + suffix, place.staged(suffix), place.replaced(suffix))
      let isWanted = parts.contains { $0.suffix == suffix }
      let isStaged = try files.entryIfThere(at: staged) != nil
      // If a wanted part has no staged copy, it is already in place.
      guard isStaged || !isWanted else {
        if try files.entryIfThere(at: path) != nil { continue }
        throw SnapshotProblem("\(path) and the copy that was to take its place are missing")
      }
      if try files.entryIfThere(at: path) != nil {
        try files.removeTree(replaced)
        try files.rename(path, to: replaced)
      }
      if isStaged { try files.rename(staged, to: path) }
    }
    let folder = FilePath.folder(of: place.path)
    if try files.entryIfThere(at: folder) != nil { try files.syncFolder(folder) }
  }

  /// Removes the journal first and then the copies: an unfinished restore needs all of them.
  private func abandon() throws {
    try removeJournal()
    for place in places {
      for suffix in place.suffixes { try store.files.removeTree(place.staged(suffix)) }
    }
  }

  private func removeJournal() throws { try Self.removeJournal(in: store) }

  private static func removeJournal(in store: SnapshotStore) throws {
    guard try isUnfinished(in: store) else { return }
    try store.files.remove(journal(in: store))
    try store.files.syncFolder(store.path)
  }
}
