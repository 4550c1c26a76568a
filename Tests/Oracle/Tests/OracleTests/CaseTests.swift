import Foundation
import Testing

/// Every difference that the fuzzer or the corpus has ever shown.
@Suite struct CaseTests {
  private static let folder = (0..<3).reduce(URL(fileURLWithPath: #filePath)) { url, _ in
    url.deletingLastPathComponent()
  }
  .appendingPathComponent("Cases")

  private static func cases(in folder: URL) -> [String] {
    let files = (try? FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)) ?? []
    return files.filter { $0.pathExtension == "txt" }.map(\.lastPathComponent).sorted()
  }

  @Test("A fixed difference stays fixed", arguments: cases(in: folder))
  func mended(name: String) throws {
    let source = [UInt8](try Data(contentsOf: Self.folder.appendingPathComponent(name)))
    let comparison = try #require(Comparison(source), "SwiftParser finds an error")
    #expect(comparison.differences == [])
  }

  /// Sources that SwiftParser accepts but the compiler rejects, or with a type that cannot be named from outside.
  ///
  /// No registry depends on the scanner's result for them.
  @Test(
    "The comparison ignores code that no build compiles",
    arguments: cases(in: folder.appendingPathComponent("Uncompilable"))
  )
  func uncompilable(name: String) throws {
    let source = [UInt8](try Data(contentsOf: Self.folder.appendingPathComponent("Uncompilable/\(name)")))
    #expect(Comparison(source)?.differences ?? [] == [])
  }

  @Test("The folder contains more than ten cases")
  func present() { #expect(Self.cases(in: Self.folder).count > 10) }
}
