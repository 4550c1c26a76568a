import Foundation
import Testing

/// Compares what decoding does to stored data with what the check says about it.
@Suite struct ShapeTests {
  @Test("Decoding and the check agree on each pair of types")
  func pairs() throws {
    let pairs = try ShapePair.all()
    try Self.compare(Dictionary(uniqueKeysWithValues: pairs.enumerated().map { ($0.offset, $0.element) }))
    #expect(pairs.count >= (Corpus.filter == nil ? 300 : 1))
  }

  /// Compiles and runs pairs of types, and compares what happened with what the check says.
  static func compare(_ pairs: [Int: ShapePair]) throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("nomad-shapes-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let verdicts: [Int: String]
    do {
      verdicts = try ShapePrograms.verdicts(of: pairs, in: folder)
    } catch let error as ShapePrograms.Rejected {
      for (number, message) in error.messages.sorted(by: { $0.key < $1.key }) {
        Issue.record("\(pairs[number]?.name ?? "") does not compile:\(message)")
      }
      return
    }
    var counts: [String: Int] = [:]
    for (number, pair) in pairs.sorted(by: { $0.key < $1.key }) {
      let verdict = verdicts[number] ?? "nothing"
      counts[verdict.prefix { $0 != " " }.description, default: 0] += 1
      #expect(pair.verdict == nil || pair.verdict == verdict, "\(pair.name)")
      let check = try ShapeCheck(pair)
      let expected = pair.finding ?? ShapePair.finding(for: verdict)
      let agrees = (check.code ?? "nothing") == (expected ?? "nothing")
      if let known = pair.known {
        #expect(!agrees, "\(pair.name): agrees now; take its 'known: \(known)' away")
      } else if !agrees {
        Issue.record(
          """
          \(pair.name): the program \(verdict), the check finds \(check.code ?? "nothing")
          \(check.report)\(check.lock.split(separator: "\n").filter { !$0.hasPrefix("#") }.joined(separator: "\n"))
          \(pair.verdict == nil ? pair.text : "")
          """
        )
      }
    }
    let all = counts.sorted { $0.key < $1.key }.map { "\($0.value) \($0.key)" }.joined(separator: ", ")
    print("\(pairs.count) pairs of types, compiled and run: \(all)")
  }
}
