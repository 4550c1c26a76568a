import Foundation
import Testing

/// Compares the generator with the compiler, on modules that were written for these tests.
@Suite struct CompilerTests {
  @Test("Generator and compiler agree on tribes, places, targets and registries, and findings are as expected")
  func corpus() throws {
    let cases = try Corpus.cases()
    let workspace = try Workspace()
    defer { workspace.remove() }

    let verdicts = Verdicts()
    DispatchQueue.concurrentPerform(iterations: cases.count) { index in
      verdicts.add(Verdict(of: cases[index], in: workspace))
    }

    for verdict in verdicts.all {
      if let sentence = verdict.known {
        #expect(!verdict.problems.isEmpty, "\(verdict.name): agrees now; take its 'known: \(sentence)' away")
      } else if !verdict.problems.isEmpty {
        Issue.record("\(verdict.name):\n  \(verdict.problems.joined(separator: "\n  "))")
      }
    }
    let agreed = verdicts.all.filter(\.problems.isEmpty)
    let known = verdicts.all.count { $0.known != nil }
    let modules = agreed.reduce(0) { $0 + $1.modules }
    let tribes = agreed.reduce(0) { $0 + $1.tribes }
    let macroMade = agreed.reduce(0) { $0 + $1.macroMade }
    print("\(agreed.count) cases, \(modules) modules, \(tribes) tribes, agreed")
    print("\(macroMade) more tribes made by macros, \(known) known disagreements")
    #expect(agreed.count >= (Corpus.filter == nil ? 150 : 1))
  }
}
