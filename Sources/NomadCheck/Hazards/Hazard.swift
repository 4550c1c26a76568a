import NomadGenCore

/// A place in a tribe where the code compiles, and can lose data on a user's device.
struct Hazard {
  let code: Finding.Code
  /// The index of the token at which it starts.
  let index: Int
  /// The source text that stands for it in messages, such as `try?`.
  let text: String
}
