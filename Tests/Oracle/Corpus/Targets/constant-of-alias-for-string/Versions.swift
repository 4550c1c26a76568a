enum Versions {
  static let one: Release = "1.0.0"
  static let two: Swift.String = "2.0.0"
}
