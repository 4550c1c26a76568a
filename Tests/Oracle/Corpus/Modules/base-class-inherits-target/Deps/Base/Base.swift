public import Nomad

open class Root: Tribe {
  public class var target: TribeTarget { .always }
  public required init() {}
  open func migrate() async throws {}
}
