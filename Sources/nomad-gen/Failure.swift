/// Why the tool cannot do its work at all: bad usage, or an input that cannot be read.
struct Failure: Error {
  /// One line.
  let message: String

  init(_ message: String) {
    self.message = message
  }
}
