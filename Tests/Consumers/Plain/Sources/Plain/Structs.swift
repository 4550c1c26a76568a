import Nomad

struct Tribe_2_0_0: Tribe {
  static let target: TribeTarget = .literal("2.0.0")
  func migrate() async throws {}
}

struct Tribe_2_0_0_beta: Tribe, Sendable {
  static let target: TribeTarget = .literal("2.0.0-beta.1+build.7")

  let note: String

  init() {
    note = "struct Fake: Tribe { static let target: TribeTarget = .literal(\"9.9.9\") }"
  }

  func migrate() async throws {}
}

/* A comment is no code: /* nested */ struct Fake: Tribe { static let target: TribeTarget = .literal("9.9.9") } */

struct Tribe_10_0_0: Tribe {
  func migrate() async throws {
    struct NoTribe {
      static let target = "9.9.9"
    }
    _ = NoTribe.target
  }

  /// The member may be anywhere in the type.
  public static let target: TribeTarget = .literal("10.0.0")
}
