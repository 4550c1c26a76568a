import Nomad

@available(macOS 13, iOS 16, tvOS 16, watchOS 9, visionOS 1, *)
struct AdoptRegex: Tribe {
  static let target: TribeTarget = .literal("5.0.0")
  func migrate() async throws {}
}

@available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
enum Observed {
  struct Rebuild: Tribe {
    static let target: TribeTarget = .literal("5.1.0")
    func migrate() async throws {}
  }
}
