public import Nomad

open class Root: Tribe {
  open class var target: TribeTarget { .literal("1.0.0") }
  public required init() {}
  open func migrate() async throws {}
}
