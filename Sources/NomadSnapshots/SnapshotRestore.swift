private import Foundation
internal import Nomad
internal import NomadFiles

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

  /// The error of a restore that has done everything, but whose end is not durable.
  struct Unconfirmed: Error {
    let cause: any Error
  }

  /// Prepares a restore.
  ///
  /// `present` has the locations of each item of the policy. Changes nothing.
  init(_ number: Int, _ present: [[SnapshotPlace]], in store: SnapshotStore) throws {
    self.store = store
    manifest = try store.manifest(number)
    places = SnapshotPlace.places(of: manifest, present.compactMap(\.first), in: store.path)
    journal = Journal(number: number, places: places, in: store.path)
    _ = try store.records(of: manifest)
    try checkDatabases()
    try checkLinks(present)
  }

  /// Checks that each link that the snapshot lacks leads to data of the snapshot: a tribe may have repointed the link.
  private func checkLinks(_ present: [[SnapshotPlace]]) throws {
    // Versions of Nomad that recorded no links did not record this either.
    guard manifest.isClean == nil else { return }
    for item in present where item.count > 1 {
      let (link, data) = (item[0], item[item.count - 1])
      if places.contains(where: { link.isWithin($0.path) || data.isWithin($0.path) }) { continue }
      throw SnapshotProblem(
        "\(link.path) leads to \(data.path), which the snapshot does not contain, and it was taken by a version of Nomad "
          + "that recorded no links: repoint the link to the data of the snapshot first"
      )
    }
  }

  /// Checks that each database item has its database: an open database cannot be restored as a file.
  private func checkDatabases() throws {
    for place in places where place.kind == .database && place.database == nil {
      throw SnapshotProblem("\(place.path) is a database, which only the app can restore")
    }
  }

  /// Reads the journal of an unfinished restore; nil if there is none.
  init?(_ items: [SnapshotItem], resuming store: SnapshotStore) throws {
    guard let journal = try Self.journal(Nomad.restoreJournal, in: store) else { return nil }
    self.store = store
    self.journal = journal
    do {
      manifest = try store.manifest(journal.number)
      guard manifest.items.count == journal.places.count else {
        throw SnapshotProblem("the journal of the restore does not fit snapshot \(journal.number)")
      }
      let known = try SnapshotPlace.places(of: items.filter { $0.kind == .database }, store.files).joined()
      places = journal.places(in: store.path).map { place in
        known.first { $0.kind == place.kind && $0.path == place.path } ?? place
      }
      _ = try store.records(of: manifest)
      try checkDatabases()
    } catch  where !journal.isStaged {
      // Nothing has changed yet.
      try Self.end(in: store)
      try? Self.removeLeftovers(in: store)
      throw error
    }
  }

  /// Performs the restore, or the remaining steps of it.
  mutating func run(in session: any LedgerSession) async throws {
    if !journal.isStaged {
      do {
        try check()
        try? Self.removeLeftovers(in: store)
        try write()
        try await stage()
        journal.isStaged = true
        try write()
      } catch {
        // Nothing has changed yet, unless the journal already records that everything is staged.
        if (try? Self.end(in: store)) != nil { try? Self.removeLeftovers(in: store) }
        throw error
      }
    }
    try check()
    for (index, place) in places.enumerated() {
      if place.database == nil { try swap(place, index) }
    }
    for (index, place) in places.enumerated() {
      guard let database = place.database, !manifest.items[index].parts.isEmpty else { continue }
      try await database.restore(copy(index, ""))
    }
    let records = try store.records(of: manifest)
    let present = try await session.history().records
    if LedgerHistory.Compaction.latest(of: present) != LedgerHistory.Compaction.latest(of: records) {
      try await session.replaceRecords(with: records)
    }
    do { try Self.end(in: store) } catch { throw Unconfirmed(cause: error) }
    // Leftovers only take up room, and the next snapshot or restore removes them.
    try? Self.removeLeftovers(in: store)
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
    "\(store.folder(of: manifest.number))/items/\(index)/\(manifest.items[index].name)\(suffix)"
  }

  private func write() throws {
    try store.files.replace(
      Self.path(of: Nomad.restoreJournal, in: store),
      with: Array(JSONEncoder().encode(journal))
    )
  }

  /// Copies everything beside its destination.
  private func stage() async throws {
    var (barrier, synced) = (TreeBarrier(store.files), [String: Bool]())
    defer { barrier.close() }
    for (index, place) in places.enumerated() {
      for part in manifest.items[index].parts {
        let copy = copy(index, part.suffix)
        let target =
          place.database == nil ? journal.path(of: .new, index, part.suffix, of: place) : store.path + "/probe.new"
        try store.files.removeTree(target)
        let folder = FilePath.folder(of: target)
        try store.files.makeFolders(folder)
        let isCovered = try synced[folder] ?? barrier.cover(folder)
        synced[folder] = isCovered
        // SQLite's files beside a database are parts of their own, so only this part is measured.
        try await store.checkRoom(for: [SnapshotPlace(.folder, copy)], probing: target)
        var tree = TreeCopy(store.files)
        tree.syncsEach = !isCovered
        guard try tree.copy(copy, to: target) == part.entries else {
          throw SnapshotProblem(
            "snapshot \(manifest.number) in \(store.path) is damaged: \(manifest.items[index].name)"
          )
        }
        if place.database != nil { try store.files.removeTree(target) }
      }
    }
    try barrier.sync()
    for folder in synced.keys { try store.files.syncFolders(above: folder) }
  }

  /// Moves the copies of an item to its place.
  private func swap(_ place: SnapshotPlace, _ index: Int) throws {
    let files = store.files
    for suffix in place.suffixes {
      let path = place.path + suffix
      let staged = journal.path(of: .new, index, suffix, of: place)
      let isWanted = manifest.items[index].parts.contains { $0.suffix == suffix }
      let isStaged = try isWanted && files.entryIfThere(at: staged) != nil
      // If a wanted part has no staged copy, it is already in place.
      guard isStaged || !isWanted else {
        if try files.entryIfThere(at: path) != nil { continue }
        throw SnapshotProblem("\(path) and the copy that was to take its place are missing")
      }
      if try files.entryIfThere(at: path) != nil {
        let replaced = journal.path(of: .old, index, suffix, of: place)
        try files.removeTree(replaced)
        try files.rename(path, to: replaced)
      }
      if isStaged { try files.rename(staged, to: path) }
    }
    let folder = FilePath.folder(of: place.path)
    if try files.entryIfThere(at: folder) != nil { try files.syncFolder(folder) }
  }
}
