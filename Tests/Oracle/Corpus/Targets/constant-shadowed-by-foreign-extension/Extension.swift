extension Equatable {
  static var release: String { "9.0.0" }
}
