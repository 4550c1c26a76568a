import Foundation
import SwiftParser
import SwiftSyntax
import Testing

/// The scanner against SwiftParser, over Swift that others wrote.
@Suite struct AgreementTests {
  @Test("The scanner sees the declarations that SwiftParser sees: kind, name, place, inheritance, #if and nesting")
  func declarations() throws {
    var (files, bytes, declarations) = (0, 0, 0)
    for file in Self.corpus() {
      let source = [UInt8](try Data(contentsOf: file))
      let tree = source.withUnsafeBufferPointer { Parser.parse(source: $0) }
      // On source that does not parse nobody is right.
      if tree.hasError { continue }
      let expected = SyntaxDeclarations(tree).lines
      let scanned = source.withUnsafeBufferPointer(ScannedDeclarations.lines)
      // Where a local type stands is nothing that the scanner keeps.
      let isSame =
        expected.count == scanned.count
        && zip(expected, scanned).allSatisfy { expected, scanned in
          scanned.hasSuffix("local")
            ? expected.hasPrefix(scanned.dropLast("local".count)) : expected == scanned
        }
      if !isSame {
        let difference = scanned.difference(from: expected).prefix(6)
        Issue.record("\(file.path): \(difference)")
      }
      files += 1
      bytes += source.count
      declarations += expected.count
    }
    print("compared \(declarations) declarations in \(files) files of \(bytes) bytes")
    #expect(declarations > 3_000)
  }

  /// This package, swift-syntax, and the folders that `NOMAD_ORACLE` names, separated by colons.
  private static func corpus() -> [URL] {
    let repository = (0..<5).reduce(URL(fileURLWithPath: #filePath)) { url, _ in url.deletingLastPathComponent() }
    var folders = [repository.appendingPathComponent("Sources"), repository.appendingPathComponent("Tests")]
    // Beside the build folder of this very test.
    let bundle = Bundle.allBundles.map(\.bundleURL).first { $0.pathExtension == "xctest" } ?? Bundle.main.bundleURL
    let scratch = sequence(first: bundle) { $0.pathComponents.count > 1 ? $0.deletingLastPathComponent() : nil }
      .map { $0.appendingPathComponent("checkouts/swift-syntax/Sources") }
      .first { FileManager.default.fileExists(atPath: $0.path) }
    folders += [scratch].compactMap(\.self)
    folders += (ProcessInfo.processInfo.environment["NOMAD_ORACLE"] ?? "").split(separator: ":")
      .map { URL(fileURLWithPath: String($0)) }
    return folders.flatMap { folder in
      (FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)?.compactMap { $0 as? URL } ?? [])
        // Build folders within a folder hold copies; the folder itself may well be in one.
        .filter { $0.pathExtension == "swift" && !$0.path.dropFirst(folder.path.count).contains("/.build") }
    }.sorted { $0.path < $1.path }
  }
}
