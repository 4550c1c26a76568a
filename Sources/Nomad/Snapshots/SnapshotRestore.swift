private import Foundation

/// A restore of a snapshot, which a journal makes resumable.
///
/// Until the journal exists, nothing has changed. While it exists, no run begins before the restore is finished. First
/// every copy is made beside its place; then the copies are renamed into their places, the ledger's records are replaced,
/// and the journal is removed. Each step can be repeated.
struct SnapshotRestore: Sendable {
  let store: SnapshotStore
  private(set) var journal: Journal
  let manifest: SnapshotManifest
  let places: [SnapshotPlace]

  /// The file `restore.json` among the snapshots.
  struct Journal: Codable {
    var format = 1
    /// The snapshot that is restored.
    let number: Int
    /// Whether every copy is complete and durable.
    var isStaged = false
  }

  static func journal(in store: SnapshotStore) -> String { store.path + "/restore.json" }

  /// Whether a restore was begun and not finished.
  static func isUnfinished(in store: SnapshotStore) throws(SystemError) -> Bool {
    try store.files.entryIfThere(at: journal(in: store)) != nil
  }

  /// Prepares a restore; changes nothing.
  init(_ number: Int, _ items: [SnapshotItem], in store: SnapshotStore) throws {
    self.store = store
    journal = Journal(number: number)
    manifest = try store.manifest(number)
    places = SnapshotPlace.places(of: manifest, items, in: store.path)
    _ = try store.records(of: manifest)
  }

  /// Reads the journal of a restore that was not finished; nil if there is none.
  init?(_ items: [SnapshotItem], resuming store: SnapshotStore) throws {
    guard try Self.isUnfinished(in: store) else { return nil }
    let bytes = try store.files.bytes(at: Self.journal(in: store))
    let journal = try JSONDecoder().decode(Journal.self, from: Data(bytes))
    guard journal.format == 1 else { throw SnapshotFault("a newer version of Nomad began the restore") }
    try self.init(journal.number, items, in: store)
    self.journal = journal
  }

  /// Does the restore, or what is left of it.
  mutating func run(in session: any LedgerSession) async throws {
    if !journal.isStaged {
      do {
        try check()
        try write()
        try await stage()
        journal.isStaged = true
        try write()
      } catch {
        // Nothing has changed yet, unless the journal already says that everything is staged.
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
    for place in places {
      for suffix in place.suffixes { try store.files.removeTree(place.replaced(suffix)) }
    }
    try removeJournal()
  }

  /// Makes sure that no place has a database that is open: its connection would write to what was replaced.
  private func check() throws {
    let copy = TreeCopy(store.files)
    for place in places where place.database == nil { try copy.checkClosed(place.path) }
  }

  private func copy(_ index: Int, _ suffix: String) -> String {
    SnapshotStore.copy(index, manifest.items[index].name, suffix, in: store.folder(of: manifest.number))
  }

  private func write() throws {
    try store.files.replace(Self.journal(in: store), with: Array(JSONEncoder().encode(journal)))
  }

  /// Copies everything beside its place.
  private func stage() async throws {
    for (index, place) in places.enumerated() {
      for part in manifest.items[index].parts {
        let staged = place.database == nil ? place.staged(part.suffix) : nil
        var tree = TreeCopy(store.files)
        let target = staged ?? store.path + "/probe.new"
        try store.files.removeTree(target)
        let folder = FilePath.folder(of: target)
        try store.files.makeFolders(folder)
        // Without the files of SQLite beside it, which are parts of their own.
        try await store.checkRoom(for: [SnapshotPlace(.folder, copy(index, part.suffix))], probing: target)
        guard try tree.copy(copy(index, part.suffix), to: target) == part.entries else {
          throw SnapshotFault("snapshot \(manifest.number) in \(store.path) is damaged: \(manifest.items[index].name)")
        }
        if staged == nil { try store.files.removeTree(target) }
        try store.files.syncFolder(folder)
        try store.files.syncFolders(above: folder)
      }
    }
  }

  /// Puts the copies of an item in its place.
  private func swap(_ place: SnapshotPlace, for parts: [SnapshotManifest.Part]) throws {
    let files = store.files
    for suffix in place.suffixes {
      let (path, staged, replaced) = (place.path + suffix, place.staged(suffix), place.replaced(suffix))
      let isWanted = parts.contains { $0.suffix == suffix }
      let isStaged = try files.entryIfThere(at: staged) != nil
      // Without a staged copy of a part that is wanted, the part is in place already.
      guard isStaged || !isWanted else { continue }
      if try files.entryIfThere(at: path) != nil {
        try files.removeTree(replaced)
        try files.rename(path, to: replaced)
      }
      if isStaged { try files.rename(staged, to: path) }
    }
    let folder = FilePath.folder(of: place.path)
    if try files.entryIfThere(at: folder) != nil { try files.syncFolder(folder) }
  }

  /// Removes the journal, and then the copies: without all of them, the restore could not be finished.
  private func abandon() throws {
    try removeJournal()
    for place in places {
      for suffix in place.suffixes { try store.files.removeTree(place.staged(suffix)) }
    }
  }

  private func removeJournal() throws {
    guard try Self.isUnfinished(in: store) else { return }
    try store.files.remove(Self.journal(in: store))
    try store.files.syncFolder(store.path)
  }
}
