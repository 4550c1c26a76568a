import Testing

@testable import NomadGenCore

/// Members called `target` that have another type than `TribeTarget`, and so are no witnesses.
@Suite struct OtherTargetTests {
  private static let fold = """
    import Foundation
    import Nomad
    protocol Fold: Tribe {}; extension Fold { static var target: TribeTarget { .always } }
    protocol Named {}; extension Named { static var target: String { "" } }

    """

  @Test(
    "Only a member of the library's type is the target",
    arguments: [
      "struct A: Fold, Named {}", "struct A: Named, Fold {}",
      "struct A: Fold { static let target: String = \"2.0.0\" }",
      "struct A: Fold { static let target = \"notes.json\" }",
      "struct A: Fold { static var target: [TribeTarget] { [] } }",
      "struct A: Fold { static let target: URLRequest = f() }",
      "struct A: Fold { static let target: TribeTarget? = .first }",
      "enum Aim { case first }; struct A: Fold { static let target: Aim = .first }",
      "enum Aim { struct TribeTarget {} }; struct A: Fold { static let target: Aim.TribeTarget = f() }",
      "typealias Aim = String; struct A: Fold { static var target: Aim { f() } }",
      "protocol Link {}; extension Link { static var target: Foreign { f() } }; struct A: Fold, Link {}",
      "struct A: Fold { static let target: Optional<TribeTarget> = nil }",
    ]
  )
  func others(source: String) {
    let output = find(Self.fold + source)
    #expect(output.summary == ["A .always"], "\(source)")
    #expect(output.findings.isEmpty)
  }

  @Test(
    "A member that may be a mistake, or whose type may be an alias for the library's, is unreadable",
    arguments: [
      "struct A: Fold { static let target = \"2.0.0\" }",
      "import Kit\nstruct A: Fold { static let target: Aim = .first }",
      "typealias Same<T> = T; struct A: Fold { static let target: Same<TribeTarget> = .first }",
    ]
  )
  func uncertain(source: String) {
    #expect(find(Self.fold + source).summary == ["A unreadable"], "\(source)")
  }

  @Test("Without a target of the library's type, the finding stands at the tribe, or at its own member")
  func missing() {
    #expect(find(Self.fold + "struct A: Tribe, Named {}").places == ["A.swift:5:8 missing-target"])
    #expect(
      find(Self.fold + "struct A: Tribe { static let target: String = \"2.0.0\" }").places
        == ["A.swift:5:47 unreadable-target"]
    )
  }

  @Test("A trait of another type does not hide the default of a protocol")
  func traits() throws {
    let source = """
      import Nomad
      protocol Late: Tribe {}; extension Late { static var urgency: TribeUrgency { .deferred } }
      struct A: Late { static let target: TribeTarget = .first; static let urgency: Int = 1; func migrate() {} }
      """
    #expect(try #require(find(source).registry).contains("_tribes.deferred()"))
    let text =
      "struct A: Tribe { static let target: TribeTarget = .first; static let readableSince: Substring = \"2.0\" }"
    #expect(find("import Nomad\n" + text).findings.map(\.code) == [.unreadableMember])
  }

  @Test("An extension of an alias extends the one type to which all branches of an #if lead")
  func conditionalAlias() {
    let alias = "#if X\ntypealias Late = A\n#else\ntypealias Late = App.A\n#endif\nstruct A: Fold {}\n"
    let output = find(Self.fold + alias + "extension Late { static var target: TribeTarget { .first } }")
    #expect(output.summary == ["A .first"])
  }
}
