import Nomad

/// The names of the tribes that ran, in order.
///
/// Each tribe below adds its name.
@MainActor
enum Trace {
  static var names: [String] = []

  nonisolated static func note(_ name: String) async {
    await MainActor.run { names.append(name) }
  }
}

struct StructTribe: Tribe {
  static let target: TribeTarget = .literal("1.0.0")
  func migrate() async throws { await Trace.note("StructTribe") }
}

final class ClassTribe: Tribe {
  class var target: TribeTarget { .literal("1.0.0-beta.2") }
  func migrate() async throws { await Trace.note("ClassTribe") }
}

actor ActorTribe: Tribe {
  static let target = TribeTarget.dotted("1.0.0-1")
  func migrate() async throws { await Trace.note("ActorTribe") }
}

@MainActor
struct MainActorTribe: @MainActor Tribe {
  static let target: TribeTarget = .dotted("1.0.0-2")
  func migrate() { Trace.names.append("MainActorTribe") }
}

enum EnumTribe: Nomad.Tribe {
  case only

  static var target: TribeTarget { return .literal(#"1.1.0+build.5"#) }

  init() { self = .only }

  func migrate() async { await Trace.note("EnumTribe") }
}

/// Throws, and is not asynchronous.
struct SynchronousTribe: Tribe {
  static let version = "1.2.0"
  static let target: TribeTarget = .literal(version)

  func migrate() throws {}
}

/// Neither throws nor is asynchronous.
struct SilentTribe: Tribe {
  static let target: TribeTarget = .literal("99999999999999999999999999.0.0")
  func migrate() {}
}

struct TypedThrow: Tribe {
  struct Failure: Error {}

  static let target: TribeTarget = .once("typed \"throw\" \\ {{module}}")
  func migrate() async throws(Failure) { await Trace.note("TypedThrow") }
}

// nomad:ignore
struct IgnoredTribe: Tribe {
  static let target: TribeTarget = .literal("1.0.0")
  func migrate() {}
}
