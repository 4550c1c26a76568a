import Nomad

struct ComputedShort: Tribe {
  static var target: TribeTarget { .literal("6.0.0") }
  func migrate() {}
}

struct ComputedReturn: Tribe {
  static var target: TribeTarget {
    return .literal("6.1.0")
  }
  func migrate() throws {}
}

struct ComputedGet: Tribe {
  static var target: TribeTarget {
    get { .literal("6.2.0") }
  }
  func migrate() async {}
}

struct Inferred: Tribe {
  static let target = TribeTarget.literal("6.3.0")
  func migrate() async throws {}
}

struct SpelledOut: Tribe {
  static let target: TribeTarget = TribeTarget.literal("6.4.0")
  func migrate() async throws {}
}

struct OverLines: Tribe {
  nonisolated static let target: TribeTarget = .literal(
    "6.5.0"  // A comment may be anywhere.
  )
  func migrate() async throws {}
}

struct RawString: Tribe {
  static let target: TribeTarget = .literal(#"6.6.0"#)
  func migrate() async throws {}
}

struct ManyLines: Tribe {
  static let target: TribeTarget = .literal(
    """
    6.7.0
    """
  )
  func migrate() async throws {}
}

struct RawManyLines: Tribe {
  static let target: TribeTarget = .dotted(
    ##"""
    6.8-1
    """##
  )
  func migrate() async throws {}
}

struct Escaped: Tribe {
  static let target: TribeTarget = .literal("6\u{2E}9.0")
  func migrate() async throws {}
}
