import Alpha
import Beta
import protocol Beta.Step
import enum Beta.Release
import Nomad

enum Scoped {
  struct C: Step {
    static let target: TribeTarget = .once(Release.v)
    func migrate() async throws {}
  }
}
