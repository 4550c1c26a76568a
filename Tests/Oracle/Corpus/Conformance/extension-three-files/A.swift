struct A {
  func migrate() async throws {}
}
