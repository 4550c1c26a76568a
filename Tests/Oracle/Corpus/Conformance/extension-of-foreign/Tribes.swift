import Nomad

extension Bool: @retroactive Tribe {
  public static var target: TribeTarget { .literal("1.0.0") }
  public func migrate() async throws {}
}
