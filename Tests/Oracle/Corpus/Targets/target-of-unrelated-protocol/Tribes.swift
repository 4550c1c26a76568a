import Foundation
import Nomad

protocol Link {}
extension Link {
  static var target: URL { URL(fileURLWithPath: "/") }
}

protocol Fold: Tribe {}
extension Fold {
  static var target: TribeTarget { .always }
  func migrate() async throws {}
}

struct A: Fold, Named {}
struct B: Named, Link, Fold {}

struct C: Link, Tribe, Named {
  static let target: TribeTarget = .literal("1.0.0")
  func migrate() async throws {}
}

final class D: Fold {}
extension D: Named {
  static let target = "D"
}

enum Aim { case literal(String) }

struct E: Fold {
  static let target: Aim = .literal("2.0.0")
}

struct F: Fold {
  static var target: [TribeTarget] { [.first] }
}

