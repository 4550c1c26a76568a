import Testing

@testable import NomadCheck
@testable import NomadGenCore

@Suite struct SharedTribeTests {
  private static let tribe = "struct A: Tribe { static let target: TribeTarget = .first }"

  private func shared(_ outputs: [Pipeline.Output], identity: (String) -> String = { $0 }) -> [[String]] {
    findShared(CheckedPackage(outputs).modules, identity: identity).map(\.places)
  }

  @Test("A tribe in a file of two modules is a warning in the second module, even under another path")
  func file() {
    let app = Pipeline.run(sources: ["App/A.swift": Self.tribe], module: "App")
    let widget = Pipeline.run(sources: ["Widget/Link.swift": Self.tribe], module: "Widget")
    #expect(shared([app, widget]) == [[], []])
    let found = shared([app, widget]) { $0.hasSuffix("Link.swift") ? "App/A.swift" : $0 }
    #expect(found == [[], ["Widget/Link.swift:1:8 shared-tribe"]])
    #expect(findShared(CheckedPackage([app, app]).modules).allSatisfy { !$0.hasErrors })
  }

  @Test("A type that two modules make a tribe is a finding in the second module")
  func type() {
    let base = ["Base": ["Base.swift": "public struct A { public init() {} }"]]
    let conformance = "import Base\nextension A: Tribe { public static let target: TribeTarget = .first }"
    let outputs = ["One", "Two"].map { name in
      Pipeline.run(sources: ["\(name).swift": conformance], module: name, imported: base)
    }
    #expect(shared(outputs) == [[], ["Base.swift:1:15 shared-tribe"]])
  }
}
