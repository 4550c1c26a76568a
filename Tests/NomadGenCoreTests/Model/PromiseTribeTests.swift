import Testing

@testable import NomadGenCore
@testable import NomadSyntax

@Suite struct PromiseTribeTests {
  private static let target = #"static let target: TribeTarget = .literal("1.0.0")"#
  private static let body = "{ \(target); func migrate() throws -> Promise<Void> { Promise() } }"

  /// The library's module, as in the sources of a package that depends on it.
  private static let library = """
    #if PromiseKit
      public import Nomad
      public protocol PromiseTribe: Tribe { func migrate() throws -> Promise<Void> }
      extension PromiseTribe { public func migrate() async throws {} }
    #endif
    """

  private func output(_ source: String, imported: [String: String] = [:]) -> Pipeline.Output {
    Pipeline.run(
      sources: ["App.swift": source],
      module: "App",
      imported: Dictionary(uniqueKeysWithValues: imported.map { ($0, ["\($0).swift": $1]) })
    )
  }

  @Test(
    "A promise tribe is found although no checked source declares its protocol",
    arguments: [
      "struct A: PromiseTribe \(body)",
      "struct A: NomadPromiseKit.PromiseTribe \(body)",
      "struct A: Sendable, PromiseTribe \(body)",
      "final class A: PromiseTribe \(body)",
      "struct A \(body)\nextension A: PromiseTribe {}",
      "protocol Step: PromiseTribe {}\nstruct A: Step \(body)",
      "protocol Step where Self: PromiseTribe {}\nstruct A: Step \(body)",
      "typealias Step = PromiseTribe\nstruct A: Step \(body)",
      "typealias Step = PromiseTribe & Sendable\nstruct A: Step \(body)",
      "struct A: PromiseTribe, Tribe \(body)",
    ]
  )
  func found(source: String) throws {
    let output = output("import NomadPromiseKit\n" + source)
    #expect(output.places.isEmpty)
    #expect(output.summary == [#"A .literal("1.0.0")"#])
    #expect(output.tribes.map(\.isPromised) == [true])
  }

  @Test("The registry of a promise tribe is the same with and without the library's sources")
  func librarySources() throws {
    let source =
      "import Nomad\nimport NomadPromiseKit\nstruct A: PromiseTribe \(Self.body)\nstruct B: Tribe {"
      + #"static let target: TribeTarget = .literal("2.0.0"); func migrate() async throws {} }"#
    let alone = try #require(output(source).registry)
    #expect(!alone.contains("#if"))
    #expect(alone.contains("@MainActor in try await _TribeRegistry._ran(A().migrate())"))
    #expect(alone.contains("{ try await B().migrate() }"))
    #expect(output(source, imported: ["NomadPromiseKit": Self.library]).registry == alone)
    // As in a repository that contains the library.
    let core = "public protocol Tribe {}\npublic enum TribeTarget {}\npublic typealias ListedTribe = Tribe"
    #expect(output(source, imported: ["Nomad": core, "NomadPromiseKit": Self.library]).registry == alone)
  }

  @Test("A target in an extension of PromiseTribe applies to promise tribes only")
  func defaults() {
    let output = output(
      """
      import NomadPromiseKit
      extension PromiseTribe { static var target: TribeTarget { .always } }
      struct A: PromiseTribe {}
      struct B: Tribe {}
      """
    )
    #expect(output.summary == ["A .always", "B missing"])
  }

  @Test(
    "Only the library's protocol PromiseTribe makes promise tribes, not one of the app or another module",
    arguments: [
      ("protocol PromiseTribe {}\nstruct A: PromiseTribe \(body)", [:], []),
      ("protocol PromiseTribe: Tribe {}\nstruct A: PromiseTribe \(body)", [:], [false]),
      ("enum O { protocol PromiseTribe {}\nstruct A: PromiseTribe \(body) }", [:], []),
      (
        "protocol PromiseTribe {}\nstruct A: NomadPromiseKit.PromiseTribe \(body)\nstruct B: PromiseTribe {}", [:],
        [true]
      ),
      ("import Base\nstruct A: PromiseTribe \(body)", ["Base": "public protocol PromiseTribe {}"], []),
      ("import Base\nstruct A: PromiseTribe \(body)", ["Base": "public protocol PromiseTribe: Tribe {}"], [false]),
      (
        "import Nomad\nimport NomadPromiseKit\nstruct A: PromiseTribe \(body)",
        ["Base": "public protocol PromiseTribe {}"], [true]
      ),
    ]
  )
  func namesake(source: String, imported: [String: String], arePromised: [Bool]) {
    #expect(output(source, imported: imported).tribes.map(\.isPromised) == arePromised)
  }

  @Test("A search for another protocol finds no promise tribes")
  func otherProtocol() {
    let output = find(
      ["A.swift": "struct A: PromiseTribe {}\nstruct B: Migration { \(Self.target) }"],
      protocolName: "Migration"
    )
    #expect(output.names == ["B"])
  }

  @Test(
    "The scanner records a migrate() without a result, and whether it is async and throws any error",
    arguments: [
      ("func migrate() async throws", true), ("func migrate() async throws -> Void", true),
      ("func migrate() async throws -> ()", true), ("func migrate() async throws -> Swift.Void", true),
      ("func migrate() -> Promise<Void>", nil), ("func migrate() throws -> Promise<Void>", nil),
      ("func migrate() throws(Failure) -> Promise<Void>", nil), ("func migrate() async throws -> (Int, Int)", nil),
      ("func migrate() async throws -> Swift.Int", nil), ("func migrate() throws", false),
      ("func migrate() async throws(Failure)", false), ("func migrate() async throws(Failure) -> Void", false),
    ]
  )
  func returning(declaration: String, isAsyncThrowing: Bool?) {
    let file = scan("struct A: Tribe { \(declaration) {} }")
    #expect(file.declarations.flatMap(\.methods).map(\.isAsyncThrowing) == (isAsyncThrowing.map { [$0] } ?? []))
  }

  @Test("The registry repeats a promise tribe's import of NomadPromiseKit as an internal import")
  func imports() throws {
    let registry = try #require(output("public import NomadPromiseKit\nstruct A: PromiseTribe \(Self.body)").registry)
    #expect(registry.contains("\ninternal import NomadPromiseKit\n"))
  }

  @Test("Finding promise tribes searches the other files no more often than finding others")
  func reads() throws {
    let tribe = "import Nomad\nimport NomadPromiseKit\nstruct A: PromiseTribe \(Self.body)"
    let files = ["A.swift": tribe, "B.swift": "struct B {}"]
    var reads: [String] = []
    let output = try Pipeline.run(files.keys.sorted(), module: "App") { path, body in
      reads.append(path)
      Array((files[path] ?? "").utf8).withUnsafeBufferPointer(body)
    }
    #expect(output.names == ["A"])
    // The second time for `migrate`.
    #expect(reads == ["A.swift", "B.swift", "B.swift"])
  }
}
