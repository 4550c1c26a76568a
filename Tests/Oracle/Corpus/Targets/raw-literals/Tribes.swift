import Nomad

struct A: Tribe {
  static let target: TribeTarget = .literal(#"1.0.0"#)
  func migrate() async throws {}
}

struct B: Tribe {
  static let target: TribeTarget = .once(##"say "#hello"# \n \u{41}"##)
  func migrate() async throws {}
}

struct C: Tribe {
  static let target: TribeTarget = .once(#"letter \#u{41} quote \#" "#)
  func migrate() async throws {}
}
