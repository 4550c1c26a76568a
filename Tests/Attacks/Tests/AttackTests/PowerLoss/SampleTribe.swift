@testable import Nomad

/// A tribe that is migrated on a simulated disk.
struct SampleTribe: Sendable {
  let name: String
  let target: TribeTarget
  /// The number of checkpoints that the tribe saves: the numbers from 1.
  var checkpoints = 0
  /// The number of attempts that fail before one finishes.
  var failures = 0

  /// A tribe that the ledgers before the first run record.
  ///
  /// It runs in every run.
  static let walker = SampleTribe(name: "Walker", target: .always)
  /// A tribe that those ledgers record as finished long ago.
  static let elder = SampleTribe(name: "Elder", target: .literal("0.1.0"))

  static func numbered(_ number: Int, checkpoints: Int = 0, failures: Int = 0) -> SampleTribe {
    SampleTribe(
      name: "Tribe_\(number)",
      target: .literal("\(number).0.0"),
      checkpoints: checkpoints,
      failures: failures
    )
  }

  /// Returns up to four tribes.
  ///
  /// Some save checkpoints, and one may run each time.
  static func random(using random: inout SplitMix64) -> [SampleTribe] {
    var tribes = (1...Int.random(in: 1...3, using: &random)).map { number in
      numbered(number, checkpoints: random.once(in: 2) ? Int.random(in: 1...2, using: &random) : 0)
    }
    if random.once(in: 4) { tribes.append(SampleTribe(name: "Once", target: .once("once"))) }
    if random.once(in: 4) { tribes.append(SampleTribe(name: "Always", target: .always, checkpoints: 1)) }
    return tribes
  }
}
