enum Release {
  static let photos = "2.0.0"
  static let notes = "2.1.0"
}
