import Beta
import Nomad

struct Gadget {}

extension Beta.Gadget: Tribe {
  public static var target: TribeTarget { .literal("2.0.0") }
  public func migrate() async throws {}
}
