import Nomad

@propertyWrapper
struct Wrapped {
  var wrappedValue: Int { 1 }
}

struct A: Tribe {
  @Wrapped var count
  lazy var list: [Int] = { [1, 2].map { $0 + 1 } }()
  static let other: @Sendable (Int) -> Int = { target in target }
  static let target: TribeTarget = .literal("1.0.0")
  func migrate() async throws {}
}
