import Nomad

struct A: Tribe {
  static var target: TribeTarget { .literal("1.0.0") }
  func migrate() async throws {}
}

struct B: Tribe {
  static var target: TribeTarget { return .literal("2.0.0") }
  func migrate() async throws {}
}

struct C: Tribe {
  static var target: TribeTarget { get { .literal("3.0.0") } }
  func migrate() async throws {}
}

struct D: Tribe {
  static var target: TribeTarget {
    get { return .literal("4.0.0") }
    set {}
  }
  func migrate() async throws {}
}

struct E: Tribe {
  @inline(__always) static var target: TribeTarget {
    // Just this.
    .literal("5.0.0")
  }
  func migrate() async throws {}
}

struct F: Tribe {
  static var target: TribeTarget {
    return
      .literal("6.0.0")
  }
  func migrate() async throws {}
}
