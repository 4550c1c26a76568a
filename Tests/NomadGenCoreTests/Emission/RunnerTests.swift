import Testing

@testable import NomadGenCore

/// The functions in the isolation of a tribe's type, which run the defaults of protocols.
@Suite struct RunnerTests {
  private static let step = "protocol Step: Tribe {}\nextension Step { func migrate() {} }\n"
  private static let target = "static let target: TribeTarget = .first"

  private func registry(_ text: String) throws -> String { try #require(find(text).registry) }

  @Test(
    "A tribe that may migrate by a default is run by an extension of its type",
    arguments: [
      "struct A: Step { \(target) }", "final class A: Step { \(target) }",
      "struct A { \(target) }\nextension A: Step {}",
      "struct A: Step { \(target) }\nprivate extension A { func migrate() async throws {} }",
      "struct A: Step { \(target)\n#if X\nfunc migrate() async throws {}\n#endif\n}",
      "struct A: Tribe { \(target) }\nextension Tribe { func migrate() {} }", "struct A: Tribe, Foreign { \(target) }",
    ]
  )
  func runner(text: String) throws {
    let registry = try registry(Self.step + text)
    #expect(registry.contains("migrate: { try await A._migrate1() }"), "\(text)")
    let body = "{ try await _TribeRegistry._ran(Self().migrate()) }"
    #expect(registry.hasSuffix("}\n\nextension A {\n  fileprivate static func _migrate1() async throws \(body)\n}\n"))
  }

  @Test(
    "A tribe that declares migrate() in every build is called directly",
    arguments: [
      ("struct A: Step { \(target); func migrate() async throws {} }", "try await A().migrate()"),
      (
        "struct A: Tribe { \(target) }\nextension A { func migrate() {} }",
        "try await _TribeRegistry._ran(A().migrate())"
      ),
      (
        "struct A: Step { \(target)\n#if X\nfunc migrate() async throws {}\n#else\nfunc migrate() {}\n#endif\n}",
        "try await _TribeRegistry._ran(A().migrate())"
      ),
      (
        "class B { func migrate() {} }\nfinal class A: B, Step { \(target) }",
        "try await _TribeRegistry._ran(A().migrate())"
      ),
    ]
  )
  func direct(text: String, call: String) throws {
    let registry = try registry(Self.step + text)
    #expect(registry.contains("migrate: { \(call) }"), "\(text)")
    #expect(!registry.contains("_migrate1"))
  }

  @Test("The extension has the #if, the availability and the isolation of the conformance")
  func surroundings() throws {
    let text = """
      #if X
      @available(macOS 15, *)
      @available(*, deprecated)
      struct A: @preconcurrency Other, @unchecked Sendable, @MainActor Step { \(Self.target) }
      #endif
      """
    #expect(
      try registry(Self.step + text).contains(
        """

        #if X
        @available(macOS 15, *)
        @available(*, deprecated)
        extension A {
          @MainActor fileprivate static func _migrate1() async throws {
        """
      )
    )
    let other = try registry(Self.step + "struct A: @MainActor Other, Step { \(Self.target) }")
    #expect(other.contains("\n  fileprivate static func _migrate1()"))
  }

  @Test("The import of the library is hidden if all of the module's own are")
  func hiddenImport() throws {
    let tribe = "struct A: Tribe { \(Self.target); func migrate() async throws {} }"
    let hidden = "@_implementationOnly import Nomad\n"
    #expect(try registry(hidden + tribe).contains("\n\n\(hidden)\n"))
    let mixed = try #require(find(hidden + tribe, "import Nomad").registry)
    #expect(mixed.contains("\n\nimport Nomad\n"))
  }

  @Test("The compiler ignores platforms that it does not know, and so does the registry")
  func unknownPlatforms() throws {
    func registry(_ attribute: String) throws -> String {
      try self.registry("\(attribute) struct A: Tribe { \(Self.target); func migrate() async throws {} }")
    }
    for attribute in ["@available(Linux, unavailable)", "@available(linux 5, *)", "@available(wasi, obsoleted: 1)"] {
      #expect(try registry(attribute) == (try registry("")), "\(attribute)")
    }
    #expect(try registry("@available(Windows, unavailable)").contains("#if !os(Windows)"))
    // It may be a macro of the build.
    #expect(try registry("@available(NotesKit 2.0, *)").contains("if #available(NotesKit 2.0, *) {"))
  }
}
