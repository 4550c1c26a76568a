protocol Named {
  static var target: String { get }
}

extension Named {
  static var target: String { "\(Self.self)" }
}
