extension DefaultStringInterpolation {
  /// Appends a string as it is.
  ///
  /// The standard library's generic method does the same, but each of its calls takes three times the code.
  mutating func appendInterpolation(_ text: String) { appendLiteral(text) }

  mutating func appendInterpolation(_ number: Int) { appendLiteral(String(number)) }
}
