/// Changes excerpts of source so that some of them still parse, but with a different meaning.
struct Mutator {
  private var generator: SplitMix64
  private let originals: [Excerpt]
  /// Excerpts that were changed and parsed, and can be changed further.
  private var descendants: [Excerpt] = []

  init(_ originals: [Excerpt], seed: UInt64) {
    self.originals = originals
    generator = SplitMix64(seed: seed)
  }

  /// Keeps an excerpt for further changes.
  mutating func keep(_ excerpt: Excerpt) {
    guard excerpt.tokens.count < 700 else { return }
    if descendants.count < 500 {
      descendants.append(excerpt)
    } else {
      descendants[Int.random(in: 0..<descendants.count, using: &generator)] = excerpt
    }
  }

  /// Returns an excerpt with a few changes.
  mutating func next() -> Excerpt {
    var excerpt = any()
    for _ in 0..<generator.pick([1, 1, 1, 2, 2, 3, 4]) { change(&excerpt) }
    return excerpt
  }

  private mutating func any() -> Excerpt {
    descendants.isEmpty || generator.oneIn(2) ? generator.pick(originals) : generator.pick(descendants)
  }

  private mutating func change(_ excerpt: inout Excerpt) {
    guard !excerpt.tokens.isEmpty else { return excerpt = any() }
    let place = Int.random(in: 0..<excerpt.tokens.count, using: &generator)
    switch Int.random(in: 0..<22, using: &generator) {
    case 0: excerpt.tokens.remove(at: place)
    case 1: excerpt.tokens.insert(excerpt.tokens[place], at: place)
    case 2: excerpt.tokens.swapAt(place, Int.random(in: 0..<excerpt.tokens.count, using: &generator))
    case 3: excerpt.tokens.insert(Array(" \(generator.pick(Snippets.words)) ".utf8), at: place)
    case 4: replace(place, in: &excerpt, with: generator.pick(Snippets.words))
    case 5: excerpt.tokens[place] = generator.pick(any().tokens + [[]])
    case 6, 7: splice(into: &excerpt)
    case 8, 9: wrapLines(of: &excerpt)
    case 10: wrap(&excerpt)
    case 11: changeTrivia(of: &excerpt.tokens[place])
    case 12: changeByte(of: &excerpt.tokens[place])
    case 13, 14: replaceName(in: &excerpt, near: place, with: Snippets.expressions)
    case 15: replaceName(in: &excerpt, near: place, with: Snippets.names)
    case 16: insertAtLineStart(generator.pick(Snippets.attributes) + " ", in: &excerpt)
    case 17: insertAtLineStart(generator.pick(Snippets.statements) + "\n", in: &excerpt)
    case 18: replaceName(in: &excerpt, near: place, with: Snippets.types)
    case 19, 20: insertAtLineStart(generator.pick(Snippets.members) + "\n", in: &excerpt)
    default: insertInheritance(in: &excerpt)
    }
  }

  // MARK: Changes

  private func replace(_ place: Int, in excerpt: inout Excerpt, with text: String) {
    let leading = excerpt.tokens[place].prefix { Self.isSpace($0) }
    let trailing = excerpt.tokens[place].reversed().prefix { Self.isSpace($0) }
    excerpt.tokens[place] = leading + Array(text.utf8) + trailing
  }

  /// Replaces a name or a number, the place of an expression or a type.
  private mutating func replaceName(in excerpt: inout Excerpt, near place: Int, with texts: [String]) {
    let index = excerpt.tokens[place...].firstIndex { token in
      token.first { !Self.isSpace($0) }.map { Self.isLetter($0) || 0x30...0x39 ~= $0 } ?? false
    }
    if let index { replace(index, in: &excerpt, with: generator.pick(texts)) }
  }

  /// Returns the indices of the tokens that start a line, and the end.
  private func lineStarts(of excerpt: Excerpt) -> [Int] {
    [0] + excerpt.tokens.indices.dropFirst().filter { excerpt.tokens[$0].first == UInt8(ascii: "\n") }
      + [excerpt.tokens.count]
  }

  private mutating func insertAtLineStart(_ text: String, in excerpt: inout Excerpt) {
    let place = generator.pick(lineStarts(of: excerpt))
    guard place < excerpt.tokens.count else { return excerpt.tokens.append(Array("\n\(text)".utf8)) }
    let leading = excerpt.tokens[place].prefix { Self.isSpace($0) }
    excerpt.tokens[place].removeFirst(leading.count)
    excerpt.tokens.insert(leading + Array(text.utf8), at: place)
  }

  private mutating func splice(into excerpt: inout Excerpt) {
    var other = any().tokens
    if other.count > 60 { other = Array(other.prefix(60)) }
    excerpt.tokens.insert(contentsOf: [[0x0A]] + other + [[0x0A]], at: generator.pick(lineStarts(of: excerpt)))
  }

  /// Wraps some lines in an `#if` or in braces.
  private mutating func wrapLines(of excerpt: inout Excerpt) {
    let starts = lineStarts(of: excerpt)
    let places = [generator.pick(starts), generator.pick(starts)].sorted()
    let (opening, closing) = generator.pick(Snippets.lineWrappers)
    excerpt.tokens.insert(Array("\n\(closing)\n".utf8), at: places[1])
    excerpt.tokens.insert(Array("\n\(opening)\n".utf8), at: places[0])
  }

  private mutating func wrap(_ excerpt: inout Excerpt) {
    let (opening, closing) = generator.pick(Snippets.wrappers)
    excerpt.tokens.insert(Array(opening.utf8), at: 0)
    excerpt.tokens.append(Array(closing.utf8))
  }

  private mutating func changeTrivia(of token: inout [UInt8]) {
    switch Int.random(in: 0..<4, using: &generator) {
    case 0: token.removeFirst(token.prefix { Self.isSpace($0) }.count)
    case 1: token.removeLast(token.reversed().prefix { Self.isSpace($0) }.count)
    case 2: token.insert(contentsOf: Array(generator.pick(Snippets.trivia).utf8), at: 0)
    default: token += Array(generator.pick(Snippets.trivia).utf8)
    }
  }

  private mutating func changeByte(of token: inout [UInt8]) {
    guard !token.isEmpty else { return }
    let place = Int.random(in: 0..<token.count, using: &generator)
    let byte = generator.pick(Array("\"'#/\\(){}[]<>`@:;,.=!?&|*+-~ \n\raT_$1".utf8))
    switch Int.random(in: 0..<3, using: &generator) {
    case 0: token.remove(at: place)
    case 1: token.insert(byte, at: place)
    default: token[place] = byte
    }
  }

  /// Inserts a colon and types before a `{`.
  private mutating func insertInheritance(in excerpt: inout Excerpt) {
    let braces = excerpt.tokens.indices.filter { excerpt.tokens[$0].contains(UInt8(ascii: "{")) }
    guard !braces.isEmpty else { return }
    let separator = generator.pick([": ", ", ", " & ", " where Self: ", " where T: "])
    excerpt.tokens.insert(Array((separator + generator.pick(Snippets.types) + " ").utf8), at: generator.pick(braces))
  }

  private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 }

  private static func isLetter(_ byte: UInt8) -> Bool {
    0x41...0x5A ~= byte || 0x61...0x7A ~= byte || byte == UInt8(ascii: "_")
  }
}
