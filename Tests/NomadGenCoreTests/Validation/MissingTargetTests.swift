import Testing

@testable import NomadGenCore
@testable import NomadSyntax

@Suite struct MissingTargetTests {
  private static let advice = "add 'static let target: TribeTarget = .literal(\"…\")' with the version it migrates to"

  @Test(
    "The finding shows a member that may be meant as the target, and how to correct it",
    arguments: [
      ("let target: TribeTarget = .first", "because 'target' is not static: make 'target' static", "1:23"),
      ("var target: TribeTarget { .first }", "because 'target' is not static: make 'target' static", "1:23"),
      (
        "static let Target: TribeTarget = .first", "because 'Target' has another name: rename 'Target' to 'target'",
        "1:30"
      ),
      (
        "static let TARGET = TribeTarget.first", "because 'TARGET' has another name: rename 'TARGET' to 'target'",
        "1:30"
      ),
      (
        "static let version: TribeTarget = .first", "because 'version' has another name: rename 'version' to 'target'",
        "1:30"
      ),
      ("static var v: Nomad.TribeTarget { .first }", "because 'v' has another name: rename 'v' to 'target'", "1:30"),
      (
        "static func target() -> TribeTarget { .first }", "because 'target' is a function: make 'target' a property",
        "1:31"
      ),
      (
        "class func target() -> TribeTarget { .first }", "because 'target' is a function: make 'target' a property",
        "1:30"
      ),
    ]
  )
  func lookalikes(member: String, reason: String, place: String) throws {
    let output = find("struct A: Tribe { \(member) }")
    let finding = try #require(output.findings.first)
    #expect(output.places == ["A.swift:1:8 missing-target"], "\(member)")
    let remedy = try #require(finding.notes.last).message
    #expect("\(finding.message): \(remedy)" == "tribe 'A' has no target, \(reason), or \(Self.advice)")
    #expect(finding.notes.map { "\($0.location.line):\($0.location.column)" } == [place, "1:8"], "\(member)")
  }

  @Test("The finding shows a member that may be meant as the target, even in an extension in another file")
  func elsewhere() throws {
    let finding = try #require(find("struct A: Tribe {}", "extension A { static let Target = 1 }").findings.first)
    let note = try #require(finding.notes.first)
    #expect("\(note.location.file):\(note.location.column) \(note.message)" == "B.swift:26 'Target' is here")
  }

  @Test(
    "The finding shows no member that is unlike a target or belongs to another declaration",
    arguments: [
      "static let version = \"2.0.0\"", "func target() {}", "let Target = 1", "struct B { let target = 1 }",
      "func f() { let target = 1 }", "static let version: TribeTargets = []", "static let v: Kit.TribeTarget = f()",
    ]
  )
  func others(member: String) throws {
    let finding = try #require(find("struct A: Tribe { \(member) }").findings.first)
    #expect(finding.message == "tribe 'A' has no target", "\(member)")
    #expect(finding.notes.map(\.message) == [Self.advice], "\(member)")
  }

  @Test("A tribe with a target has no finding, even if other members resemble a target")
  func none() {
    let text = "struct A: Tribe { let target = 1; static let Target: TribeTarget = .first; "
    #expect(find(text + "static let target: TribeTarget = .first }").places == [])
  }
}
