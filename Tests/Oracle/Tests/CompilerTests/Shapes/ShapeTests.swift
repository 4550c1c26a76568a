import Foundation
import Testing

/// Compares what decoding does to stored data with what the check says about it.
@Suite struct ShapeTests {
  @Test("Decoding does what each pair states")
  func verdicts() throws {
    let pairs = try ShapePair.all()
    let numbered = Dictionary(uniqueKeysWithValues: pairs.enumerated().map { ($0.offset, $0.element) })
    let folder = try Self.folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    do {
      let verdicts = try ShapePrograms.verdicts(of: numbered, in: folder)
      for (number, pair) in numbered {
        let verdict = verdicts[number] ?? "nothing"
        #expect(verdict == pair.verdict, "\(pair.name)")
      }
      print("\(verdicts.count) pairs of types, compiled and run")
    } catch let error as ShapePrograms.Rejected {
      for (number, message) in error.messages { Issue.record("\(pairs[number].name) does not compile:\(message)") }
    }
    #expect(pairs.count >= (Corpus.filter == nil ? 150 : 1))
  }

  /// Creates a folder for programs and their data.
  static func folder() throws -> URL {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("nomad-shapes-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    return folder
  }
}
