struct A: Step {
  func migrate() async throws {}
}
