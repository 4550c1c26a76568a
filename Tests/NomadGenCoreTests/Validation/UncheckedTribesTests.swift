import Testing

@testable import NomadCheck
@testable import NomadGenCore

/// A type is reported if no checked source declares its protocol or superclass.
@Suite struct UncheckedTribesTests {
  private static let target = "static let target: TribeTarget = .literal(\"2.0\")"

  /// Checks the files of a module App, beside a module Core.
  private func check(_ files: [String: String], core: [String: String] = ["C.swift": "import Nomad"]) -> CheckedModule {
    checked(files, imported: ["Core": core])
  }

  @Test(
    "A type that resembles a tribe and inherits an unknown type is a warning at its name",
    arguments: [
      ("import Kit\nstruct S: Step { \(target) }", "2:8", "'S' inherits 'Step'"),
      ("import Kit\nimport Nomad\nstruct S: Kit.Step { \(target) }", "3:8", "'S' inherits 'Kit.Step'"),
      (
        "import Kit\nfinal class S: Base { override class var target: TribeTarget { .always } }", "2:13", "'S' inherits"
      ),
      (
        "import Kit // Tribe\nstruct S: Sendable, Step { func migrate() async throws {} }", "2:8", "'S' inherits 'Step'"
      ),
      ("import Kit\nenum E { struct S: Step { \(target) } }", "2:17", "'E.S' inherits 'Step'"),
      ("import Kit\nstruct S {}\nextension S: Step { \(target) }", "2:8", "'S' inherits 'Step'"),
      ("import Kit\nprotocol Mine: Step {}\nstruct S: Mine { \(target) }", "3:8", "'S' inherits 'Step'"),
      ("import Kit\nextension Thing: Step { \(target) }", "2:11", "'Thing' inherits 'Step'"),
    ]
  )
  func suspected(text: String, place: String, words: String) {
    let output = check(["A.swift": text])
    #expect(output.places == ["A.swift:\(place) unchecked-tribes"], "\(text): \(output.findings)")
    #expect(!output.hasErrors && output.findings.allSatisfy { $0.severity == .warning })
    let message = output.findings.first?.message ?? ""
    #expect(message.contains("tribes of App may be missing") && message.contains(words))
    #expect(output.findings.first?.notes.last?.message == "check the folder of Kit too")
  }

  @Test(
    "A type with a target and a migrate() is a finding even if its protocol has the name of a common one",
    arguments: ["Command", "Kit.Command", "View, Command", "UIStep"]
  )
  func commonName(ancestors: String) {
    let text = "import Kit\nstruct S: Sendable, \(ancestors) {"
    let whole = "\(text) \(Self.target); func migrate() {} }"
    #expect(check(["A.swift": whole]).places == ["A.swift:2:8 unchecked-tribes"])
    #expect(check(["A.swift": "import Kit\nstruct S: Sendable { \(Self.target); func migrate() {} }"]).places == [])
    let split = "\(text) \(Self.target) }\nextension S { func migrate() async throws {} }"
    #expect(check(["A.swift": split]).places == ["A.swift:2:8 unchecked-tribes"])
  }

  @Test("A protocol of a checked module that does not import the library is known, as is what it refines")
  func withoutLibrary() {
    let text = "import Core\nimport Kit\nimport Nomad\nstruct S: Step { \(Self.target); func migrate() {} }"
    #expect(check(["A.swift": text], core: ["C.swift": "public protocol Step {}"]).places == [])
    let foreign = ["C.swift": "import Kit\npublic protocol Step: Action {}"]
    let output = check(["A.swift": text], core: foreign)
    #expect(output.findings.first?.message.contains("'S' inherits 'Action'") == true, "\(output.findings)")
  }

  @Test("A module has one finding, which counts its other suspected types")
  func once() {
    let output = check([
      "A.swift": "import Kit\nstruct S: Step { \(Self.target) }\nstruct T: Step { \(Self.target) }",
      "B.swift": "import Other\nstruct U: Step { \(Self.target) }",
    ])
    #expect(output.places == ["A.swift:2:8 unchecked-tribes"])
    #expect(output.findings.first?.notes.first?.message.hasSuffix("; 2 more of App may be missing") == true)
  }

  @Test(
    "A type with known conformances, an ignored type or one unlike a tribe has no finding",
    arguments: [
      "import Kit\n// nomad:ignore\nstruct S: Step { \(target) }",
      "import Kit\nstruct S: Step { var target: TribeTarget }",
      "import Kit\nstruct S: Step { static let target = URL(\"a\") } // TribeTarget",
      "import Kit\nstruct Player: Codable, FetchableRecord { var name: String } // Tribe",
      "import Kit\nimport SwiftUI\nstruct Progress: View { func migrate() async {} }",
      "import Kit\nfinal class Model: ObservableObject { func migrate() async throws {} }",
      "import Kit\nfinal class Model: NSObject, UITableViewDelegate { func migrate() async throws {} }",
      "import ArgumentParser\nstruct Migrate: Command { func migrate() {} }",
      "import SwiftUI\nimport Foundation\nstruct S: Unheard { \(target) }",
      "struct S: Unheard { \(target) }",
      "import Core\nimport Nomad\nstruct S: Unheard { \(target) }",
      "import Kit\nprotocol P: Step { static var target: TribeTarget { get } }",
      "import Kit\nenum E: String { case a; static let target = TribeTarget.first }",
      "import Kit\nstruct S: Tribe, Step { static let target: TribeTarget = .first }",
    ]
  )
  func innocent(text: String) {
    #expect(check(["A.swift": text]).places == [])
  }

  @Test("A protocol in any checked file is known, even if the file never names Tribe")
  func declaredElsewhere() {
    let type = "import Kit\nimport Core\nstruct S: Step { \(Self.target) }"
    #expect(check(["A.swift": type]).places.count == 1)
    #expect(check(["A.swift": type, "B.swift": "protocol Step {}"]).places == [])
    #expect(check(["A.swift": type], core: ["C.swift": "import Nomad\npublic protocol Step {}"]).places == [])
    let output = check(["A.swift": type], core: ["C.swift": "import Nomad\npublic protocol Step: Tribe {}"])
    #expect(output.places == ["A.swift:3:60 illegal-target"])
  }

  @Test("A type with only a migrate() is a finding if its module imports the library")
  func migrateAlone() {
    let type = "import Kit\nfinal class S: Base { override func migrate() async throws {} }"
    #expect(check(["S.swift": type, "A.swift": "import Nomad"]).places == ["S.swift:2:13 unchecked-tribes"])
    #expect(check(["S.swift": type]).places == [])
  }

  @Test("The finding names the unknown base, even if the class between is in a file that never names Tribe")
  func chain() {
    let type = "import Nomad\nfinal class S: Mine { override class var target: TribeTarget { .literal(\"2.0\") } }"
    let output = check(["S.swift": type, "M.swift": "import Kit\nclass Mine: KitBase {}"])
    #expect(output.places == ["S.swift:2:13 unchecked-tribes"])
    #expect(output.findings.first?.message.contains("'S' inherits 'KitBase'") == true)
    #expect(check(["S.swift": type, "M.swift": "class Mine: KitBase {}"]).places == [])
  }

  @Test("A build reports no unchecked tribes, because it sees the sources of its dependencies")
  func build() {
    let output = find("import Kit\nstruct S: Step { \(Self.target) }")
    #expect(output.places == [])
  }
}
