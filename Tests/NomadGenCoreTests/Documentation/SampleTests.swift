import Foundation
import Testing
import ToolSupport

/// The Swift samples of the documentation compile: in the README, in the catalogue, and in doc comments.
@Suite struct SampleTests {
  /// The folders of the libraries whose doc comments users read.
  private static let libraries = [
    "Nomad", "NomadAdoption", "NomadBatches", "NomadGRDB", "NomadPromiseKit", "NomadRepair", "NomadReverting",
    "NomadSnapshots", "NomadTargets", "NomadTesting", "NomadUI",
  ]

  /// Every document with a sample, by its path in the package.
  private static let documents: [String] = {
    let root = CataloguePage.repository
    let files = libraries.flatMap { library in
      let paths = FileManager.default.enumerator(atPath: root.appending(path: "Sources/\(library)").path)
      return (paths?.compactMap { $0 as? String } ?? []).map { "Sources/\(library)/\($0)" }
    }
    let readable = files.filter { $0.hasSuffix(".md") || $0.hasSuffix(".swift") || $0.hasSuffix(".tutorial") }.sorted()
    return (["README.md", ".github/CONTRIBUTING.md"] + readable).filter { path in
      (try? CataloguePage(document: path).blocks.isEmpty) != true
    }
  }()

  /// The files that other tests compile or run as a whole: samples for Apple's systems or other packages, with
  /// stand-ins, and the tests of the article about testing.
  private static let elsewhere =
    samples + [
      "Tests/StandIns/NotesApp.swift",
      "Tests/StandIns/Cookbook/AppGroup.swift",
      "Tests/StandIns/Cookbook/Keychain.swift",
      "Tests/StandIns/Cookbook/SwiftDataStore.swift",
      "Tests/GRDB/Tests/NomadGRDBTests/UpgradeSamples.swift",
      "Tests/Promises/Tests/NomadPromiseKitTests/Samples.swift",
      "Tests/NomadTestingTests/Documentation/SampleApp.swift",
      "Tests/NomadTestingTests/Documentation/SwiftTestingSamples.swift",
      "Tests/NomadTestingTests/Documentation/XCTestSamples.swift",
    ]

  /// The files of the targets `samples` of the nested packages.
  private static var samples: [String] {
    func names(in folder: String) -> [String] {
      let path = CataloguePage.repository.appending(path: folder).path
      return ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []).sorted()
    }
    let folders = names(in: "Tests").map { "Tests/\($0)/Sources/samples" }
    return folders.flatMap { folder in names(in: folder).map { "\(folder)/\($0)" } }.filter { $0.hasSuffix(".swift") }
  }

  /// The tutorial, which `TutorialTests` follows.
  private static let tutorial = "Sources/Nomad/Nomad.docc/FirstUpgrade.md"

  /// Findings whose samples the compiler also rejects.
  private static let refused = ["missing-target", "uncreatable-tribe"].map {
    "Sources/Nomad/Nomad.docc/Findings/\($0).md"
  }

  /// Returns the lines of a text without indentation, because samples are indented further in tests.
  private static func lines(_ text: String) -> [String] {
    text.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
  }

  private static func isElsewhere(_ sample: CataloguePage.Block) throws -> Bool {
    let sample = lines(sample.text)
    return try elsewhere.contains { path in
      let source = lines(try CataloguePage(document: path).text)
      return source.indices.contains { source[$0...].starts(with: sample) }
    }
  }

  @Test(
    "Every sample compiles exactly as its document shows it, unless it shows an error of the compiler",
    arguments: documents.filter { $0 != tutorial }
  )
  func compiles(document: String) async throws {
    var compiler = try await SampleCompiler(document: document)
    for sample in try CataloguePage(document: document).swift() where try !Self.isElsewhere(sample) {
      // The plugin's tests build packages with this manifest.
      if sample.isManifest { continue }
      #if !(canImport(Darwin) || compiler(>=6.3))
        // Older toolchains on Linux do not have this type.
        if sample.text.contains("MigrationController") { continue }
      #endif
      let result = try await compiler.compile(sample)
      if Self.refused.contains(document), sample.section == CataloguePage.example {
        #expect(result.error.contains("does not conform to protocol 'Tribe'"))
      } else {
        #expect(result.code == 0, "\(result.error)")
      }
    }
  }

  @Test("The checked documents include the README, the catalogue and doc comments of Nomad and NomadTesting")
  func all() throws {
    for part in ["README.md", "Sources/Nomad/Nomad.docc/Nomad.md", "Sources/Nomad/Registry/", "Sources/NomadTesting/"] {
      #expect(Self.documents.contains { $0.hasPrefix(part) }, "\(part)")
    }
    let samples = try Self.documents.flatMap { try CataloguePage(document: $0).swift() }
    #expect(samples.count > 120)
    #expect(Self.samples.count >= 4)
    #expect(samples.filter(\.isManifest).count == 3)
  }

  @Test("Every code block names a known language or none", arguments: documents)
  func languages(document: String) throws {
    for block in try CataloguePage(document: document).blocks {
      #expect(["swift", "sh", "sql", "text", "yaml", "json", "lock", ""].contains(block.language), "\(block.line)")
    }
  }
}
