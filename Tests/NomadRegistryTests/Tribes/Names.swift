internal import Foundation
import Nomad

enum Outer {
  enum `class` {
    struct `default`: Tribe {
      static let target: TribeTarget = .first
      func migrate() async throws { await Trace.note("Outer.class.default") }
    }
  }
}

extension Outer {
  struct Été: Tribe {
    static let target: TribeTarget = .always
    func migrate() async throws { await Trace.note("Outer.Été") }
  }
}

// A type of another module: the registry has to import it.
extension URL {
  struct 日本: Tribe {
    static let target: TribeTarget = .always
    func migrate() async throws { await Trace.note("URL.日本") }
  }
}

struct Extended {}

typealias Alias = Extended
