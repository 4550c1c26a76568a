import Nomad

@attached(extension, conformances: Tribe)
macro Nomadic() = #externalMacro(module: "Macros", type: "Nomadic")

@Nomadic
struct Suspected {
  static let target: TribeTarget = .literal("9.0.0")
  func migrate() async throws {}
}
