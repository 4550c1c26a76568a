// known: an alias declared in a module whose sources the plugin does not pass names the tribe after the alias
import Base
import Nomad

extension Short {
  struct A: Tribe {
    static let target: TribeTarget = .literal("1.0.0")
    func migrate() async throws {}
  }
}
