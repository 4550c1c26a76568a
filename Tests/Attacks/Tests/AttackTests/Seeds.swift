import Foundation

/// The seeds of an attack that is random: that of `NOMAD_ATTACKS_SEED` alone, or as many as are wanted from one on.
struct Seeds {
  let first: UInt64
  private let count: Int

  init(share: Int, all: Int) {
    let given = ProcessInfo.processInfo.environment["NOMAD_ATTACKS_SEED"].flatMap { UInt64($0) }
    first = given ?? (isThorough ? UInt64.random(in: 0...UInt64(UInt32.max)) : 1)
    count = given != nil ? 1 : isThorough ? all : share
  }

  /// The seeds in parts, for several tasks.
  var parts: [[UInt64]] {
    stride(from: 0, to: count, by: 250).map { start in
      (start..<min(start + 250, count)).map { first &+ UInt64($0) }
    }
  }
}
