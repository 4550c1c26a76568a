import Foundation
import Testing

/// Compares what decoding does to stored data with what the check says about it.
@Suite struct ShapeTests {
  @Test("Decoding does what each pair of types states")
  func decoding() throws {
    let pairs = try ShapePair.all()
    let verdicts = try Self.verdicts(of: pairs)
    for (pair, verdict) in zip(pairs, verdicts) { #expect(pair.verdict == verdict, "\(pair.name)") }
    #expect(pairs.count >= (Corpus.filter == nil ? 300 : 1))
  }

  @Test("The check finds what each pair of types states")
  func findings() throws {
    for pair in try ShapePair.all() {
      if let text = try ShapeCheck(pair).disagreement(about: pair, pair.verdict ?? "") { Issue.record("\(text)") }
    }
  }

  /// Compiles and runs pairs of types.
  static func verdicts(of pairs: [ShapePair]) throws -> [String] {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("nomad-shapes-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let start = Date()
    do {
      let verdicts = try ShapePrograms.verdicts(of: pairs, in: folder)
      let counts = Dictionary(verdicts.map { ($0.prefix { $0 != " " }, 1) }, uniquingKeysWith: +)
      let all = counts.sorted { $0.key < $1.key }.map { "\($0.value) \($0.key)" }.joined(separator: ", ")
      let seconds = Int(Date().timeIntervalSince(start))
      print("\(pairs.count) pairs of types, compiled and run in \(seconds) s: \(all)")
      return verdicts
    } catch let error as ShapePrograms.Rejected {
      for (number, message) in error.messages.sorted(by: { $0.key < $1.key }) {
        Issue.record("\(pairs[number].name) does not compile:\(message)\n\(pairs[number].text)")
      }
      return []
    }
  }
}
