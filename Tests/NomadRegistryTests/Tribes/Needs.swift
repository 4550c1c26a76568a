import Foundation
import Nomad

protocol Client: Sendable {
  var name: String { get }
}

struct TestClient: Client {
  let name = "client"
}

enum Vault {
  struct Key: Sendable {
    let text: String
  }

  struct `default`: Sendable {}

  struct Open: Tribe {
    static let target: TribeTarget = .literal("7.0.0")
    struct Hinge: Sendable {}

    @TribeDependency private var key: Key
    @Nomad.TribeDependency private var client: any Client  // Not part of the type.
    @TribeDependency var words: [String: @Sendable (_ word: Key) -> Foundation.URL?]
    @TribeDependency var hinge: Self.Hinge
    @TribeDependency var standard: `default`
    #if os(Plan9)
      @TribeDependency var other: Elsewhere
    #endif

    func migrate() async throws {
      await Trace.note("Vault.Open")
      _ = (key, client, words, hinge, standard)
    }
  }
}

class Locksmith<Tool: Sendable>: NSObject {
  @TribeDependency var key: Vault.Key
  @TribeDependency var tool: Tool
  required override init() {}
}

final class Forge: Locksmith<Vault.Key>, Tribe {
  static let target: TribeTarget = .literal("7.1.0")

  func migrate() async throws { await Trace.note("Forge \(key.text)") }
}
