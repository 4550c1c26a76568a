import Foundation
import NomadTesting

@testable import Nomad
@testable import NomadFiles
@testable import NomadSnapshots

/// An app with a folder of notes and a settings file, which its tribes change.
struct SnapshotFixture: Sendable {
  let folder: TemporaryFolder
  let trace = Trace()
  private let files: FailingFileOperations

  init(_ files: FailingFileOperations = FailingFileOperations(), hasData: Bool = true) throws {
    folder = try TemporaryFolder(inMemory: true)
    self.files = files
    guard hasData else { return }
    try FileManager.default.createDirectory(
      at: notes.appendingPathComponent("drafts"),
      withIntermediateDirectories: true
    )
    try write("one", to: notes.appendingPathComponent("1.txt"))
    try write("two", to: notes.appendingPathComponent("drafts/2.txt"))
    try FileManager.default.createSymbolicLink(
      atPath: notes.appendingPathComponent("latest").path,
      withDestinationPath: "drafts/2.txt"
    )
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o640, .modificationDate: Date(timeIntervalSince1970: 1_000_000)],
      ofItemAtPath: notes.appendingPathComponent("1.txt").path
    )
    try write("old", to: settings)
  }

  var notes: URL { folder.url.appendingPathComponent("notes") }
  var settings: URL { folder.url.appendingPathComponent("settings.json") }
  var items: [SnapshotItem] { [.folder(notes), .file(settings)] }
  var ledger: FileLedger { FileLedger(.url(folder.ledgerURL), files: files) }
  var journal: URL { folder.url.appendingPathComponent("nomad.ledger.snapshots/restore.json") }

  /// Begins to restore the first snapshot, and dies right after the ledger has the record of it.
  func beginRestore() async throws {
    var migrator = try migrator()
    let snapshot = try migrator.snapshots()[0]
    migrator.ledger = DyingLedger(ledger, after: { if case .restoring = $0.fact { true } else { false } })
    _ = try? await migrator.restore(snapshot)
  }

  func write(_ text: String, to url: URL) throws { try Data(text.utf8).write(to: url) }

  /// Returns a migrator whose tribes change the data; one of them can fail.
  func migrator(
    to version: String = "2.0.0",
    failing: String? = nil,
    _ snapshot: SnapshotPolicy? = nil,
    targets: [TribeTarget] = [.literal("1.0.0"), .literal("2.0.0")]
  ) throws -> Nomad {
    let registry = try TribeRegistry(targets, tracing: trace) { [self] name in
      try write(name, to: notes.appendingPathComponent("\(name).txt"))
      try? FileManager.default.removeItem(at: notes.appendingPathComponent("latest"))
      try write(name, to: settings)
      if name == failing { throw Failure() }
    }
    return Nomad(
      registry,
      ledger: ledger,
      currentVersion: .exactly(version),
      policy: MigrationPolicy(MigrationPolicy(newerData: .run), snapshot: snapshot ?? .before(items))
    )
  }

  /// Returns a migrator whose snapshots fail as the fixture specifies.
  func failing(_ migrator: Nomad) -> Nomad { migrator.takingSnapshots(with: files) }

  /// Returns the data: each path with its contents, mode and modification date.
  func state() throws -> [String] {
    var lines: [String] = []
    let names = try FileManager.default.subpathsOfDirectory(atPath: folder.url.path)
    for name in ByteOrder.sorted(names) where !name.hasPrefix("nomad.ledger") {
      let path = folder.url.appendingPathComponent(name).path
      let attributes = try FileManager.default.attributesOfItem(atPath: path)
      let mode = attributes[.posixPermissions] as? Int ?? 0
      let link = try? FileManager.default.destinationOfSymbolicLink(atPath: path)
      let date = (attributes[.modificationDate] as? Date)?.timeIntervalSince1970 ?? 0
      let text = link ?? (try? String(contentsOfFile: path, encoding: .utf8)) ?? ""
      lines.append("\(name) \(mode) \(link == nil ? date : 0) \(text)")
    }
    return lines
  }

  func finished() throws -> [LedgerKey] { try ledger.history().finished.map(\.key) }
}

extension Nomad {
  /// Returns the migrator with other file operations for its snapshots.
  func takingSnapshots(with files: any TreeOperations) -> Nomad {
    var migrator = self
    migrator.policy.snapshot?.files = files
    return migrator
  }
}
