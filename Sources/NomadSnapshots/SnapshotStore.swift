private import Foundation
internal import Nomad
internal import NomadFiles
internal import NomadFormat

/// The folder of a ledger's snapshots.
///
/// Each snapshot is a folder named by its number. `N.new` is an unfinished snapshot, and `N.old` is one that is being
/// removed. Both can be ignored.
struct SnapshotStore: Sendable {
  let path: String
  let files: any TreeOperations

  init(_ path: String, _ files: any TreeOperations) {
    self.files = files
    self.path = FilePath.resolvingLinks(of: URL(fileURLWithPath: path))
  }

  func folder(of number: Int) -> String { "\(path)/\(number)" }

  /// The numbers of the snapshots, in order.
  func numbers() throws -> [Int] {
    guard try files.entryIfThere(at: path) != nil else { return [] }
    return try files.names(in: path).compactMap(Int.init).sorted()
  }

  /// Returns the snapshots that this version can read, oldest first.
  ///
  /// A damaged snapshot must not prevent an upgrade of the app, so it is left out.
  func manifests() throws -> [SnapshotManifest] {
    try numbers().compactMap { number in
      try? manifest(number)
    }
  }

  /// Returns a snapshot as a public value.
  func snapshot(of manifest: SnapshotManifest) -> Snapshot {
    Snapshot(
      id: String(manifest.number),
      reason: manifest.reason,
      date: Timestamp(Array(manifest.date.utf8)[...])?.date ?? Date(timeIntervalSince1970: 0),
      appVersion: manifest.appVersion.isEmpty ? nil : manifest.appVersion,
      dataVersion: manifest.dataVersion.map { TribeVersion(canonical: $0)?.text ?? $0 },
      pending: manifest.pending,
      size: Int64(manifest.size),
      url: URL(fileURLWithPath: folder(of: manifest.number), isDirectory: true)
    )
  }

  func manifest(_ number: Int) throws -> SnapshotManifest {
    let bytes = try files.bytes(at: folder(of: number) + "/manifest.json")
    let manifest: SnapshotManifest
    do {
      manifest = try JSONDecoder().decode(SnapshotManifest.self, from: Data(bytes))
    } catch {
      throw SnapshotProblem("the manifest of snapshot \(number) in \(path) is damaged: \(error)")
    }
    guard manifest.format <= SnapshotManifest.format, manifest.number == number else {
      throw SnapshotProblem("snapshot \(number) in \(path) was taken by a newer version of Nomad")
    }
    return manifest
  }

  /// Returns the records of a snapshot's ledger.
  func records(of manifest: SnapshotManifest) throws -> [LedgerRecord] {
    let ledger = folder(of: manifest.number) + "/ledger"
    let records = manifest.records == 0 ? [] : try LedgerReader.read(files.bytes(at: ledger)).records
    guard records.count == manifest.records else {
      throw SnapshotProblem("the ledger of snapshot \(manifest.number) in \(path) is damaged")
    }
    return records
  }

  /// Takes a snapshot: writes it under a temporary name, makes it durable and renames it.
  ///
  /// `manifest` has no items yet; the returned manifest has them. `checkStop` is called repeatedly, and throws if the
  /// copy must stop.
  func take(
    _ manifest: SnapshotManifest,
    of places: [SnapshotPlace],
    _ records: [LedgerRecord],
    _ checkStop: @escaping @Sendable () throws -> Void
  ) async throws -> SnapshotManifest {
    var (manifest, copy, barrier) = (manifest, TreeCopy(files), TreeBarrier(files))
    defer { barrier.close() }
    copy.checkStop = checkStop
    for place in places where place.database == nil { try copy.checkClosed(place.path) }
    var (missing, level) = ([String](), path)
    while try files.entryIfThere(at: level) == nil {
      missing.append(level)
      level = FilePath.folder(of: level)
    }
    try files.makeFolders(path)
    for new in missing.reversed() { files.giveToOwner(folder: new) }
    excludeFromBackups()
    try removeLeftovers()
    let new = folder(of: manifest.number) + ".new"
    do {
      try files.makeOwnFolder(new)
      try files.makeOwnFolder(new + "/items")
      copy.syncsEach = try !barrier.cover(new)
      try await checkRoom(for: places, probing: new + "/probe")
      for (index, place) in places.enumerated() {
        manifest.items.append(try await item(place, "\(new)/items/\(index)", &copy))
      }
      try copy.checkDatabases()
      if copy.syncsEach { try files.syncFolder(new + "/items") }
      if !records.isEmpty {
        let ledger = LedgerContents.rewritten(with: records, lastSequence: records.count).bytes
        try files.write(ledger, toNew: new + "/ledger")
      }
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
      try files.write(Array(encoder.encode(manifest)), toNew: new + "/manifest.json")
      try barrier.sync()
      // If the process was suspended, another run may have changed the data.
      try checkStop()
      try files.rename(new, to: folder(of: manifest.number))
    } catch {
      try? files.removeTree(new)
      throw error
    }
    try files.syncFolder(path)
    try files.syncFolders(above: path)
    return manifest
  }

  /// Copies an item into a new folder.
  private func item(
    _ place: SnapshotPlace,
    _ folder: String,
    _ copy: inout TreeCopy
  ) async throws -> SnapshotManifest.Item {
    try files.makeOwnFolder(folder)
    var item = SnapshotManifest.Item(
      name: place.name,
      path: FilePath.relative(place.path, to: path),
      kind: place.kind
    )
    for suffix in place.suffixes where suffix != "-shm" {
      guard let entry = try files.entryIfThere(at: place.path + suffix) else { continue }
      if entry.kind == .other { throw SnapshotProblem.special(place.path + suffix) }
      let target = "\(folder)/\(place.name)\(suffix)"
      guard let database = place.database else {
        let entries = try copy.copy(place.path + suffix, to: target)
        item.parts.append(SnapshotManifest.Part(suffix: suffix, entries: entries))
        continue
      }
      if !suffix.isEmpty { continue }
      let saved = folder + ".saved"
      try await database.save(saved)
      // Copied again to compute checksums.
      var whole = TreeCopy(files)
      (whole.checkStop, whole.syncsEach) = (copy.checkStop, copy.syncsEach)
      let entries = try whole.copy(saved, to: target)
      try files.removeTree(saved)
      item.parts.append(SnapshotManifest.Part(suffix: suffix, entries: entries))
    }
    if copy.syncsEach { try files.syncFolder(folder) }
    return item
  }

  /// Removes a snapshot.
  ///
  /// Renames it first, so that a partly removed snapshot never looks complete.
  func remove(_ number: Int) throws {
    try files.rename(folder(of: number), to: folder(of: number) + ".old")
    try files.syncFolder(path)
    try files.removeTree(folder(of: number) + ".old")
  }

  /// Excludes the snapshots from backups of the device, which contain the data itself.
  ///
  /// Best effort.
  private func excludeFromBackups() {
    #if canImport(Darwin)
      var (url, values) = (URL(fileURLWithPath: path, isDirectory: true), URLResourceValues())
      values.isExcludedFromBackup = true
      try? url.setResourceValues(values)
    #endif
  }

  /// Whether a name is a leftover of a killed process.
  ///
  /// Other files in the folder may belong to anyone.
  private static func isLeftover(_ name: String) -> Bool {
    let parts = name.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count > 1, ["new", "old"].contains(parts[parts.count - 1]) else { return false }
    return Int(parts[0]) != nil && parts.count == 2 || ["probe.new", "restore.json.new"].contains(name)
  }

  /// Removes the leftovers of killed processes.
  private func removeLeftovers() throws {
    for name in try files.names(in: path) where Self.isLeftover(name) {
      try files.removeTree("\(path)/\(name)")
    }
    try? SnapshotRestore.removeLeftovers(in: self)
  }

  /// Checks that there is room for the items at a path, unless they can be cloned there.
  func checkRoom(for places: [SnapshotPlace], probing probe: String) async throws {
    var needed = 0
    for place in places {
      var (size, file): (Int, String?) = (0, nil)
      for suffix in place.suffixes { try measure(place.path + suffix, &size, &file) }
      if let file, place.database == nil, try canClone(file, to: probe) { continue }
      needed = needed.adding(size)
    }
    // The additional bytes are for the manifest and the ledger.
    let room = MigrationRequirement.freeSpace(Int64(needed.adding(1 << 16)), at: URL(fileURLWithPath: probe))
    if let unmet = try await room.unmet() { throw SnapshotProblem("it needs \(unmet)") }
  }

  private func measure(_ path: String, _ size: inout Int, _ file: inout String?) throws {
    guard let entry = try files.entryIfThere(at: path) else { return }
    if entry.kind == .file, entry.size > 0 { (size, file) = (size.adding(entry.size), file ?? path) }
    guard entry.kind == .folder else { return }
    for name in try files.names(in: path) { try measure("\(path)/\(name)", &size, &file) }
  }

  private func canClone(_ file: String, to probe: String) throws -> Bool {
    let source = try files.openRetrying(file, for: .reading)
    defer { files.close(source) }
    let isClone = (try? files.clone(source, to: probe)) != nil
    try files.removeTree(probe)
    return isClone
  }
}
