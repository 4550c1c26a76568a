/// The error that a tribe of a random history throws.
struct ModelFailure: Error, CustomStringConvertible {
  var description: String { "the tribe fails" }
}
