import Foundation
import Nomad
import NomadFiles
import NomadTesting
import Testing

/// The recipes of the cookbook, run as tribes with a ledger in a file.
@Suite("Recipes of the cookbook")
struct CookbookTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private var ledger: FileLedger { FileLedger(at: folder.url.appendingPathComponent("nomad.ledger")) }

  private func file(_ path: String) -> URL { folder.url.appendingPathComponent(path) }

  private func write(_ text: String, to path: String) throws {
    let file = file(path)
    try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: file)
  }

  private func text(_ path: String) throws -> String { try String(contentsOf: file(path), encoding: .utf8) }

  /// Returns the migrator of one tribe, in a version of the app.
  private func migrator(_ tribe: any ListedTribe.Type, version: String, with ledger: some Ledger) throws -> Nomad {
    Nomad(try TribeRegistry([tribe]), ledger: ledger, currentVersion: .exactly(version))
  }

  @Test("A file is moved once")
  func moveFile() async throws {
    try write("a draft", to: "old/drafts.txt")
    let places = DraftPlaces(old: file("old/drafts.txt"), new: file("new/folder/drafts.txt"))
    let nomad = try migrator(MoveDrafts.self, version: "2.0.0", with: ledger).providing(places)
    #expect(try await nomad.migrate().migrated.map(\.name) == ["MoveDrafts"])
    #expect(try text("new/folder/drafts.txt") == "a draft")
    #expect(!FileManager.default.fileExists(atPath: places.old.path))
    #expect(try await nomad.migrate().migrated.isEmpty)
  }

  @Test("Moving a file does nothing if the file was moved but not recorded, or if it does not exist")
  func moveFileAgain() async throws {
    try write("a draft", to: "old/drafts.txt")
    let places = DraftPlaces(old: file("old/drafts.txt"), new: file("new/drafts.txt"))
    let dying = DyingLedger(ledger, before: { $0.kind == .finished })
    let killed = try migrator(MoveDrafts.self, version: "2.0.0", with: dying).providing(places)
    await #expect(throws: NomadError.self) { try await killed.migrate() }
    let next = try migrator(MoveDrafts.self, version: "2.0.0", with: ledger).providing(places)
    #expect(try await next.migrate().migrated.map(\.name) == ["MoveDrafts"])
    #expect(try text("new/drafts.txt") == "a draft")

    let nothing = DraftPlaces(old: file("nothing.txt"), new: file("else.txt"))
    try await next.registry.runAlone("MoveDrafts", with: TribeDependencies().providing(nothing))
    #expect(!FileManager.default.fileExists(atPath: nothing.new.path))
  }

  @Test("A key is renamed, and an existing value under the new key is kept", arguments: [nil, "light"] as [String?])
  func renameKey(new: String?) async throws {
    let settings = Settings(suite: "nomad-cookbook-\(UUID().uuidString)")
    let defaults = settings.defaults
    defer { defaults.removePersistentDomain(forName: settings.suite ?? "") }
    defaults.set("dark", forKey: "theme")
    if let new { defaults.set(new, forKey: "appearance") }
    let nomad = try migrator(RenameTheme.self, version: "2.1.0", with: ledger).providing(settings)
    #expect(try await nomad.migrate().migrated.map(\.name) == ["RenameTheme"])
    #expect(defaults.string(forKey: "appearance") == new ?? "dark")
    #expect(defaults.object(forKey: "theme") == nil)
  }

  /// A note in the format of version 3.0.0.
  private struct Note: Decodable, Equatable {
    var title: String
    var body: String
  }

  @Test("Notes have the new shape, even if the record of the change was lost")
  func changeShape() async throws {
    try write(#"[{"text":"Shopping\nmilk\nbread"},{"text":"Call Ada"},{"text":""}]"#, to: "notes.json")
    let notes = NotesFile(url: file("notes.json"))
    let dying = DyingLedger(ledger, before: { $0.kind == .finished })
    let killed = try migrator(SplitTitles.self, version: "3.0.0", with: dying).providing(notes)
    await #expect(throws: NomadError.self) { try await killed.migrate() }
    try await migrator(SplitTitles.self, version: "3.0.0", with: ledger).providing(notes).migrate()
    let migrated = try JSONDecoder().decode([Note].self, from: Data(contentsOf: notes.url))
    #expect(
      migrated == [
        Note(title: "Shopping", body: "milk\nbread"), Note(title: "Call Ada", body: ""), Note(title: "", body: ""),
      ]
    )
  }

  @Test("A file of another shape causes an error and stays unchanged")
  func otherShape() async throws {
    try write(#"[{"words":"Call Ada"}]"#, to: "notes.json")
    let nomad = try migrator(SplitTitles.self, version: "3.0.0", with: ledger).providing(
      NotesFile(url: file("notes.json"))
    )
    let error = await #expect(throws: NomadError.self) { try await nomad.migrate() }
    #expect(error?.underlying is DecodingError)
    #expect(try text("notes.json") == #"[{"words":"Call Ada"}]"#)
  }

  @Test("A backfill runs only when it is called, and continues after its last batch")
  func backfill() async throws {
    for number in 0..<250 { try write("two words", to: "notes/\(1_000 + number).txt") }
    let library = NoteLibrary(notes: file("notes"), counts: file("counts"))
    func counted() throws -> Int { try FileManager.default.contentsOfDirectory(atPath: library.counts.path).count }

    let dying = DyingLedger(
      ledger,
      after: { record in
        if case .checkpoint = record.kind { true } else { false }
      }
    )
    let killed = try migrator(CountWords.self, version: "2.0.0", with: dying).providing(library)
    try await killed.migrate()
    #expect(!FileManager.default.fileExists(atPath: library.counts.path))
    await #expect(throws: NomadError.self) { try await killed.migrate(includingDeferred: true) }
    #expect(try counted() == 100)

    // The removed count stays missing, because the first batch does not run again.
    try FileManager.default.removeItem(at: file("counts/1000.txt"))
    let next = try migrator(CountWords.self, version: "2.0.0", with: ledger).providing(library)
    let progress = Locked<[Int]>([])
    let report = try await next.migrate(includingDeferred: true) { event in
      if case .progressed(_, let completed, 250) = event { progress.withLock { $0.append(completed) } }
    }
    #expect(report.migrated.map(\.name) == ["CountWords"])
    #expect(progress.value == [200, 250, 250])
    #expect(try counted() == 249)
    #expect(try text("counts/1249.txt") == "2")
  }

  @Test("A backfill has nothing to do on a fresh install")
  func backfillOfNothing() async throws {
    let library = NoteLibrary(notes: file("notes"), counts: file("counts"))
    let nomad = try migrator(CountWords.self, version: "2.0.0", with: ledger).providing(library)
    #expect(try await nomad.migrate(includingDeferred: true).migrated.map(\.name) == ["CountWords"])
  }

  @Test(
    "The cookbook shows the recipes that these tests run",
    arguments: ["MoveFile", "RenameKey", "ChangeShape", "Backfill"]
  )
  func shown(recipe: String) throws {
    let here = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    let page = here.appendingPathComponent("../../Sources/Nomad/Nomad.docc/Cookbook.md")
    let source = try String(contentsOf: here.appendingPathComponent("Cookbook/\(recipe).swift"), encoding: .utf8)
    #expect(try String(contentsOf: page, encoding: .utf8).contains("```swift\n\(source)```\n"))
  }
}
