import Nomad

struct Fix: Tribe, Loggable {
  static let target: TribeTarget = .literal(Release.photos)
  func migrate() async throws {}
}
class Outer: Helper {
  struct Inner: Tribe {
    static let target: TribeTarget = .literal(Release.notes)
    func migrate() async throws {}
  }
}
