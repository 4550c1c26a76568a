import Foundation
import NomadSyntax

@testable import NomadGenCore

/// A module of a case with the generator's result.
struct GeneratedModule {
  let module: CorpusModule
  let tribes: [GeneratedTribe]

  /// The generated file; nil if there are findings.
  let registry: String?

  private let findings: [String]

  /// Runs the generator as the plugin does: with the sources of those earlier modules that import the library.
  init(_ module: CorpusModule, imported: [CorpusModule]) throws {
    self.module = module
    var known: Set<String> = ["Nomad"]
    for module in imported where !module.imports.isDisjoint(with: known) { known.insert(module.name) }
    // Files of different modules may have the same name.
    let others = imported.filter { known.contains($0.name) }.map { dependency in
      let files = dependency.sources.map { ("\(dependency.name)/\($0.key)", $0.value) }
      return (dependency.name, Dictionary(uniqueKeysWithValues: files))
    }
    let texts = others.reduce(into: module.sources) { $0.merge($1.1) { own, _ in own } }
    let output = try Pipeline.run(
      Array(module.sources.keys),
      module: module.name,
      imported: Dictionary(uniqueKeysWithValues: others.map { ($0.0, Array($0.1.keys)) })
    ) { path, body in
      Array((texts[path] ?? "").utf8).withUnsafeBufferPointer(body)
    }
    tribes = output.tribes.map(GeneratedTribe.init)
    registry = output.registry
    findings = output.findings.map {
      "\($0.location.file):\($0.location.line):\($0.location.column) \($0.code.rawValue)"
    }
  }

  /// The unexpected findings, and the expected ones that are missing.
  var findingProblems: [String] {
    let expected = module.comments.findings
    return findings.filter { !expected.contains($0) }.map { "unexpected finding \($0)" }
      + expected.filter { !findings.contains($0) }.map { "no finding \($0)" }
      + (module.comments.hasNoTribes && !tribes.isEmpty ? ["the generator sees tribes"] : [])
      + (!module.comments.hasNoTribes && tribes.isEmpty && module.comments.ignored.isEmpty
        && module.comments.macroMade.isEmpty ? ["the generator sees no tribe"] : [])
  }
}
