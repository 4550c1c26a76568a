// flags: -swift-version 5 -default-isolation MainActor
import Kit
import Nomad

struct A: Step {
  static let target: TribeTarget = .literal("1.0.0")
}

final class B: Step {
  static let target: TribeTarget = .literal("1.1.0")
  @TribeDependency private var store: Int
}

actor C: Step {
  static let target: TribeTarget = .literal("1.2.0")
}

enum D: Step {
  case only
  init() { self = .only }
  static let target: TribeTarget = .literal("1.3.0")
}

struct E {}

extension E: Step {
  static let target: TribeTarget = .literal("1.4.0")
}

nonisolated struct F: Step {
  static let target: TribeTarget = .literal("1.5.0")
}

struct G: Step {
  static let target: TribeTarget = .literal("1.6.0")
  #if swift(>=7)
    func migrate() async throws {}
  #endif
}

nonisolated protocol Sweep: Tribe {}

extension Sweep {
  func migrate() {}
}

struct H: Sweep {
  static let target: TribeTarget = .literal("1.7.0")
}

@available(macOS 99, *)
struct I: Sweep {
  static let target: TribeTarget = .literal("1.8.0")
}

@globalActor actor Storage { static let shared = Storage() }

@Storage final class J: @Storage Step {
  static let target: TribeTarget = .literal("1.9.0")
}

protocol Near: Tribe {}

extension Near {
  func migrate() async throws {}
}

struct K: Near {
  static let target: TribeTarget = .literal("2.0.0")
}

final class L: Near {
  static let target: TribeTarget = .literal("2.1.0")
}
