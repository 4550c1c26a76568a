// macro-made: A, Outer.B
// expect: suspected-tribe 9:2
// expect: suspected-tribe 16:4
import Nomad

@attached(extension, conformances: Tribe)
macro Nomadic() = #externalMacro(module: "MacroPlugin", type: "Nomadic")

@Nomadic
struct A {
  static let target: TribeTarget = .literal("1.0.0")
  func migrate() async throws {}
}

enum Outer {
  @Nomadic
  final class B {
    static let target: TribeTarget = .literal("2.0.0")
    func migrate() async throws {}
  }
}

struct C: Tribe {
  static let target: TribeTarget = .literal("3.0.0")
  func migrate() async throws {}
}
