private import Foundation
internal import Nomad
internal import NomadFiles

/// A restore of a snapshot.
///
/// A journal makes it resumable.
///
/// First, every copy is created beside its destination. Then a record in the ledger says that the data is being
/// restored, so that no process uses it. The copies are renamed to their destinations, the ledger's records are
/// replaced, and the journal is removed. Each step can be repeated.
struct SnapshotRestore: Sendable {
  let store: SnapshotStore
  private(set) var journal: Journal
  let manifest: SnapshotManifest
  /// The location of each item, without the functions of a database that the snapshot lacks: it is removed as a file.
  let places: [SnapshotPlace]

  /// The error of a restore that has done everything, but whose end is not durable.
  struct Unconfirmed: Error {
    let cause: any Error
  }

  /// Prepares a restore.
  ///
  /// `present` has the locations of each item of the policy. Changes nothing.
  init(_ number: Int, _ present: [[SnapshotPlace]], in store: SnapshotStore) throws {
    let manifest = try store.manifest(number)
    let places = SnapshotPlace.places(of: manifest, present.compactMap(\.first), in: store.path)
    try self.init(manifest, places, Journal(number: number, places: places, in: store.path), in: store)
  }

  /// Prepares the rest of a restore that was interrupted.
  init(_ items: [SnapshotItem], resuming journal: Journal, in store: SnapshotStore) throws {
    let manifest = try store.manifest(journal.number)
    guard manifest.items.count == journal.places.count else {
      throw SnapshotProblem("the journal of the restore does not fit snapshot \(journal.number)")
    }
    let known = try SnapshotPlace.places(of: items.filter { $0.kind == .database }, store.files).joined()
    let recorded = journal.places(in: store.path).map { place in
      known.first { $0.kind == place.kind && $0.path == place.path } ?? place
    }
    try self.init(manifest, recorded, journal, in: store)
  }

  private init(
    _ manifest: SnapshotManifest,
    _ places: [SnapshotPlace],
    _ journal: Journal,
    in store: SnapshotStore
  ) throws {
    (self.store, self.journal, self.manifest) = (store, journal, manifest)
    _ = try store.records(of: manifest)
    self.places = try zip(places, manifest.items).map { place, item in
      if item.parts.isEmpty { return SnapshotPlace(place.kind, place.path) }
      // An open database cannot be restored as a file.
      guard place.kind != .database || place.database != nil else {
        throw SnapshotProblem("\(place.path) is a database, which only the app can restore")
      }
      return place
    }
  }

  /// Performs the restore.
  mutating func run(in session: any LedgerSession) async throws {
    do {
      try check()
      try? Self.removeLeftovers(in: store)
      try write()
      try await stage()
      journal.stage = .copied
      try write()
    } catch {
      // Nothing has changed yet.
      try? Self.conclude(in: store)
      throw error
    }
    do {
      // From here on, every plan and every run fails until the restore is finished.
      try await session.append(.restoring(from: store.path))
    } catch {
      if let history = try? await session.history(), history.restoredFolder == nil { try? Self.conclude(in: store) }
      throw error
    }
    try await place(in: session)
  }

  /// Performs the remaining steps of a restore that was interrupted; returns whether there were any.
  static func resume(
    _ items: [SnapshotItem],
    in store: SnapshotStore,
    _ session: any LedgerSession
  ) async throws -> Bool {
    guard let journal = try journal(journalName, in: store) else { return false }
    // A killed process may have left records that are not durable.
    try await session.secure()
    let isMarked = try await session.history().restoredFolder != nil
    // While this restore copies, the record is that of another one, whose journal was lost.
    guard journal.stage == .placing || isMarked && journal.stage != .copying else {
      // Nothing has changed, or everything is restored, and may have changed since.
      try conclude(in: store)
      return journal.stage == .placed
    }
    var restore = try SnapshotRestore(items, resuming: journal, in: store)
    try await restore.place(in: session)
    return true
  }

  /// Moves each copy to its place, and replaces the records of the ledger.
  private mutating func place(in session: any LedgerSession) async throws {
    if journal.stage != .placed {
      try check()
      // A database may contain the ledger, and the record that the restore has begun is lost with it.
      journal.stage = .placing
      try write()
      for (index, place) in places.enumerated() where place.database == nil { try swap(place, index) }
      for (index, place) in places.enumerated() { try await place.database?.restore(copy(index, "")) }
      journal.stage = .placed
      try write()
    }
    let records = try store.records(of: manifest)
    let present = try await session.history().records
    if LedgerHistory.Compaction.latest(of: present) != LedgerHistory.Compaction.latest(of: records) {
      try await session.replaceRecords(with: records)
    }
    do { try Self.conclude(in: store) } catch { throw Unconfirmed(cause: error) }
  }

  private static func conclude(in store: SnapshotStore) throws {
    try end(in: store)
    // Leftovers only take up room, and the next snapshot or restore removes them.
    try? removeLeftovers(in: store)
  }

  /// Checks that no destination contains an open database, whose connection would write to the replaced files.
  private func check() throws {
    let copy = TreeCopy(store.files)
    for place in places where place.database == nil {
      try copy.checkClosed(place.path)
      if let folder = try store.files.entryIfThere(at: FilePath.folder(of: place.path)) {
        try checkMounts(at: place.path, in: folder)
      }
    }
  }

  /// Checks that neither a path nor a folder in it is a mount point, whose contents would be removed.
  private func checkMounts(at path: String, in folder: FileStatus, isItem: Bool = true) throws {
    // In an overlay, a file in a folder may have another device.
    guard let entry = try store.files.entryIfThere(at: path), isItem || entry.kind == .folder else { return }
    guard entry.identity.device == folder.identity.device else {
      throw SnapshotProblem("\(path) is a mount point, which cannot be replaced")
    }
    guard entry.kind == .folder else { return }
    for name in try store.files.names(in: path) {
      try checkMounts(at: "\(path)/\(name)", in: entry, isItem: false)
    }
  }

  private func copy(_ index: Int, _ suffix: String) -> String {
    "\(store.folder(of: manifest.number))/items/\(index)/\(manifest.items[index].name)\(suffix)"
  }

  private func write() throws {
    try store.files.replace(
      Self.path(of: Self.journalName, in: store),
      with: Array(JSONEncoder().encode(journal))
    )
  }

  /// Copies everything beside its destination.
  private func stage() async throws {
    var barrier = TreeBarrier(store.files)
    defer { barrier.close() }
    for (index, place) in places.enumerated() {
      for part in manifest.items[index].parts {
        let copy = copy(index, part.suffix)
        let target =
          place.database == nil ? journal.path(of: .new, index, part.suffix, of: place) : store.path + "/probe.new"
        try store.files.removeTree(target)
        let folder = FilePath.folder(of: target)
        try store.files.makeFolders(folder)
        var tree = TreeCopy(store.files)
        tree.syncsEach = try !barrier.cover(folder)
        // SQLite's files beside a database are parts of their own, so only this part is measured.
        try await store.checkRoom(for: [SnapshotPlace(.folder, copy)], probing: target)
        guard try tree.copy(copy, to: target) == part.entries else {
          throw SnapshotProblem(
            "snapshot \(manifest.number) in \(store.path) is damaged: \(manifest.items[index].name)"
          )
        }
        if place.database != nil { try store.files.removeTree(target) }
      }
    }
    try barrier.sync()
    for folder in barrier.paths { try store.files.syncFolders(above: folder) }
  }

  /// Moves the copies of an item to its place.
  private func swap(_ place: SnapshotPlace, _ number: Int) throws {
    let files = store.files
    let index = place.path + "-shm"
    let hasIndex =
      try place.suffixes.contains("-shm") && files.entryIfThere(at: index) != nil && TreeCopy(files).isIndex(index)
    for suffix in place.suffixes where suffix != "-shm" || hasIndex {
      let path = place.path + suffix
      let staged = journal.path(of: .new, number, suffix, of: place)
      let isWanted = manifest.items[number].parts.contains { $0.suffix == suffix }
      let isStaged = try isWanted && files.entryIfThere(at: staged) != nil
      // If a wanted part has no staged copy, it is already in place.
      guard isStaged || !isWanted else {
        if try files.entryIfThere(at: path) != nil { continue }
        throw SnapshotProblem("\(path) and the copy that was to take its place are missing")
      }
      if try files.entryIfThere(at: path) != nil {
        let replaced = journal.path(of: .old, number, suffix, of: place)
        try files.removeTree(replaced)
        try files.rename(path, to: replaced)
      }
      if isStaged { try files.rename(staged, to: path) }
    }
    let folder = FilePath.folder(of: place.path)
    if try files.entryIfThere(at: folder) != nil { try files.syncFolder(folder) }
  }
}
