struct A: Always {
  func migrate() async throws {}
}

struct B: Always {
  func migrate() async throws {}
}
