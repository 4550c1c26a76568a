// ignored: Base.Job
import Nomad

class Base {
  protocol Step: Tribe {}
  // nomad:ignore
  class Job: Tribe {
    class var target: TribeTarget { .always }
    required init() {}
    func migrate() async throws {}
  }
}
