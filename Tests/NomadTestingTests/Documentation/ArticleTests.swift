import Foundation
import Nomad
import Testing

@testable import NomadTesting

/// Tests that compare the article on testing with the code that is compiled and run here.
@Suite("The article on testing")
struct ArticleTests {
  private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()

  /// Returns the lines of a file, without indentation.
  private func lines(of url: URL) throws -> [String] {
    try String(contentsOf: url, encoding: .utf8).components(separatedBy: "\n").map {
      $0.trimmingCharacters(in: .whitespaces)
    }
  }

  private func samples(behind fence: String) throws -> [[String]] {
    let article = Self.folder.appendingPathComponent("../../../Sources/Nomad/Nomad.docc/TestingTribes.md")
    var samples: [[String]] = []
    var isSample: Bool?
    for line in try lines(of: article) {
      if line.hasPrefix("```") {
        isSample = isSample == nil ? line == fence : nil
        if isSample == true { samples.append([]) }
      } else if isSample == true {
        samples[samples.count - 1].append(line)
      }
    }
    return samples
  }

  @Test("Every sample of the article is part of a compiled source file")
  func compiled() throws {
    let files = ["SampleApp", "SwiftTestingSamples", "XCTestSamples"]
    let sources = try files.map { try lines(of: Self.folder.appendingPathComponent("\($0).swift")) }
    let samples = try samples(behind: "```swift")
    #expect(samples.count == 12)
    for sample in samples {
      let isThere = sources.contains { source in
        source.indices.contains { source[$0...].starts(with: sample) }
      }
      #expect(isThere, "\(sample.joined(separator: "\n"))")
    }
  }

  @Test("The reports in the article are equal to those of the library")
  func reports() throws {
    let end = ["BUY WATER", "FEED THE CAMELS", "LEAVE AT DAWN"]
    func contents(_ texts: [String]) -> [String: String] {
      Dictionary(uniqueKeysWithValues: texts.enumerated().map { ("note-\($0).txt", $1) })
    }
    var other = end
    other[1] = other[1].lowercased()
    let kind = LedgerRecord.Kind.checkpoint(name: "begun", value: "true")
    let record = LedgerRecord(kind, key: "version:2.0.0", name: "SplitNotes")
    let (from1, from2) = (UpgradePath(version: "1.0.0"), UpgradePath(version: "2.0.0"))
    let killed = UpgradePath(version: "1.0.0", death: DyingLedger.Death(moment: .before, record: record))
    let reports = [
      UpgradeFailure.mismatch((from1, contents(end)), (from2, contents(other))),
      UpgradeFailure.mismatch((from1, contents(end)), (killed, contents([]))),
    ]
    let shown = try samples(behind: "```")
    #expect(shown.count == reports.count)
    for (report, lines) in zip(reports, shown) {
      let trimmed = report.description.components(separatedBy: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
      #expect(trimmed == lines)
    }
  }

  @Test("Every Swift Testing sample has an XCTest counterpart, which is compiled and run")
  func twins() throws {
    func names(_ lines: [String]) -> [String] {
      lines.filter { $0.hasPrefix("func ") }.map { String($0.dropFirst(5).prefix { $0 != "(" }) }
    }
    let shown = try samples(behind: "```swift").flatMap(names).filter { $0 != "migrate" && !$0.hasPrefix("test") }
    let twins = names(try lines(of: Self.folder.appendingPathComponent("XCTestSamples.swift")))
    for name in shown { #expect(twins.contains("test" + name.prefix(1).uppercased() + name.dropFirst()), "\(name)") }
    #expect(shown.count == 7)
  }
}
