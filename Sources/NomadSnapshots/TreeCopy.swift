internal import Nomad
internal import NomadFormat

/// Copies files and folders durably and with checksums.
///
/// The caller syncs the names of the copies.
struct TreeCopy {
  let files: any TreeOperations
  /// Throws if the copy must stop.
  var checkStop: @Sendable () throws -> Void = {}
  /// The files that this process has open.
  private let open = OpenFiles()
  /// The copied SQLite databases, with their state before the copy.
  private var databases: [(path: String, parts: [TreeEntry?])] = []

  /// The number of bytes that are read at once.
  private static let block = 1 << 20

  init(_ files: any TreeOperations) {
    self.files = files
  }

  /// Copies a file, a folder or a link.
  ///
  /// Returns every entry of the copy, each folder before its contents. The paths of the entries begin with `path`.
  mutating func copy(_ source: String, to destination: String, as path: String = "") throws -> [SnapshotEntry] {
    let entry: TreeEntry
    do throws(SystemError) { entry = try files.entry(at: source) } catch { throw error.at(source) }
    switch entry.kind {
    case .file:
      let checksum = try copyFile(source, entry, to: destination)
      return [SnapshotEntry(path: path, kind: .file, size: entry.size, checksum: checksum)]
    case .link:
      let target = try files.link(at: source)
      try files.makeLink(to: target, at: destination)
      return [SnapshotEntry(path: path, kind: .link, target: target)]
    case .folder:
      var entries = [SnapshotEntry(path: path, kind: .folder)]
      try files.makeFolder(destination)
      let names = try files.names(in: source).sorted()
      for name in names where !Self.isIndex(name, in: names) {
        let inner = path.isEmpty ? name : "\(path)/\(name)"
        entries += try copy("\(source)/\(name)", to: "\(destination)/\(name)", as: inner)
      }
      let (from, to) = (
        try files.openRetrying(source, for: .syncingFolder), try files.openRetrying(destination, for: .syncingFolder)
      )
      defer { for folder in [from, to] { files.close(folder) } }
      try files.copy(.all, of: from, to: to)
      try files.setTimes(of: entry, on: to)
      try files.sync(to, .everything)
      return entries
    case .other:
      return []
    }
  }

  /// Checks that no database changed while it was copied.
  func checkDatabases() throws {
    for (path, parts) in databases where try Self.parts(of: path, files) != parts {
      throw SnapshotProblem("the SQLite database \(path) changed while it was copied")
    }
  }

  /// Checks that this process has no SQLite database open at or below a path.
  func checkClosed(_ path: String) throws {
    guard let entry = try files.entryIfThere(at: path) else { return }
    switch entry.kind {
    case .file: if open.isDatabase(entry.identity) { throw SnapshotProblem.open(path) }
    case .folder: for name in try files.names(in: path) { try checkClosed("\(path)/\(name)") }
    case .link, .other: break
    }
  }

  /// Whether a name belongs to the shared memory of a database, which SQLite rebuilds.
  private static func isIndex(_ name: String, in names: [String]) -> Bool {
    name.hasSuffix("-shm") && names.contains(String(name.dropLast(4)))
  }

  private mutating func copyFile(_ source: String, _ entry: TreeEntry, to destination: String) throws -> String {
    // Checked before the file is opened: closing it would release the locks of this process's connections (fcntl(2)).
    if open.isDatabase(entry.identity) { throw SnapshotProblem.open(source) }
    let parts = try Self.parts(of: source, files)
    let from: FileOperations.Descriptor
    do throws(SystemError) { from = try files.openRetrying(source, for: .reading) } catch { throw error.at(source) }
    defer { files.close(from) }
    let isCloned = (try? files.clone(from, to: destination)) != nil
    if !isCloned { try files.removeTree(destination) }
    let to = try files.openRetrying(destination, for: isCloned ? .reading : .creating)
    defer { files.close(to) }
    var checksums: [UInt64] = []
    var size = 0
    while true {
      try checkStop()
      let bytes = try readBlock(of: isCloned ? to : from)
      if bytes.isEmpty { break }
      if size == 0, bytes.starts(with: OpenFiles.databaseHeader) {
        try SQLiteLocks.check(source, from)
        databases.append((source, parts))
      }
      if !isCloned { try files.writeAll(bytes, to: to) }
      checksums.append(bytes.withUnsafeBytes { XXH64.checksum(of: $0) })
      size += bytes.count
    }
    guard size == entry.size else { throw SnapshotProblem("\(source) changed while it was copied") }
    try files.copy(.all, of: from, to: to)
    try files.setTimes(of: entry, on: to)
    try files.sync(to, .everything)
    return String(checksums.withUnsafeBytes { XXH64.checksum(of: $0) }, radix: 16)
  }

  /// Reads a full block, or the rest of the file: the checksum must not depend on how much the system reads at once.
  private func readBlock(of file: FileOperations.Descriptor) throws(SystemError) -> [UInt8] {
    var bytes = try files.readStart(of: file, Self.block)
    while !bytes.isEmpty, bytes.count < Self.block {
      let more = try files.readStart(of: file, Self.block - bytes.count)
      if more.isEmpty { break }
      bytes += more
    }
    return bytes
  }

  /// Returns the state of a database and of the files that belong to it.
  private static func parts(of path: String, _ files: any TreeOperations) throws(SystemError) -> [TreeEntry?] {
    let suffixes = ["", "-wal", "-journal"]
    var parts: [TreeEntry?] = []
    for suffix in suffixes { parts.append(try files.entryIfThere(at: path + suffix)) }
    return parts
  }
}
