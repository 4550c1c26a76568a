import Foundation
import Testing
import ToolSupport

/// Marking, locking, checking and accepting need `nomad-gen` alone.
@Suite struct LockTests {
  private static let note = "import Nomad\n\nstruct Note: Codable, Stored {\n  var id: Int\n}\n"

  private func package(_ note: String = Self.note) throws -> Folder {
    let folder = try Folder()
    try folder.write(note, to: "Sources/App/Note.swift")
    try folder.write("import Nomad\n\n" + SamplePackage.tribe("One", "1.0.0"), to: "Sources/App/Tribes.swift")
    return folder
  }

  private func run(_ arguments: String..., in folder: Folder) throws -> Tool.Result {
    try Tool("nomad-gen").run(arguments, in: folder.url)
  }

  @Test("A release is locked, a changed type fails the check, and its finding is accepted")
  func story() throws {
    let folder = try package()
    let first = try run("--lock", "1.0.0", in: folder)
    #expect(first.code == 0 && first.error == "", "\(first)")
    #expect(first.output.contains("locked    App.One .literal(\"1.0.0\") 1.0.0 "))
    #expect(first.output.contains("locked    shape App.Note 1.0.0 { id: Int }\nCommit Tribes.lock. With the line "))
    #expect(try run("--check", "--strict", in: folder).code == 0)

    try folder.write(Self.note.replacing("}", with: "  var due: Double\n}"), to: "Sources/App/Note.swift")
    let check = try run("--check", in: folder)
    #expect(check.code == 1 && check.error.contains("[unmigrated-shape]"), "\(check)")
    #expect(check.error.contains("or accept the change with 'swift run nomad-gen --accept App.Note --reason WHY'"))
    let refused = try run("--lock", "1.1.0", in: folder)
    #expect(refused.code == 1 && refused.output == "", "\(refused)")
    #expect(refused.error.hasSuffix("nomad-gen: error: Tribes.lock was not changed\n"))

    let accepted = try run("--accept", "App.Note", "--reason", "1.0.0 wrote none", "--lock", "1.1.0", in: folder)
    #expect(accepted.code == 0 && accepted.output.hasPrefix("accepted  unmigrated-shape App.Note "), "\(accepted)")
    let lock = try #require(folder.text("Tribes.lock"))
    #expect(lock.contains("\nshape App.Note 1.1.0 { due: Double, id: Int }\n"), "\(lock)")
    #expect(lock.contains(" \"1.0.0 wrote none\" shipped \"1.1.0\"\n"), "\(lock)")
    #expect(try run("--check", "--strict", in: folder).code == 0)
    #expect(try run("--lock", "1.1.0", in: folder).output == "Tribes.lock is up to date\n")
  }

  @Test("Types are listed, and each name has the reason after it")
  func pairs() throws {
    let folder = try package(Self.note.replacing(", Stored", with: ""))
    let listed = try run("--stored", "Note", in: folder)
    #expect(listed.code == 0 && listed.output.hasPrefix("locked    stored App.Note\n"), "\(listed)")
    #expect(try run("--lock", "1.0.0", "--module", "App", "Sources", in: folder).code == 0)
    try folder.write(Self.note.replacing("Int", with: "String"), to: "Sources/App/Note.swift")
    try folder.write(
      "import Nomad\n\n" + SamplePackage.tribe("One", "1.0.0").replacing("{}", with: "{ print(1) }"),
      to: "Sources/App/Tribes.swift"
    )
    let reasons = ["--accept", "Note", "--reason", "of a type", "--accept", "One", "--reason", "of a tribe"]
    let result = try Tool("nomad-gen").run(reasons, in: folder.url)
    #expect(result.code == 0, "\(result)")
    let lock = try #require(folder.text("Tribes.lock"))
    #expect(lock.contains(" \"of a tribe\"") && lock.contains(" \"of a type\""), "\(lock)")
  }

  @Test(
    "A wrong use is refused, and nothing is written",
    arguments: [
      (["--lock"], "option '--lock' needs a value"),
      (["--accept", "One"], "--accept One needs --reason WHY after it"),
      (["--reason", "why", "--accept", "One"], "--reason follows the --accept NAME"),
      (["--accept", "One", "--reason", " "], "--reason must not be empty"),
      (["--lock", "1.0.0", "--strict"], "option '--strict' does not go with --lock"),
      (["--check", "--stored", "Note"], "option '--stored' does not go with --check"),
      (["--lock", "one"], "one"), (["--stored", "Nothing"], "the sources have no type 'Nothing'"),
      (["--lock", "1.0.0", "Sources/App/Note.swift"], "the paths cover only a part of module App"),
    ] as [([String], String)]
  )
  func misuse(arguments: [String], message: String) throws {
    let folder = try package()
    let result = try Tool("nomad-gen").run(arguments, in: folder.url)
    #expect(result.code == 2 && result.output == "" && result.error.contains(message), "\(result)")
    #expect(folder.text("Tribes.lock") == nil)
  }
}
