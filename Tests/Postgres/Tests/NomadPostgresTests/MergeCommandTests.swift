import Foundation
import Testing

/// The tribe and the test that `nomadctl merge` writes from PostgreSQL tribes.
@Suite("The command nomadctl merge on PostgreSQL tribes")
struct MergeCommandTests {
  private static let tribes = """
    import NomadPostgres

    struct CreateOrders: PostgresTribe {
      static let target: TribeTarget = .literal("1.0.0")
      private let table = "orders"

      func migrate(_ db: PostgresTransaction) async throws { try await create(db) }

      private func create(_ db: PostgresTransaction) async throws {
        try await db.execute("CREATE TABLE \\(table) (id int PRIMARY KEY)")
      }
    }

    struct AddNote: NomadPostgres.PostgresTribe {
      static let target: TribeTarget = .literal("1.1.0")

      func migrate(_ database: NomadPostgres.PostgresTransaction) async throws {
        try await database.execute("ALTER TABLE orders ADD COLUMN note text")
      }
    }
    """
  private static let registry = """
    import Nomad

    extension TribeRegistry {
      static let generated = try! TribeRegistry([Tribe_1_2_0.self])
    }
    """

  @Test("The tribe and its test compile without a warning", arguments: ["5", "6"])
  func compiles(version: String) async throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("merge-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    for name in ["Sources/App", "Tests/AppTests"] {
      try FileManager.default.createDirectory(
        at: folder.appendingPathComponent(name),
        withIntermediateDirectories: true
      )
    }
    let files = [("Sources/App/Old.swift", Self.tribes), ("Registry.swift", Self.registry)]
    for (name, text) in files {
      try text.write(to: folder.appendingPathComponent(name), atomically: true, encoding: .utf8)
    }
    let options =
      "-swift-version \(version) -parse-as-library -I . -I '\(TestHost.product("Modules"))' "
      + "-enable-upcoming-feature MemberImportVisibility -warnings-as-errors"
    for command in [
      "'\(TestHost.product("nomadctl"))' merge 1.0.0 1.1.0 --into 1.2.0",
      "swiftc \(options) -enable-testing -module-name App -emit-module Sources/App/Tribe_1_2_0.swift Registry.swift",
      "swiftc \(options) -module-name AppTests -typecheck Tests/AppTests/Tribe_1_2_0Tests.swift",
    ] {
      let child = try Child("/bin/sh", ["-c", "cd '\(folder.path)' && \(command)"])
      try #require(await child.wait() == 0, "\(child.text)")
    }
  }
}
