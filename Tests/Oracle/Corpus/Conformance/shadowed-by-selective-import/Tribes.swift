import struct Nomad.TribeRegistry
import protocol Nomad.Tribe
import enum Nomad.TribeTarget

struct A: Tribe {
  static let target: TribeTarget = .literal("1.0.0")
  func migrate() async throws {}
}
