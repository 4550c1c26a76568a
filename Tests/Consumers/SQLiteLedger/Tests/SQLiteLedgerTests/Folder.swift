import Foundation
import SQLiteLedger
import Testing

/// A temporary folder with a database.
final class Folder: Sendable {
  let url: URL

  init() throws {
    url = FileManager.default.temporaryDirectory.appendingPathComponent("sqlite-ledger-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: url) }

  var database: URL { url.appendingPathComponent("app.sqlite") }

  var ledger: SQLiteLedger { SQLiteLedger(at: database) }

  /// The texts of the notes; nil if there is no table of notes.
  var notes: [String]? {
    get throws {
      let db = try SQLiteDatabase(at: database)
      if try db.execute("SELECT 1 FROM sqlite_schema WHERE name = 'note'").isEmpty { return nil }
      return try db.execute("SELECT text FROM note ORDER BY text").map { row in
        try #require(row.first.flatMap { if case .text(let text) = $0 { text } else { nil } })
      }
    }
  }
}

/// A run of the program `upgrade`.
final class Program: Sendable {
  private let process = Process()
  private let output = Pipe()

  init(_ course: String, _ folder: Folder) throws {
    let bundle = Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") }?.bundleURL
    let products = bundle?.deletingLastPathComponent() ?? Bundle.main.bundleURL
    process.executableURL = products.appendingPathComponent("upgrade")
    process.arguments = [folder.database.path, course]
    process.standardOutput = output
    try process.run()
  }

  /// Waits until the program has printed something.
  func pauses() throws {
    try #require(output.fileHandleForReading.availableData == Data("paused\n".utf8))
  }

  func kill() { Foundation.kill(process.processIdentifier, SIGKILL) }

  /// Waits for the program's end, and returns what it printed; nil if it was killed.
  func end() throws -> String? {
    let text = String(bytes: try output.fileHandleForReading.readToEnd() ?? Data(), encoding: .utf8)
    process.waitUntilExit()
    return process.terminationReason == .uncaughtSignal ? nil : text
  }
}
