import Foundation

/// The seeds of a random attack: the single seed in `NOMAD_ATTACKS_SEED`, or a number of seeds from a first one.
struct Seeds {
  let first: UInt64
  private let count: Int

  init(share: Int, all: Int) {
    let given = ProcessInfo.processInfo.environment["NOMAD_ATTACKS_SEED"].flatMap { UInt64($0) }
    first = given ?? (isThorough ? UInt64.random(in: 0...UInt64(UInt32.max)) : 1)
    count = given != nil ? 1 : isThorough ? all : share
  }

  /// Whether there is only the given seed.
  var isSingle: Bool { count == 1 }

  /// The seeds in parts, one for each task.
  var parts: [[UInt64]] {
    stride(from: 0, to: count, by: 250).map { start in
      (start..<min(start + 250, count)).map { first &+ UInt64($0) }
    }
  }
}
