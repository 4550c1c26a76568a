import Foundation
import Testing

/// Compares what decoding does with what the check says, for random types and random changes.
///
/// `NOMAD_SHAPES` is the number of pairs, and `NOMAD_SEED` selects them.
@Suite struct ShapeFuzzTests {
  @Test("Decoding and the check agree on random changes")
  func random() throws {
    let environment = ProcessInfo.processInfo.environment
    let count = environment["NOMAD_SHAPES"].flatMap(Int.init) ?? 60
    let seed = environment["NOMAD_SEED"].flatMap(UInt64.init) ?? 1
    print("\(count) random changes of stored types, seed \(seed)")
    let batch = 100
    for start in stride(from: 0, to: count, by: batch) {
      let pairs = (start..<min(start + batch, count)).map { Self.pair($0, seed: seed) }
      for (pair, verdict) in zip(pairs, try ShapeTests.verdicts(of: pairs)) {
        guard let text = try ShapeCheck(pair).disagreement(about: pair, verdict) else { continue }
        Issue.record("\(text)\n\(pair.text)")
      }
    }
  }

  private static func pair(_ number: Int, seed: UInt64) -> ShapePair {
    var random = SplitMix64(seed: seed &* 1_000_003 &+ UInt64(number))
    let old = FuzzedSide(&random)
    var new = old
    for _ in 0...(random.oneIn(4) ? 1 : 0) { new.mutate(&random) }
    return ShapePair(
      name: "seed \(seed), pair \(number)",
      old: ["App/App.swift": old.text(&random)],
      new: ["App/App.swift": new.text(&random)]
    )
  }
}
