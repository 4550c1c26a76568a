import Foundation
import Testing

@testable import NomadCheck
@testable import NomadGenCore
@testable import nomadctl

/// The documentation of the findings matches the generator's output.
@Suite struct FindingsCatalogueTests {
  private static let example = CataloguePage.example
  private static let mending = "How to fix it"
  private static let silencing = "When to silence it"

  @Test("Every code has a page, and every page has a code")
  func pages() throws {
    let folder = CataloguePage.catalogue.appending(path: "Findings")
    let pages = try FileManager.default.contentsOfDirectory(atPath: folder.path(percentEncoded: false))
    #expect(Set(pages) == Set(Finding.Code.allCases.map { $0.rawValue + ".md" }))
  }

  @Test(
    "A page starts with its code and meaning, and says why it matters and when to silence it",
    arguments: Finding.Code.allCases
  )
  func heading(code: Finding.Code) throws {
    let page = try CataloguePage("Findings/\(code.rawValue)")
    #expect(page.text.hasPrefix("# \(code.rawValue)\n\n\(code.summary)\n\n"))
    #expect(page.text.contains("\n## Why it matters\n") && page.text.contains("\n## When to silence it\n"))
  }

  @Test("The example on a page gives exactly the finding that the page shows", arguments: Finding.Code.allCases)
  func example(code: Finding.Code) throws {
    let page = try CataloguePage("Findings/\(code.rawValue)")
    let shown = page.blocks.filter { $0.language == "text" && $0.section == Self.example }.map(\.text)
    let runs = run(page, Self.example, of: code)
    #expect(runs.map(\.report) == shown)
    #expect(runs.flatMap(\.findings).map(\.code) == [code])
  }

  @Test("The corrected example on a page has tribes and no finding", arguments: Finding.Code.allCases)
  func mended(code: Finding.Code) throws {
    let runs = run(try CataloguePage("Findings/\(code.rawValue)"), Self.mending, of: code)
    #expect(!runs.isEmpty)
    for run in runs {
      #expect(run.report == "")
      #expect(!run.package.tribes.isEmpty)
    }
  }

  @Test(
    "Accepting a finding writes the release lock that its page shows",
    arguments: [
      Finding.Code.removedTribe, .renamedTribe, .retargetedTribe, .changedTribe, .lateTribe, .reorderedTribe,
      .unmigratedShape, .shapeChange, .liveType, .unreadShape,
    ]
  )
  func accepted(code: Finding.Code) throws {
    let page = try CataloguePage("Findings/\(code.rawValue)")
    let before = try #require(page.lock(in: Self.example))
    let after = try #require(page.lock(in: Self.silencing))
    let modules = page.swift(in: Self.example).map { block in checked(["Tribes.swift": block.text]) }
    let census = TribeCensus(of: CheckedPackage(modules))
    var lock = ReleaseLock(reading: before.utf8)
    let command = try #require(page.blocks.first { $0.language == "sh" && $0.section == Self.silencing }).text
    let words = try #require(command.wholeMatch(of: /swift run nomad-gen --accept (\S+) --reason "(.+)"\n/))
    var changes = lock.accept(String(words.1), because: String(words.2), in: census)
    changes += lock.acceptShapes(String(words.1), because: String(words.2), ShapeJudgement(lock, census))
    changes += try lock.update(to: census, release: nil)
    #expect(!changes.isEmpty && lock.text == after)
    #expect(lock.findings(in: census).isEmpty)
  }

  @Test("No section of a page except its example has a finding", arguments: Finding.Code.allCases)
  func clean(code: Finding.Code) throws {
    let page = try CataloguePage("Findings/\(code.rawValue)")
    for section in Set(page.blocks.map(\.section)).subtracting([Self.example]) {
      for run in CataloguePage.run(page.swift(in: section), lock: page.lock(in: section)) {
        #expect(run.report == "", "\(section)")
      }
    }
  }

  @Test("The overview lists every code with its severity and its meaning", arguments: Finding.Code.allCases)
  func overview(code: Finding.Code) throws {
    let page = try CataloguePage("Findings/\(code.rawValue)")
    let found = run(page, Self.example, of: code).flatMap(\.findings)
    let severity = try #require(found.first).severity.rawValue
    let row = "| <doc:\(code.rawValue)> | \(severity) | \(code.summary) |"
    let overview = try CataloguePage("Findings")
    #expect(overview.text.split(separator: "\n").filter { $0 == row }.count == 1)
    #expect(overview.text.contains("\n- <doc:\(code.rawValue)>\n"))
  }

  /// Checks a section's sources, and returns the runs.
  private func run(_ page: CataloguePage, _ section: String, of code: Finding.Code) -> [CataloguePage.Run] {
    let blocks = page.blocks.filter { ["swift", "sql"].contains($0.language) && $0.section == section }
    // A text that two modules share is one file of both.
    let texts = Set(blocks.filter { $0.module != nil }.map { $0.text.drop { $0 != "\n" } })
    return CataloguePage.run(
      blocks,
      areOneFile: section == Self.example && texts.count < 2,
      lock: page.lock(in: section),
      areWhole: code == .unusedRegistry || code == .unknownHold,
      lackPlugin: code == .missingPlugin,
      committed: code == .staleRegistry
        ? page.swift(in: Self.mending).first.flatMap { checked(["Tribes.swift": $0.text]).output.registry } : nil
    )
  }

  @Test("The overview shows the finding of the illegal-target page, as text and as JSON")
  func sample() throws {
    let sample = try #require(CataloguePage("Findings").blocks.first { $0.language == "text" })
    let page = try CataloguePage("Findings/illegal-target")
    #expect(page.blocks.contains { $0.language == "text" && $0.text == sample.text })
    // The same finding as JSON.
    let object = try #require(CataloguePage("Findings").blocks.first { $0.language == "json" })
    let report = ReportFormat.json.report(try #require(run(page, Self.example, of: .illegalTarget).first).package)
    #expect(report.filter { !$0.isWhitespace }.contains(object.text.filter { !$0.isWhitespace }))
  }
}

/// The articles show sources that the generator accepts.
@Suite struct ArticlesTests {
  @Test("The samples in the Discovery article have the expected tribes and no findings")
  func discovery() throws {
    let runs = CataloguePage.run(try CataloguePage("Discovery").swift())
    #expect(!runs.isEmpty)
    for run in runs {
      #expect(run.report == "")
      #expect(!run.package.tribes.isEmpty)
    }
    let names = runs.map { $0.package.modules.flatMap { $0.tribes.map(\.name) } }
    #expect(
      names == [
        ["SplitNotes", "Photos.Compress"], ["PhotoTribe", "CompressPhotos", "DropCaches"], ["CompressPhotos"],
        ["MoveSettings", "MoveSettings"], ["SplitNotes"],
      ]
    )
  }

  @Test("The samples in the SeveralModules article have the expected tribes in each module and no findings")
  func severalModules() throws {
    let runs = CataloguePage.run(try CataloguePage("SeveralModules").swift())
    #expect(runs.count == 1)
    let package = try #require(runs.first).package
    #expect(ReportFormat.text.report(package) == "")
    let tribes = package.modules.map { "\($0.module): \($0.tribes.map(\.name).joined(separator: " "))" }
    let expected = [
      "Photos: CompressPhotos", "App: SplitNotes", "Kit: ", "Renamed: ", "AppTests: ", "Steps: ", "Notes: TagNotes",
      "Notes: SortNotes",
    ]
    #expect(tribes == expected)
  }

  @Test("The sample on the landing page has one tribe and no findings")
  func landing() throws {
    let packages = CataloguePage.run(try CataloguePage("Nomad").swift()).map(\.package)
    #expect(packages.flatMap(\.findings).isEmpty && packages.flatMap(\.tribes).map(\.name) == ["SplitNotes"])
  }
}
