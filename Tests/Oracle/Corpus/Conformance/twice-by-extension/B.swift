extension A: P {
  func migrate() async throws {}
}
