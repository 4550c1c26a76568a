import Nomad

enum Outer {
  private static let version = "1.0.0"

  final class A: Tribe {
    class var target: TribeTarget { .literal(Outer.version) }
    func migrate() async throws {}
  }
}
