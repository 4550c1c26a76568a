import NomadGenCore
import NomadSyntax
import Testing

@testable import NomadCheck

/// Requirements between modules, which only a check of all of them sees.
@Suite struct RequiredTribeTests {
  private static func tribe(_ name: String, _ target: String, requires: String = "") -> String {
    let list = requires.isEmpty ? "" : "public static let requires: [Any.Type] = [\(requires).self]"
    return """
      public struct \(name): Tribe {
        public static let target: TribeTarget = \(target)
        \(list)
        public init() {}
        public func migrate() async throws {}
      }

      """
  }

  private func findings(app: String, kit: String) throws -> [String] {
    let sources = ["App.swift": "import Kit\nimport Nomad\n" + app, "Kit.swift": "import Nomad\n" + kit]
    let modules = try Check.run([("App", ["App.swift"]), ("Kit", ["Kit.swift"])]) { path, body in
      Array((sources[path] ?? "").utf8).withUnsafeBufferPointer(body)
    }
    return modules.flatMap(\.findings).map { "\($0.location.file) \($0.code.rawValue): \($0.message)" }
  }

  @Test("A tribe cannot require one with a later version of another module, directly or through others")
  func otherModule() throws {
    let app = Self.tribe("A", ".literal(\"1.0.0\")", requires: "Kit.Fill")
    let expected =
      "App.swift required-tribe: 'Fill', which 'A' requires directly or through others, has or merges a later version"
    #expect(try findings(app: app, kit: Self.tribe("Fill", ".literal(\"2.0.0\")")) == [expected])
    #expect(try findings(app: app, kit: Self.tribe("Fill", ".literal(\"0.9.0\")")) == [])
    let kit = Self.tribe("Fill", ".once(\"fill\")", requires: "Last") + Self.tribe("Last", ".literal(\"2.0.0\")")
    #expect(try findings(app: app, kit: kit) == [expected.replacing("'Fill'", with: "'Last'")])
  }

  @Test("A finding about the tribes of one module occurs once")
  func ownModule() throws {
    // A requires a later version, and C itself.
    let app =
      Self.tribe("A", ".literal(\"1.0.0\")", requires: "B") + Self.tribe("B", ".literal(\"2.0.0\")", requires: "C")
      + Self.tribe("C", ".once(\"c\")", requires: "C")
    #expect(
      try findings(app: app, kit: Self.tribe("Fill", ".first")).map { $0.contains("required-tribe") } == [true, true]
    )
  }
}
