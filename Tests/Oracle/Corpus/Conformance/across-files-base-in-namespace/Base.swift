// ignored: Migrations.Base
import Nomad

enum Migrations {
  // nomad:ignore
  class Base: Tribe {
    class var target: TribeTarget { .always }
    required init() {}
    func migrate() async throws {}
  }
}
