import ToolSupport

/// A generator of strings that are versions, almost versions, or neither.
struct VersionStrings {
  private var generator: SeededGenerator

  init(seed: UInt64) {
    generator = SeededGenerator(seed: seed)
  }

  /// Scalars that a careless parser treats as a digit, a letter, a separator or nothing.
  private static let impostors: [Unicode.Scalar] = [
    "é", "\u{301}", "٣", "１", "Ⅷ", "²", "\u{212A}", "\u{200D}", "\u{FEFF}", "．", "－", "…", "\u{0}", "\n",
    "\r",
    " ", "\u{A0}", "_", "/", ":", "@", "[", "`", "{", "🧭", "\u{10FFFF}",
  ]

  private static let grammar = Array("0123456789ABYZabyz.+-".unicodeScalars)

  /// Returns a random string over the grammar's alphabet.
  mutating func noise() -> String {
    let length = Int.random(in: 0...14, using: &generator)
    return string((0..<length).map { _ in generator.pick(Self.grammar, or: "0") })
  }

  /// Returns a legal semantic version.
  mutating func semantic() -> String {
    var text = (0..<3).map { _ in number() }.joined(separator: ".")
    if generator.chance(50) { text += "-" + identifiers(numbersHaveLeadingZeros: false) }
    if generator.chance(40) { text += "+" + identifiers(numbersHaveLeadingZeros: true) }
    return text
  }

  /// Returns a legal dotted version.
  mutating func dotted() -> String {
    let count = Int.random(in: 2...6, using: &generator)
    var text = (0..<count).map { _ in generator.chance(20) ? "0" + number() : number() }.joined(
      separator: "."
    )
    if generator.chance(40) { text += "-" + number() }
    return text
  }

  /// Returns a text with one to three scalars inserted, removed, replaced or doubled.
  mutating func mutated(_ text: String) -> String {
    var scalars = Array(text.unicodeScalars)
    for _ in 0..<Int.random(in: 1...3, using: &generator) {
      let index = Int.random(in: 0...scalars.count, using: &generator)
      let scalar =
        generator.chance(80) ? generator.pick(Self.grammar, or: "0") : generator.pick(Self.impostors, or: "é")
      switch Int.random(in: 0..<4, using: &generator) {
      case 0: scalars.insert(scalar, at: index)
      case 1 where index < scalars.count: scalars.remove(at: index)
      case 2 where index < scalars.count: scalars[index] = scalar
      case 3 where index < scalars.count: scalars.insert(scalars[index], at: index)
      default: scalars.append(scalar)
      }
    }
    return string(scalars)
  }

  /// Returns random bytes, repaired to UTF-8.
  mutating func bytes() -> String {
    let length = Int.random(in: 0...24, using: &generator)
    return String(
      decoding: (0..<length).map { _ in UInt8.random(in: 0...255, using: &generator) },
      as: UTF8.self
    )
  }

  private mutating func number() -> String {
    switch Int.random(in: 0..<10, using: &generator) {
    case 0...1: "0"
    case 2...7: String(Int.random(in: 1...20, using: &generator))
    case 8: String(UInt64.random(in: 1...UInt64.max, using: &generator))
    default: "9" + String(repeating: "0", count: Int.random(in: 18...25, using: &generator))
    }
  }

  private mutating func identifiers(numbersHaveLeadingZeros: Bool) -> String {
    (0..<Int.random(in: 1...4, using: &generator))
      .map { _ in identifier(numberHasLeadingZeros: numbersHaveLeadingZeros) }
      .joined(separator: ".")
  }

  private mutating func identifier(numberHasLeadingZeros: Bool) -> String {
    if generator.chance(40) { return (numberHasLeadingZeros && generator.chance(50) ? "0" : "") + number() }
    let length = Int.random(in: 0...4, using: &generator)
    let letters = Array("0189AZaz-".unicodeScalars)
    return string((0..<length).map { _ in generator.pick(letters, or: "a") })
      + generator.pick(["a", "-", "Z"], or: "a")
  }

  private func string(_ scalars: [Unicode.Scalar]) -> String {
    var view = String.UnicodeScalarView()
    view.append(contentsOf: scalars)
    return String(view)
  }
}
