import Foundation
import Testing

/// Compares the scanner with SwiftParser, on random mutations of the corpus.
///
/// `NOMAD_FUZZ` is the number of mutants, and `NOMAD_SEED` selects them.
@Suite struct FuzzTests {
  /// The numbers of compared items.
  fileprivate struct Totals {
    var mutants = 0
    var parsed = 0
    var declarations = 0
    var differences: [[UInt8]] = []
  }

  @Test("The scanner and SwiftParser agree on random mutants that parse")
  func mutants() async throws {
    let environment = ProcessInfo.processInfo.environment
    let count = environment["NOMAD_FUZZ"].flatMap(Int.init) ?? 2_000
    let seed = environment["NOMAD_SEED"].flatMap(UInt64.init) ?? 1
    let files = Corpus.files()
    // A fixed number, so that the mutants are the same on every machine, however many cores it has.
    let workers = 2
    let totals = try await withThrowingTaskGroup(of: Totals.self) { group in
      for worker in 0..<workers {
        group.addTask { try Self.run(count / workers, of: files, seed: seed &* 64 &+ UInt64(worker)) }
      }
      return try await group.reduce(into: Totals()) { $0.add($1) }
    }
    for difference in totals.differences {
      let text = String(decoding: difference, as: UTF8.self)
      Issue.record(
        "\(Comparison(difference)?.differences.joined(separator: "\n") ?? "")\n\(text.debugDescription)\n\(text)"
      )
    }
    print("compared \(totals.declarations) declarations in \(totals.parsed) mutants that parse, of \(totals.mutants)")
    #expect(totals.parsed > totals.mutants / 4)
  }

  private static func run(_ count: Int, of files: [URL], seed: UInt64) throws -> Totals {
    var generator = SplitMix64(seed: seed)
    let sample = (0..<60).map { _ in generator.pick(files) }
    var mutator = Mutator(try sample.flatMap { try Excerpt.all(in: $0, limit: 20) }, seed: seed)
    var totals = Totals()
    var seen: Set<[String]> = []
    for _ in 0..<count {
      let mutant = mutator.next()
      let bytes = mutant.bytes
      totals.mutants += 1
      guard let comparison = Comparison(bytes) else { continue }
      totals.parsed += 1
      totals.declarations += comparison.declarations
      if comparison.differences.isEmpty {
        mutator.keep(mutant)
      } else if totals.differences.count < 40 {
        let reduced = Reducer.reduce(bytes)
        // One defect shows in many mutants, so those that reduce to the same differences count as one.
        if seen.insert(Comparison(reduced)?.differences ?? []).inserted { totals.differences.append(reduced) }
      }
    }
    return totals
  }
}

extension FuzzTests.Totals {
  fileprivate mutating func add(_ other: Self) {
    mutants += other.mutants
    parsed += other.parsed
    declarations += other.declarations
    differences += other.differences
  }
}
