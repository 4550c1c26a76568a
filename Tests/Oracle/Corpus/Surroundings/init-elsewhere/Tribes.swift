import Nomad

struct A: Tribe {
  static let target: TribeTarget = .literal("1.0.0")
  let folder: String
  func migrate() async throws {}
}

final class B: Tribe {
  static let target: TribeTarget = .literal("2.0.0")
  let folder: String
  init(folder: String) { self.folder = folder }
  func migrate() async throws {}
}

enum C: String, CaseIterable, Tribe {
  case only
  static let target: TribeTarget = .literal("3.0.0")
  func migrate() async throws {}
}

struct D: Tribe {
  static let target: TribeTarget = .literal("4.0.0")
  let folder: String
  func migrate() async throws {}
}

typealias Dee = D
