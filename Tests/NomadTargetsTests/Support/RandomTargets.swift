import NomadTargets
import ToolSupport

/// A generator of legal targets of every kind, from so few parts that many of them share a position.
struct RandomTargets {
  private var generator: SeededGenerator

  init(seed: UInt64) {
    generator = SeededGenerator(seed: seed)
  }

  mutating func next() -> TribeTarget {
    switch Int.random(in: 0..<20, using: &generator) {
    case 0: .first
    case 1: .always
    case 2...3: .once(generator.pick(Self.ids, or: "a"))
    case 4: .whenChanged(generator.pick(Self.ids, or: "a"))
    case 5...11: .literal(semantic())
    default: .dotted(dotted())
    }
  }

  private static let ids = [
    "a", "b", "B", "a-1", "a 1", "a\u{301}", "á", "10", "9", "2026-11-move-token", "é", "e\u{301}", "🧭",
    "a#1",
  ]
  private static let numbers = [
    "0", "0", "1", "1", "2", "10", "18446744073709551615", "18446744073709551616",
  ]
  private static let identifiers = [
    "0", "1", "10", "18446744073709551616", "a", "A", "-", "a1", "1a", "alpha", "beta",
  ]

  private mutating func number() -> String {
    generator.pick(Self.numbers, or: "0")
  }

  private mutating func semantic() -> String {
    var text = (0..<3).map { _ in number() }.joined(separator: ".")
    if generator.chance(50) {
      let count = Int.random(in: 1...3, using: &generator)
      text += "-" + (0..<count).map { _ in generator.pick(Self.identifiers, or: "a") }.joined(separator: ".")
    }
    return generator.chance(15) ? text + "+build" : text
  }

  private mutating func dotted() -> String {
    let count = Int.random(in: 2...5, using: &generator)
    let text = (0..<count).map { _ in generator.chance(10) ? "0" + number() : number() }.joined(
      separator: "."
    )
    return generator.chance(40) ? text + "-" + number() : text
  }
}
