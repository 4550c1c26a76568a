import Foundation
import Testing
import ToolSupport

/// The check reports keys on hold that no tribe has.
@Suite struct UnknownHoldTests {
  private static let manifest = SamplePackage.manifest(
    ".target(name: \"App\", dependencies: [\"Kit\"], \(SamplePackage.plugin)), .target(name: \"Kit\", "
      + "\(SamplePackage.plugin)), .testTarget(name: \"T\")"
  )

  private static func source(_ statement: String) -> String {
    "import Nomad\nfunc app(_ policy: MigrationPolicy) {\n\(statement)\n}\n"
  }

  private func folder() throws -> Folder {
    try SamplePackage.folder(
      Self.manifest,
      [
        "Sources/App/A.swift": "import Kit\nimport Nomad\n" + SamplePackage.tribe()
          + "let nomad = Nomad(TribeRegistry(combining: [.generated, Kit.tribes]))\n",
        "Sources/Kit/B.swift": "public import Nomad\npublic let tribes: TribeRegistry = .generated\n"
          + "struct B: Tribe { static let target: TribeTarget = .once(\"b\"); func migrate() {} }\n"
          + "struct C: Tribe { static let target: TribeTarget = .always; func migrate() {} }\n"
          + "struct E: Tribe { static let target: TribeTarget = .whenChanged(\"e\"); func migrate() {} }\n"
          + "struct D: Tribe { static let target: TribeTarget = .dotted(\"1.1-1\"); func migrate() {} }\n",
        "Tests/T/T.swift": Self.source("policy.hold = [\"version:9.0.0\"]"),
      ]
    )
  }

  @Test("Each literal that is no tribe's key is a warning at its place, and the note has the key that it means")
  func unknown() throws {
    let folder = try folder()
    let example = "write the key of a tribe, such as \"version:2.3.0\""
    for (statement, column, remedy) in [
      ("_ = MigrationPolicy(hold: [\"once:b\", \"verison:1.0.0\"])", 38, "write \"version:1.0.0\""),
      ("policy.hold = [\"1.0\",\n  \"version:1.0.0\"]", 16, "write \"version:1.0.0\""),
      ("policy.hold = [\"version:1.1-1\"]", 16, "write \"version:1.1.0#1\""),
      ("_ = MigrationPolicy(hold: [\"b\"])", 28, "write \"once:b\""),
      ("_ = MigrationPolicy(hold: [\"once:e\"])", 28, "write \"changed:e\""),
      ("_ = MigrationPolicy(hold: [try LedgerKey(.once(\"x\")), \"always:C\"])", 55, example),
      ("_ = MigrationPolicy(hold: [\"version:2.0.0\"])", 28, example),
    ] {
      try folder.write(Self.source(statement), to: "Sources/App/Policy.swift")
      let (code, report) = try CheckReport.run(in: folder.url)
      #expect(code == 0 && report.findings == ["warning unknown-hold Sources/App/Policy.swift"], "\(statement)")
      #expect(report.diagnostics.first?.line == 3 && report.diagnostics.first?.column == column, "\(statement)")
      #expect(report.diagnostics.first?.notes.last?.message == remedy, "\(statement)")
    }
  }

  @Test("Keys of tribes in any module, and keys that are not literals, are no finding")
  func known() throws {
    let folder = try folder()
    let keys = [
      "\"version:1.0.0\", \"once:b\", \"always:Kit.C\", \"changed:e\", \"version:1.1.0#1\"", "\"version:\\(next)\"",
      "LedgerKey(\"version:9.0.0\")", "\"version:\" + next", "",
    ]
    let statements = keys.map { "_ = MigrationPolicy(hold: [\($0)])" } + ["let hold: Set<LedgerKey> = keys(\"x:y\")"]
    try folder.write(Self.source(statements.joined(separator: "\n")), to: "Sources/App/Policy.swift")
    try folder.write("func hold(_ button: Button) { press(hold: [\"x:y\"]) }\n", to: "Sources/App/Button.swift")
    let (code, report) = try CheckReport.run(in: folder.url)
    #expect(code == 0 && report.findings.isEmpty, "\(report.findings)")
    // A part of a package may lack the tribe.
    try folder.write(Self.source("policy.hold = [\"once:c\"]"), to: "Sources/App/Policy.swift")
    let result = try Tool("nomad-gen").run(["--check", "Sources/App"], in: folder.url)
    #expect(result.code == 0 && !result.error.contains("unknown-hold"), "\(result)")
  }

  @Test("A file that gets Nomad through another module is judged, too")
  func reexported() throws {
    let folder = try folder()
    try folder.write("@_exported import Nomad\n", to: "Sources/Kit/Exports.swift")
    let policy = "import Kit\nlet policy = MigrationPolicy(hold: [\"once:x\"])\n"
    try folder.write(policy, to: "Sources/App/Policy.swift")
    let (code, report) = try CheckReport.run(in: folder.url)
    #expect(code == 0 && report.findings == ["warning unknown-hold Sources/App/Policy.swift"], "\(report.findings)")
  }
}
