extension DefaultStringInterpolation {
  /// Appends a string as it is.
  ///
  /// The standard library's generic method does the same, but each of its calls takes three times the code.
  mutating func appendInterpolation(_ text: String) { appendLiteral(text) }

  /// Appends a number in decimal digits.
  mutating func appendInterpolation(_ number: Int) { appendLiteral(String(number)) }
}
