// expect: unreadable-target 8:45
import Foundation
import Nomad

let version = "1.0.0"

final class A: NSObject, Tribe {
  static let target: TribeTarget = .literal(version)
  func migrate() async throws {}
}
