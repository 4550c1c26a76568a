import Nomad

extension Swift.Bool: @retroactive Nomad.Tribe {
  public static var target: TribeTarget { .literal("1.0.0") }
  public func migrate() async throws {}
}
