import Foundation
import Testing

/// The tribe and the test that `nomadctl merge` writes from database tribes.
@Suite("The command nomadctl merge on database tribes")
struct MergeCommandTests {
  private static let tribes = """
    import GRDB
    import NomadGRDB

    struct CreateNotes: DatabaseTribe {
      static let target: TribeTarget = .literal("1.0.0")
      private let table = "note"

      func migrate(_ db: Database) throws { try create(db) }

      private func create(_ db: Database) throws {
        try db.create(table: table) { $0.autoIncrementedPrimaryKey("id") }
      }
    }

    struct AddTags: NomadGRDB.DatabaseTribe {
      static let target: TribeTarget = .literal("1.1.0")

      func migrate(_ database: GRDB.Database) throws {
        try database.alter(table: "note") { $0.add(column: "tags", .text) }
      }
    }
    """
  private static let registry = """
    import Nomad

    extension TribeRegistry {
      static let generated = try! TribeRegistry([Tribe_1_2_0.self])
    }
    """

  private let folder = TemporaryFolder()

  private func run(_ executable: URL, _ arguments: [String]) throws -> String {
    let (process, pipe) = (Process(), Pipe())
    process.executableURL = executable
    process.arguments = arguments
    process.currentDirectoryURL = folder.url
    process.standardOutput = pipe
    process.standardError = pipe
    try process.run()
    let output = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    return process.terminationStatus == 0 ? "" : "exit code \(process.terminationStatus): \(output)"
  }

  @Test("The tribe and its test compile without a warning", arguments: ["5", "6"])
  func compiles(version: String) throws {
    for name in ["Sources/App", "Tests/AppTests"] {
      try FileManager.default.createDirectory(atPath: folder.path(name), withIntermediateDirectories: true)
    }
    try Self.tribes.write(toFile: folder.path("Sources/App/Old.swift"), atomically: true, encoding: .utf8)
    try Self.registry.write(toFile: folder.path("Registry.swift"), atomically: true, encoding: .utf8)
    try #require(try run(builtProduct("nomadctl"), ["merge", "1.0.0", "1.1.0", "--into", "1.2.0"]) == "")
    let modules = builtProduct("Modules")
    // The C module that GRDB imports.
    let scratch = modules.resolvingSymlinksInPath().deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let sqlite = scratch.appendingPathComponent("checkouts/GRDB.swift/Sources/GRDBSQLite")
    let options = [
      "swiftc", "-swift-version", version, "-parse-as-library", "-I", ".", "-I", modules.path, "-I", sqlite.path,
      "-enable-upcoming-feature", "MemberImportVisibility", "-warnings-as-errors",
    ]
    let app = [
      "-enable-testing", "-module-name", "App", "-emit-module", "Sources/App/Tribe_1_2_0.swift", "Registry.swift",
    ]
    let test = ["-module-name", "AppTests", "-typecheck", "Tests/AppTests/Tribe_1_2_0Tests.swift"]
    for arguments in [app, test] {
      #expect(try run(URL(fileURLWithPath: "/usr/bin/env"), options + arguments) == "")
    }
  }
}
