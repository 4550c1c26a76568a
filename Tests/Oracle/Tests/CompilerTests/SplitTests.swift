import Foundation
import SwiftParser
import SwiftSyntax
import Testing

/// The files of a module do not matter: the search for declarations finds what every file adds.
@Suite struct SplitTests {
  @Test("A module has the same tribes if each of its declarations is in a file of its own")
  func split() throws {
    var count = 0
    for subject in try Corpus.cases() where subject.known == nil {
      for (index, module) in subject.modules.enumerated() {
        guard let split = module.split else { continue }
        let earlier = subject.modules[..<index]
        let whole = try GeneratedModule(module, imported: Array(earlier)).summary
        let parts = try GeneratedModule(split, imported: earlier.map { $0.split ?? $0 }).summary
        #expect(whole == parts, "\(subject.name), module \(module.name)")
        count += 1
      }
    }
    #expect(count >= 250 || Corpus.filter != nil)
  }
}

extension GeneratedModule {
  /// The names, targets and conditions of the tribes, sorted.
  fileprivate var summary: [String] {
    tribes.map { "\($0.name) \($0.target ?? "?") \($0.condition ?? "")" }.sorted()
  }
}

extension CorpusModule {
  /// The same module with each declaration in a file of its own; nil if a declaration is private to its file, or an `#if`
  /// has an import.
  ///
  /// Only files that name something of the library import it, as people write them.
  fileprivate var split: CorpusModule? {
    var (module, files) = (self, [String]())
    for (_, text) in sources.sorted(by: { $0.key < $1.key }) {
      let items = Parser.parse(source: text).statements
      let imports = items.filter(\.isImport).map(\.description)
      let others = items.filter { !$0.isImport }.map(\.description)
      guard !others.contains(where: { $0.contains("private") || $0.contains("import ") }) else { return nil }
      files.append(imports.joined())
      for item in others {
        let needsLibrary = ["Tribe", "Nomad", "Migration"].contains(where: item.contains)
        files.append((imports.filter { needsLibrary || !$0.contains("Nomad") } + ["\n", item]).joined())
      }
    }
    module.sources = Dictionary(uniqueKeysWithValues: files.enumerated().map { ("File\($0).swift", $1) })
    return module
  }
}

extension CodeBlockItemSyntax {
  fileprivate var isImport: Bool { item.is(ImportDeclSyntax.self) }
}
