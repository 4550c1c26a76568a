/// One branch of an `#if` around a declaration.
struct Condition: Hashable {
  /// Where the whole `#if … #endif` starts: its file and its offset.
  var file: String
  var offset: Int

  /// Which of its branches this is, from zero.
  var branch: Int

  /// What has to hold for this branch to be compiled; a condition of its own, whatever the other branches say.
  var text: String
}

extension Condition {
  /// Whether no build compiles both of two declarations.
  ///
  /// It is enough that they stand in two branches of one `#if`, or that one asks for the opposite of the other.
  static func areExclusive(_ lhs: [Condition], _ rhs: [Condition]) -> Bool {
    lhs.contains { left in
      rhs.contains { right in
        (left.file, left.offset) == (right.file, right.offset) && left.branch != right.branch
          || left.isOpposite(of: right)
      }
    }
  }

  private func isOpposite(of other: Condition) -> Bool {
    let negations = ["!\(text)", "!(\(text))"]
    let others = ["!\(other.text)", "!(\(other.text))"]
    return negations.contains(other.text) || others.contains(text)
  }
}
