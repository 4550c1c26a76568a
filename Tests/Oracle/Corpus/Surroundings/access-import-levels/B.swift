package import Foundation
public import Nomad

public struct B: Tribe {
  public static let target: TribeTarget = .literal("2.0.0")
  public init() {}
  public func migrate() async throws {}
}

extension URL {
  struct C: Tribe {
    static let target: TribeTarget = .literal("3.0.0")
    func migrate() async throws {}
  }
}
