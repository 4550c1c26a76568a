import Foundation
import Testing

@Suite("caravan")
final class CaravanTests {
  private let folder: URL

  init() {
    let name = "caravan-data-\(UUID().uuidString)"
    folder = FileManager.default.temporaryDirectory.appendingPathComponent(name)
  }

  deinit {
    try? FileManager.default.removeItem(at: folder)
  }

  private static let all =
    "KeepOriginals, SplitNotes, IdentifyNotes, GatherTags, DateNotes, MoveSettings, RebuildIndex"

  /// Returns the notes in the newest version's format, by their text.
  private func notes() throws -> [String: [String: Any]] {
    let notes = folder.appendingPathComponent("notes")
    var all: [String: [String: Any]] = [:]
    for file in try FileManager.default.contentsOfDirectory(at: notes, includingPropertiesForKeys: nil) {
      let json = try JSONSerialization.jsonObject(with: Data(contentsOf: file))
      let note = try #require(json as? [String: Any])
      #expect(note["id"] as? String == file.deletingPathExtension().lastPathComponent)
      all[try #require(note["text"] as? String)] = note
    }
    return all
  }

  private func expectMigrated() throws {
    let notes = try notes()
    #expect(
      notes.keys.sorted() == [
        "Ask Idris about the northern wells", "Buy water skins, twelve at least",
        "Salt sells best in Timbuktu", "The grey camel limps; rest it on Friday",
      ]
    )
    let salt = try #require(notes["Salt sells best in Timbuktu"])
    #expect(salt["tags"] as? [String] == ["trade", "route"])
    #expect(salt["written"] as? String == "2019-06-02T00:00:00Z")
    let files = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
    #expect(
      files == ["config", "index.json", "nomad.ledger", "nomad.ledger.lock", "notes", "originals"]
    )
    let index = try JSONSerialization.jsonObject(
      with: Data(contentsOf: folder.appendingPathComponent("index.json"))
    )
    #expect((index as? [String: [String]])?["route"]?.count == 2)
  }

  @Test("The demo migrates the data of version 1.0.0, and its second start runs only .always")
  func firstRun() throws {
    let caravan = try CaravanProcess("--data", folder.path)
    #expect(caravan.status == 0)
    #expect(caravan.error == "")
    #expect(caravan.output.components(separatedBy: "\nledger: \(folder.path)/nomad.ledger\n").count == 3)
    #expect(
      caravan.starts == [
        "Done: 7 ran (\(Self.all)). The app can use its data.",
        "Done: 1 ran (RebuildIndex). The app can use its data.",
      ]
    )
    try expectMigrated()
  }

  @Test("The demo runs only .always on data that is already migrated")
  func secondRun() throws {
    _ = try CaravanProcess("--data", folder.path)
    let caravan = try CaravanProcess("--data", folder.path)
    #expect(caravan.status == 0)
    #expect(
      caravan.starts
        == Array(repeating: "Done: 1 ran (RebuildIndex). The app can use its data.", count: 2)
    )
    try expectMigrated()
  }

  @Test(
    "The next start after a failure continues at the tribe that failed",
    arguments: [
      ("1.1", "SplitNotes"), ("1.1-1", "IdentifyNotes"), ("2.0.0", "GatherTags"), ("2.4.0", "DateNotes"),
    ]
  )
  func failAt(version: String, tribe: String) throws {
    let caravan = try CaravanProcess("--data", folder.path, "--fail-at", version)
    #expect(caravan.status == 0)
    #expect(caravan.output.contains("Stopped: \(tribe) "))
    #expect(caravan.output.contains("Advice: "))
    // `.first` runs again as long as no version is recorded.
    let done = caravan.starts.first ?? ""
    #expect(done.contains("(\(version == "1.1" ? "KeepOriginals" : tribe), "))
    #expect(caravan.starts.count == 2)
    try expectMigrated()
  }

  @Test(
    "The next start after a kill reports the interrupted tribe and continues",
    arguments: [("1.1", "SplitNotes"), ("2.0.0", "GatherTags"), ("2.4.0", "DateNotes")]
  )
  func killAt(version: String, tribe: String) throws {
    let killed = try CaravanProcess("--data", folder.path, "--kill-at", version)
    #expect(killed.status == SIGKILL)
    #expect(killed.starts.isEmpty)
    let caravan = try CaravanProcess("--data", folder.path)
    #expect(caravan.status == 0)
    #expect(caravan.output.contains("the last attempt of \(tribe) "))
    #expect(caravan.starts.count == 2)
    try expectMigrated()
  }

  @Test("The demo uses a temporary folder by default, and prints its path")
  func temporary() throws {
    let caravan = try CaravanProcess()
    #expect(caravan.status == 0)
    let line = try #require(caravan.output.split(separator: "\n").first)
    let path = try #require(line.split(separator: ": ").last)
    #expect(FileManager.default.fileExists(atPath: "\(path)/nomad.ledger"))
    try FileManager.default.removeItem(atPath: String(path))
  }

  @Test(
    "Wrong arguments print one line to standard error and exit with status 2",
    arguments: [
      ["--frobnicate"], ["--data"], ["--fail-at"], ["--kill-at"], ["--kill-at", "9.9.9"], ["--fail-at", "9.9.9"],
      ["--data", "/dev/null"], ["x"], ["--fail-at", "1.1", "--kill-at", "2.0.0"],
      ["--kill-at", "1.1", "--kill-at", "2.0.0"],
    ]
  )
  func badUsage(arguments: [String]) throws {
    let caravan = try CaravanProcess(arguments)
    #expect(caravan.status == 2)
    #expect(caravan.output == "")
    #expect(caravan.error.hasPrefix("caravan: error: "))
    #expect(caravan.error.filter { $0 == "\n" }.count == 1)
  }

  @Test("A damaged ledger stops the demo and stays unchanged")
  func damagedLedger() throws {
    _ = try CaravanProcess("--data", folder.path)
    let ledger = folder.appendingPathComponent("nomad.ledger")
    try Data("nonsense".utf8).write(to: ledger)
    let caravan = try CaravanProcess("--data", folder.path)
    #expect(caravan.status == 1)
    #expect(caravan.error.contains("damaged"))
    #expect(try Data(contentsOf: ledger) == Data("nonsense".utf8))
  }

  @Test("An unreadable original file stops the demo before anything is removed")
  func unreadableOriginal() throws {
    // No user can read a folder as a file, not even root.
    let settings = folder.appendingPathComponent("settings.txt")
    try FileManager.default.createDirectory(at: settings, withIntermediateDirectories: true)
    let notes = folder.appendingPathComponent("notes.txt")
    try Data("2019-05-04 Buy water skins\n".utf8).write(to: notes)
    let caravan = try CaravanProcess("--data", folder.path)
    #expect(caravan.status == 1)
    #expect(caravan.output.contains("Stopped: KeepOriginals "))
    #expect(FileManager.default.fileExists(atPath: notes.path))
    let ledger = try String(contentsOf: folder.appendingPathComponent("nomad.ledger"), encoding: .utf8)
    #expect(ledger.contains("failed\tfirst:caravan.KeepOriginals"))
    #expect(!ledger.contains("finished"))
  }

  @Test("--help prints the usage")
  func help() throws {
    let caravan = try CaravanProcess("--help")
    #expect(caravan.status == 0)
    #expect(caravan.output.contains("--fail-at VERSION"))
  }
}
