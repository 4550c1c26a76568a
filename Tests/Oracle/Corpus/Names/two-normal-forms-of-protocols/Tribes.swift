// known: names that differ in their normal form only are different to the compiler and the same to the generator
import Nomad

protocol Café: Tribe {}

protocol Café {}

struct A: Café {
  static let target: TribeTarget = .literal("1.0.0")
  func migrate() async throws {}
}

struct B: Café {
  static let target: TribeTarget = .literal("2.0.0")
  func migrate() async throws {}
}
