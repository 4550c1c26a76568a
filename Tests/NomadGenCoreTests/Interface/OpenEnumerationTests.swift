import NomadSyntax
import Testing
import ToolSupport

/// A minor release may add a case to every public enumeration, so another package has to expect unknown cases.
@Suite struct OpenEnumerationTests {
  private static let enumerations = Result {
    try PublicType.modules.flatMap { try PublicType.all(in: $0) }.filter { $0.kind == .enum && !$0.cases.isEmpty }
  }

  @Test("Every public enumeration with cases is marked as open")
  func marked() throws {
    let mark = ["#if hasAttribute(nonexhaustive)", "@nonexhaustive", "#endif"]
    let enumerations = try Self.enumerations.get()
    for enumeration in enumerations { #expect(enumeration.linesAbove.suffix(3) == mark, "\(enumeration.name)") }
    #expect(enumerations.count > 15)
  }

  @Test(
    "A switch over all cases in another package needs @unknown default, and has no warning with it",
    arguments: ["5", "6"]
  )
  func switches(language: String) async throws {
    let enumerations = try Self.enumerations.get().filter { !$0.isConditional }
    func compile(_ module: String, _ end: String) async throws -> Tool.Result {
      let imports = Set(enumerations.map(\.module)).sorted().map { "import \($0)\n" }
      let functions = enumerations.enumerated().map { index, enumeration in
        let cases = enumeration.cases.map { "  case .\($0): break\n" }.joined()
        return "func switch\(index)(_ value: \(enumeration.name)) {\n  switch value {\n\(cases)\(end)  }\n}\n"
      }
      return try await SampleCompiler.compile(
        (imports + functions).joined(),
        as: "\(module)\(language)",
        options: ["-swift-version", language]
      )
    }
    let open = try await compile("Open", "  @unknown default: break\n")
    #expect(open.code == 0, "\(open.error)")
    let closed = try await compile("Closed", "")
    #if hasAttribute(nonexhaustive)
      #expect(closed.code != 0)
      let refused = closed.error.matches(of: /:\d+: error: switch covers known cases, but/)
      #expect(refused.count == enumerations.count, "\(closed.error)")
    #else
      #expect(closed.code == 0, "\(closed.error)")
    #endif
  }
}
