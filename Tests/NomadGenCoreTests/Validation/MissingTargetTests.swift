import Testing

@testable import NomadGenCore

@Suite struct MissingTargetTests {
  private static let advice = "add 'static let target: TribeTarget = .literal(\"…\")' with the version it migrates to"

  @Test(
    "A member that may be meant as the target is shown, with what it lacks",
    arguments: [
      ("let target: TribeTarget = .first", "only a 'target' that is not static; make it static", "1:23"),
      ("var target: TribeTarget { .first }", "only a 'target' that is not static; make it static", "1:23"),
      ("static let Target: TribeTarget = .first", "only a static 'Target'; call it 'target'", "1:30"),
      ("static let TARGET = TribeTarget.first", "only a static 'TARGET'; call it 'target'", "1:30"),
      ("static let version: TribeTarget = .first", "only a static 'version'; call it 'target'", "1:30"),
      ("static var v: Nomad.TribeTarget { .first }", "only a static 'v'; call it 'target'", "1:30"),
      ("static func target() -> TribeTarget { .first }", "only a function 'target'; make it a property", "1:31"),
      ("class func target() -> TribeTarget { .first }", "only a function 'target'; make it a property", "1:30"),
    ]
  )
  func lookalikes(member: String, reason: String, place: String) throws {
    let output = find("struct A: Tribe { \(member) }")
    let finding = try #require(output.findings.first)
    #expect(output.places == ["A.swift:1:8 missing-target"], "\(member)")
    #expect(finding.message == "tribe 'A' has no target, \(reason), or \(Self.advice)")
    #expect(finding.notes.map { "\($0.location.line):\($0.location.column)" } == [place], "\(member)")
  }

  @Test("It may stand in an extension, in another file")
  func elsewhere() throws {
    let finding = try #require(find("struct A: Tribe {}", "extension A { static let Target = 1 }").findings.first)
    #expect(
      finding.notes.map { "\($0.location.file):\($0.location.column) \($0.message)" } == ["B.swift:26 'Target' is here"]
    )
  }

  @Test(
    "What is no member of the type, or nothing like a target, is none",
    arguments: [
      "static let version = \"2.0.0\"", "func target() {}", "let Target = 1", "struct B { let target = 1 }",
      "func f() { let target = 1 }", "static let version: TribeTargets = []", "static let v: Kit.TribeTarget = f()",
    ]
  )
  func others(member: String) throws {
    let finding = try #require(find("struct A: Tribe { \(member) }").findings.first)
    #expect(finding.message == "tribe 'A' has no target; \(Self.advice)" && finding.notes.isEmpty, "\(member)")
  }

  @Test("One that has a target is no finding, whatever looks like one")
  func none() {
    let text = "struct A: Tribe { let target = 1; static let Target: TribeTarget = .first; "
    #expect(find(text + "static let target: TribeTarget = .first }").places == [])
  }
}
