import Nomad

struct A: Tribe {
  static let target: TribeTarget = .literal(
    """
    1.0.0
    """
  )
  func migrate() async throws {}
}

struct B: Tribe {
  static let target: TribeTarget = .once(
    """
    one \
    two \
      three
    """
  )
  func migrate() async throws {}
}

struct C: Tribe {
  static let target: TribeTarget = .once(
    #"""
    say """ and \
    """#
  )
  func migrate() async throws {}
}

struct D: Tribe {
  static let target: TribeTarget = .dotted("""
    2.0
    """)
  func migrate() async throws {}
}
