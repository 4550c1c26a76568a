extension Goal {
  static func literal(_ text: String) -> Goal { .dotted("9.9") }
}
