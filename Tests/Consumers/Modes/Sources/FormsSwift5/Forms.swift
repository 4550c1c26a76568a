import Nomad
import Steps

// Every form of a conformance through a protocol of another module.

struct FarStructure: Step {
  static let target: TribeTarget = .literal("1.0.0")
  var log: [String] = []
}

final class FarClass: Step {
  static let target: TribeTarget = .literal("1.1.0")
  var count = 0
}

class FarBase: Step {
  class var target: TribeTarget { .literal("1.2.0") }
  required init() {}
}

final class FarHeir: FarBase {
  override class var target: TribeTarget { .literal("1.3.0") }
}

actor FarActor: Step {
  static let target: TribeTarget = .literal("1.4.0")
  var count = 0
}

enum FarEnumeration: Step {
  case only
  init() { self = .only }
  static var target: TribeTarget { .literal("1.5.0") }
}

struct FarExtended {}

extension FarExtended: Step {
  static let target: TribeTarget = .literal("1.6.0")
}

nonisolated struct FarNonisolated: Step {
  static let target: TribeTarget = .literal("1.7.0")
}

@MainActor
final class FarMainActorClass: @MainActor Step {
  static let target: TribeTarget = .literal("1.8.0")
  var count = 0
}

struct FarIsolatedConformance: @MainActor Step {
  static let target: TribeTarget = .literal("1.9.0")
}

enum Far {
  struct Nested: Step {
    static let target: TribeTarget = .literal("1.10.0")
  }
}

nonisolated final class FarSubclass: StepClass {
  override class var target: TribeTarget { .literal("1.11.0") }
}

struct FarBare: BareStep {
  static let target: TribeTarget = .literal("1.12.0")
  func migrate() { print("FarBare runs") }
}

@available(*, deprecated)
struct FarRetired: Step {
  static let target: TribeTarget = .literal("1.13.0")
}

// The same forms through a protocol of this module.

nonisolated protocol NearStep: Tribe {}

nonisolated extension NearStep {
  func migrate() { print("\(Self.self) runs") }
}

struct NearStructure: NearStep {
  static let target: TribeTarget = .literal("2.0.0")
}

final class NearClass: NearStep {
  static let target: TribeTarget = .literal("2.1.0")
  var count = 0
}

actor NearActor: NearStep {
  static let target: TribeTarget = .literal("2.2.0")
}

enum NearEnumeration: NearStep {
  case only
  init() { self = .only }
  static let target: TribeTarget = .literal("2.3.0")
}

struct NearExtended {}

extension NearExtended: NearStep {
  static let target: TribeTarget = .literal("2.4.0")
}

nonisolated struct NearNonisolated: NearStep {
  static let target: TribeTarget = .literal("2.5.0")
}

// The default of this protocol is on the main actor if everything is by default.

nonisolated protocol MainStep: Tribe {}

extension MainStep {
  func migrate() async { print("\(Self.self) runs") }
}

struct MainStructure: MainStep {
  static let target: TribeTarget = .literal("3.0.0")
}

final class MainClass: MainStep {
  static let target: TribeTarget = .literal("3.1.0")
}
