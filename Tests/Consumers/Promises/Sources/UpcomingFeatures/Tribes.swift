import Nomad
import NomadPromiseKit
import PromiseKit
import Steps

/// Returns a promise that is fulfilled after some time.
func settled(_ name: String) -> Promise<Void> {
  print(name, "begins")
  return Promise(after(seconds: 0.02).done { print(name, "is settled") })
}

struct Structure: PromiseTribe {
  static let target: TribeTarget = .literal("1.0.0")
  func migrate() throws -> Promise<Void> { settled("Structure") }
}

struct Silent: NomadPromiseKit.PromiseTribe {
  static var target: TribeTarget { .literal("1.1.0") }
  func migrate() -> Promise<Void> { settled("Silent") }
}

final class FinalClass: PromiseTribe {
  static let target: TribeTarget = .literal("2.0.0")
  private var count = 0

  func migrate() throws -> Promise<Void> {
    count += 1
    return settled("FinalClass")
  }
}

class OpenClass: PromiseTribe {
  class var target: TribeTarget { .literal("2.1.0") }
  required init() {}
  func migrate() throws -> Promise<Void> { settled("OpenClass") }
}

final class Subclass: OpenClass {
  override class var target: TribeTarget { .literal("2.2.0") }
  override func migrate() throws -> Promise<Void> { settled("Subclass") }
}

actor Actor: PromiseTribe {
  static let target: TribeTarget = .literal("3.0.0")
  nonisolated func migrate() throws -> Promise<Void> {
    print("Actor begins")
    return Promise(after(seconds: 0.02).done { print("Actor is settled") })
  }
}

@MainActor
final class MainActorClass: @MainActor PromiseTribe {
  static let target: TribeTarget = .literal("3.1.0")
  private var count = 0

  func migrate() throws -> Promise<Void> {
    count += 1
    return settled("MainActorClass")
  }
}

enum Outer {
  struct Nested {
    static let target: TribeTarget = .literal("4.0.0")
    func migrate() -> Promise<Void> { settled("Nested") }
  }
}

struct Refined: Step {
  static let target: TribeTarget = .literal("4.1.0")
  func migrate() throws -> Promise<Void> { settled("Refined") }
}

@available(*, deprecated, message: "Nobody comes from a version that old any more.")
struct Retired: PromiseTribe {
  static let target: TribeTarget = .literal("4.2.0")
  func migrate() throws -> Promise<Void> { settled("Retired") }
}

struct Asynchronous: Tribe {
  static let target: TribeTarget = .literal("5.0.0")

  func migrate() async throws {
    print("Asynchronous begins")
    await Task.yield()
    print("Asynchronous is settled")
  }
}

#if os(Linux) || os(macOS)
  struct Conditional: PromiseTribe {
    static let target: TribeTarget = .literal("6.0.0")
    func migrate() throws -> Promise<Void> { settled("Conditional") }
  }
#endif
