import Foundation
import Testing

@testable import NomadCheck
@testable import NomadGenCore

@Suite struct FindingFormTests {
  @Test("Every finding about the oracle corpus follows the rules for findings")
  func corpus() throws {
    let corpus = CataloguePage.repository.appending(path: "Tests/Oracle/Corpus")
    let files = try FileManager.default.subpathsOfDirectory(atPath: corpus.path(percentEncoded: false))
    let modules = Dictionary(grouping: files.filter { $0.hasSuffix(".swift") }) { $0.split(separator: "/").dropLast() }
    var codes: Set<Finding.Code> = []
    for paths in modules.values {
      let texts = try paths.map { ($0, try String(contentsOf: corpus.appending(path: $0), encoding: .utf8)) }
      // `checked` records an issue for a finding that breaks the rules.
      codes.formUnion(checked(Dictionary(uniqueKeysWithValues: texts)).findings.map(\.code))
    }
    #expect(codes.count > 5)
  }
}
