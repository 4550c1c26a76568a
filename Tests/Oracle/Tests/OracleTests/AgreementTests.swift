import Foundation
import Testing

/// Compares the scanner with SwiftParser, on existing Swift packages.
@Suite struct AgreementTests {
  /// The numbers of compared items.
  fileprivate struct Totals {
    var files = 0
    var bytes = 0
    var declarations = 0
    var members = 0
    var unparsed: [String] = []
    var conformers: [String: Int] = [:]
    var differences: [String] = []
  }

  @Test("The scanner and SwiftParser find the same declarations, nesting, conditions, places and conformances")
  func agreement() async throws {
    let files = Corpus.share()
    let workers = ProcessInfo.processInfo.activeProcessorCount
    let totals = try await withThrowingTaskGroup(of: Totals.self) { group in
      for worker in 0..<workers {
        group.addTask { try Self.compare(stride(from: worker, to: files.count, by: workers).map { files[$0] }) }
      }
      return try await group.reduce(into: Totals()) { $0.add($1) }
    }
    for difference in totals.differences { Issue.record("\(difference)") }
    let conformers = totals.conformers.sorted { $0.key < $1.key }.map { "\($0.value) \($0.key)" }
    print(
      """
      compared \(totals.declarations) declarations and \(totals.members) stored members in \(totals.files) files of \(totals.bytes) bytes
      conformers: \(conformers.joined(separator: ", "))
      left out, because SwiftParser finds errors in them: \(totals.unparsed)
      """
    )
    #expect(totals.bytes >= 20_000_000 / Corpus.divisor)
    #expect(totals.members >= 20_000 / Corpus.divisor)
    #expect(totals.unparsed.count < totals.files / 50)
    for name in Comparison.protocols { #expect(totals.conformers[name, default: 0] > 0, "nothing conforms to \(name)") }
  }

  private static func compare(_ files: [URL]) throws -> Totals {
    var totals = Totals()
    for file in files {
      let source = [UInt8](try Data(contentsOf: file))
      guard let comparison = Comparison(source) else {
        totals.unparsed.append(file.path)
        continue
      }
      totals.files += 1
      totals.bytes += source.count
      totals.declarations += comparison.declarations
      totals.members += comparison.members
      totals.conformers.merge(comparison.conformers, uniquingKeysWith: +)
      if !comparison.differences.isEmpty {
        totals.differences.append(([file.path] + comparison.differences).joined(separator: "\n"))
      }
    }
    return totals
  }
}

extension AgreementTests.Totals {
  fileprivate mutating func add(_ other: Self) {
    files += other.files
    bytes += other.bytes
    declarations += other.declarations
    members += other.members
    unparsed += other.unparsed
    conformers.merge(other.conformers, uniquingKeysWith: +)
    differences += other.differences
  }
}
