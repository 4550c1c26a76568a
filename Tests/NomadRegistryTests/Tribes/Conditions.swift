import Nomad

#if os(Linux) || canImport(Darwin)
  struct Conditional: Tribe {
    #if DEBUG || !DEBUG
      static let target: TribeTarget = .literal("3.0.0")
    #else
      static let target: TribeTarget = .literal("3.0.1")
    #endif
    func migrate() async throws { await Trace.note("Conditional") }
  }
#else
  struct Conditional: Tribe {
    static let target: TribeTarget = .literal("3.0.0")
    func migrate() async throws {}
  }
#endif

@available(macOS 12, iOS 15, *)
struct Available: Tribe {
  static let target: TribeTarget = .dotted("3.0.0.1")
  func migrate() async throws { await Trace.note("Available") }
}

@available(*, unavailable)
struct Unavailable: Tribe {
  static let target: TribeTarget = .dotted("3.0.0.2")
  func migrate() async throws {}
}

@available(swift, obsoleted: 4)
struct OldSwift: Tribe {
  static let target: TribeTarget = .dotted("3.0.0.3")
  func migrate() async throws {}
}

class Base: Tribe {
  class var target: TribeTarget { .literal("4.0.0") }
  required init() {}
  func migrate() async throws { await Trace.note("\(Self.self)") }
}

final class Derived: Base {
  override class var target: TribeTarget { .literal("5.0.0") }
}

extension Alias: Tribe {
  func migrate() async throws { await Trace.note("Extended") }
}
