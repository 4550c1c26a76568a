private import Foundation
internal import Nomad
internal import NomadFiles
internal import NomadFormat
internal import NomadTargets

/// Copies files and folders with checksums.
///
/// The caller syncs the names of the copies.
struct TreeCopy {
  let files: any TreeOperations
  /// Throws if the copy must stop.
  var checkStop: @Sendable () throws -> Void = {}
  /// Whether each copy is synced, because the caller has no barrier for all of them.
  var syncsEach = false
  /// The files that this process has open.
  private let open = OpenFiles()
  /// The copied SQLite databases, with their state before the copy.
  private var databases: [(path: String, parts: [FileStatus?])] = []
  /// The devices whose files cannot be cloned to the destination.
  private var uncloneable: Set<UInt64> = []

  /// The number of bytes that are read at once.
  private static let block = 1 << 20
  /// The waits before the attempts to copy a file that changes, in seconds.
  private static let waits = [0, 0.01, 0.03, 0.1, 0.3, 1]

  init(_ files: any TreeOperations) {
    self.files = files
  }

  /// Copies a file, a folder or a link.
  ///
  /// Returns every entry of the copy, each folder before its contents. The paths of the entries begin with `path`.
  mutating func copy(_ source: String, to destination: String, as path: String = "") throws -> [SnapshotEntry] {
    let entry: FileStatus
    do throws(SystemError) { entry = try files.status(at: source) } catch { throw error.at(source) }
    switch entry.kind {
    case .file:
      return [try copyFile(source, to: destination, as: path)]
    case .link:
      let target = try files.link(at: source)
      try files.makeLink(to: target, at: destination)
      return [SnapshotEntry(path: path, kind: .link, target: target)]
    case .folder:
      var entries = [SnapshotEntry(path: path, kind: .folder)]
      try files.makeFolder(destination)
      for name in ByteOrder.sorted(try files.names(in: source)) {
        if try isIndex("\(source)/\(name)") { continue }
        let inner = path.isEmpty ? name : "\(path)/\(name)"
        entries += try copy("\(source)/\(name)", to: "\(destination)/\(name)", as: inner)
      }
      let (from, to) = (
        try files.openRetrying(source, for: .syncingFolder), try files.openRetrying(destination, for: .syncingFolder)
      )
      defer { for folder in [from, to] { files.close(folder) } }
      try files.copy(.all, of: from, to: to)
      try files.setTimes(of: entry, on: to)
      if syncsEach { try files.sync(to, .ordered) }
      return entries
    case .other:
      return []
    }
  }

  /// Checks that no database changed while it was copied.
  func checkDatabases() throws {
    for (path, parts) in databases
    where try Self.state(of: files.entryIfThere(at: path), at: path, files) != parts {
      throw SnapshotProblem("the SQLite database \(path) changed while it was copied")
    }
  }

  /// Checks that this process has no SQLite database open at or below a path.
  func checkClosed(_ path: String) throws {
    guard !open.isEmpty, let entry = try files.entryIfThere(at: path) else { return }
    switch entry.kind {
    case .file: if open.isDatabase(entry.identity) { throw SnapshotProblem.open(path) }
    case .folder: for name in try files.names(in: path) { try checkClosed("\(path)/\(name)") }
    case .link, .other: break
    }
  }

  /// Whether a path is that of the shared memory of a database, which SQLite rebuilds.
  func isIndex(_ path: String) throws -> Bool {
    guard path.hasSuffix("-shm"), try files.entryIfThere(at: path)?.kind == .file else { return false }
    let base = String(path.dropLast(4))
    guard let entry = try files.entryIfThere(at: base), entry.kind == .file else { return false }
    if open.isDatabase(entry.identity) { return true }
    let file = try openSource(base)
    defer { files.close(file) }
    return try files.readStart(of: file, OpenFiles.databaseHeader.count) == OpenFiles.databaseHeader
  }

  /// Copies a file, again if it changes while its bytes are read: the copy has the contents of one instant.
  private mutating func copyFile(_ source: String, to destination: String, as path: String) throws -> SnapshotEntry {
    for wait in Self.waits {
      if wait > 0 { Thread.sleep(forTimeInterval: wait) }
      if let (size, checksum) = try copyUnchanged(source, to: destination) {
        return SnapshotEntry(path: path, kind: .file, size: size, checksum: checksum)
      }
      try files.removeTree(destination)
    }
    throw SnapshotProblem(
      "\(source) changed each time while it was copied: close it first, or leave it out of the items"
    )
  }

  /// Copies a file; returns nil if it changed while it was copied.
  private mutating func copyUnchanged(_ source: String, to destination: String) throws -> (Int, String)? {
    // Checked before the file is opened: closing it would release the locks of this process's connections (fcntl(2)).
    if !open.isEmpty, let found = try files.entryIfThere(at: source), open.isDatabase(found.identity) {
      throw SnapshotProblem.open(source)
    }
    let from = try openSource(source)
    defer { files.close(from) }
    let entry = try files.status(of: from)
    let isCloned = try clone(from, entry, to: destination)
    let to = try files.openRetrying(destination, for: isCloned ? .reading : .creating)
    defer { files.close(to) }
    let expected = try isCloned ? files.status(of: to).size : entry.size
    var parts: [FileStatus?]?
    let (size, checksum) = try read(isCloned ? to : from, expecting: expected) { bytes, isFirst in
      if isFirst, bytes.starts(with: OpenFiles.databaseHeader) {
        try SQLiteLocks.check(source, from)
        parts = try Self.state(of: files.status(of: from), at: source, files)
      }
      if !isCloned { try files.writeAll(bytes, to: to) }
    }
    guard try isCloned || size == entry.size && files.status(of: from) == entry else { return nil }
    // A clone has the contents of one instant, but a database must keep them until its other files are copied. The times
    // of a file cannot show a change within their resolution.
    if isCloned ? parts != nil : entry.isRecent {
      let again = try openSource(source)
      defer { files.close(again) }
      guard try read(again, expecting: size, { _, _ in }) == (size, checksum) else { return nil }
    }
    try files.copy(.all, of: from, to: to)
    try files.setTimes(of: entry, on: to)
    if syncsEach { try files.sync(to, .ordered) }
    if let parts { databases.append((source, parts)) }
    return (size, checksum)
  }

  private func openSource(_ path: String) throws(SystemError) -> FileOperations.Descriptor {
    do throws(SystemError) { return try files.openRetrying(path, for: .reading) } catch { throw error.at(path) }
  }

  /// Clones a file if its file system can do that there.
  private mutating func clone(
    _ source: FileOperations.Descriptor,
    _ entry: FileStatus,
    to destination: String
  ) throws(SystemError) -> Bool {
    if uncloneable.contains(entry.identity.device) { return false }
    do throws(SystemError) {
      try files.clone(source, to: destination)
      return true
    } catch {
      if error.isUncloneable { uncloneable.insert(entry.identity.device) }
      try files.removeTree(destination)
      return false
    }
  }

  /// Reads a file in blocks, and returns its size and checksum.
  private func read(
    _ file: FileOperations.Descriptor,
    expecting size: Int,
    _ body: (_ bytes: [UInt8], _ isFirst: Bool) throws -> Void
  ) throws -> (size: Int, checksum: String) {
    var (checksums, total): ([UInt64], Int) = ([], 0)
    while true {
      try checkStop()
      let bytes = try readBlock(of: file, size - total)
      if bytes.isEmpty { break }
      try body(bytes, total == 0)
      checksums.append(bytes.withUnsafeBytes { XXH64.checksum(of: $0) })
      total += bytes.count
      if bytes.count < Self.block || total > size { break }
    }
    return (total, String(checksums.withUnsafeBytes { XXH64.checksum(of: $0) }, radix: 16))
  }

  /// Reads a full block, or the rest of the file: the checksum must not depend on how much the system reads at once.
  private func readBlock(of file: FileOperations.Descriptor, _ expected: Int) throws(SystemError) -> [UInt8] {
    // One byte more than expected: if it is missing, this is the end.
    let count = expected < Self.block ? max(0, expected) + 1 : Self.block
    var bytes = try files.readStart(of: file, count)
    while !bytes.isEmpty, bytes.count < min(count, expected) {
      let more = try files.readStart(of: file, count - bytes.count)
      if more.isEmpty { break }
      bytes += more
    }
    return bytes
  }

  /// Returns the state of a database: of its file and of the files that belong to it.
  private static func state(
    of file: FileStatus?,
    at path: String,
    _ files: any TreeOperations
  ) throws(SystemError) -> [FileStatus?] {
    let entries = [file, try files.entryIfThere(at: path + "-wal"), try files.entryIfThere(at: path + "-journal")]
    return entries.map { $0?.withoutChange }
  }
}
