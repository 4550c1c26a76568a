// macro-made: Base, A
// expect: suspected-tribe 9:2
// expect: suspected-tribe 16:13
import Nomad

@attached(extension, conformances: Tribe)
macro Nomadic() = #externalMacro(module: "MacroPlugin", type: "Nomadic")

@Nomadic
class Base {
  class var target: TribeTarget { .always }
  required init() {}
  func migrate() async throws {}
}

final class A: Base {}
