import NomadSyntax
import Testing
import ToolSupport

/// The type `Nomad` hides its module, so its members give an app the library's types whose names the app has, too.
@Suite struct CollidingNameTests {
  /// The public types at the top level, except those that no app has by chance.
  private static let types = Result {
    try ["Nomad", "NomadTargets"].flatMap { try PublicType.all(in: $0) }
      .filter { !$0.name.contains(".") && !$0.name.hasPrefix("Nomad") && !$0.name.hasPrefix("_") }
  }

  @Test("Every public type at the top level is a member of Nomad, too")
  func members() throws {
    let aliases = try PublicType.all(in: "Nomad").filter { $0.kind == nil && $0.name.hasPrefix("Nomad.") }
    let types = try Self.types.get()
    #expect(
      aliases.map { String($0.name.dropFirst("Nomad.".count)) }.sorted() == types.map(\.name).sorted(),
      "Nomad+Names.swift has an alias for each type"
    )
    #expect(types.count > 20)
  }

  @Test("An app with a type of its own for each of these names can use the library's, and has tribes")
  func collisions() async throws {
    let types = try Self.types.get()
    let declarations = types.map { "struct \($0.name) {}\npublic typealias Library\($0.name) = Nomad.\($0.name)\n" }
    let tribe = """
      struct FillIndex: Nomad.Tribe {
        static let target: Nomad.TribeTarget = .literal("2.0.0")
        static let urgency: Nomad.TribeUrgency = .deferred
        static let requires: [Any.Type] = []
        @Nomad.TribeDependency private var count: Int
        func migrate() async throws {}
      }
      let nomad = Nomad(.generated)

      """
    // Each name means the same type as in a module without such types.
    let comparisons = types.enumerated().map { index, type in
      let (prefix, suffix) = (type.kind == .protocol || type.kind == nil ? "any " : "", type.isGeneric ? "<Int>" : "")
      func spelled(_ name: String) -> String { "(\(prefix)\(name)\(suffix))" }
      return "func compare\(index)() { let _: \(spelled("Library\(type.name)")).Type = \(spelled(type.name)).self }\n"
    }
    var compiler = try await SampleCompiler(document: "CollidingNames")
    for (module, text) in [("Colliding", declarations.joined() + tribe), ("Comparing", comparisons.joined())] {
      let imports = "// Module \(module)\nimport Nomad\n" + (module == "Comparing" ? "import Colliding\n" : "")
      let result = try await compiler.compile(
        CataloguePage.Block(language: "swift", section: "", line: module == "Comparing" ? 2 : 1, text: imports + text)
      )
      #expect(result.code == 0, "\(result.error)")
    }
  }
}
