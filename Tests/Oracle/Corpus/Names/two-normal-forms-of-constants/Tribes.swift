// known: names that differ in their normal form only are different to the compiler and the same to the generator
import Nomad

enum Café {
  static let version = "1.0.0"
}

enum Café {
  static let version = "2.0.0"
}

struct A: Tribe {
  static let target: TribeTarget = .literal(Café.version)
  func migrate() async throws {}
}
