enum Versions {
  enum Old {
    static let one = "1.0.0", two = "2.0.0"
  }
}

extension Versions {
  static let three = "3.0.0"
}
