import Nomad

/* struct A: Tribe {} /* nested */ struct B: Tribe {} */

let text = """
  struct C: Tribe {
    static let target: TribeTarget = .literal("1.0.0")
  }
  \(1 + { () -> Int in 2 }())
  """

let raw = #"struct D: Tribe { \#(1) }"#

/// struct E: Tribe {}
struct /* F: Tribe */ G /* : */ : /* Sendable, */ Tribe /* { */ {
  // static let target: TribeTarget = .first
  static let target: TribeTarget = .literal("1.0.0")
  func migrate() async throws {}
}

func regex() -> Regex<Substring> { #/struct H: Tribe \{/# }
