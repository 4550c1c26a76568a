#if Nomadctl
  import Foundation
  import Testing
  import ToolSupport

  /// A package with stored types that is locked, changed, checked, accepted and released again.
  @Suite struct LockedTypesTests {
    private static let tool = Tool("nomadctl")

    private func run(_ arguments: String..., in folder: Folder) throws -> Tool.Result {
      try Self.tool.run(arguments, in: folder.url)
    }

    private static func note(_ body: String) -> String {
      "import Nomad\n\nstruct Note: Codable, Stored {\n\(body)}\n"
    }

    private static let old = "  var id: Int\n  var text: String\n"
    private static let new = old + "  var dueDate: Double\n"

    /// Returns the lines of the lock about types.
    private func lines(_ folder: Folder) throws -> [Substring] {
      try #require(folder.text("Tribes.lock")).split(separator: "\n").filter {
        $0.hasPrefix("shape ") || $0.hasPrefix("stored ")
      }
    }

    private func locked() throws -> Folder {
      let folder = try Folder()
      try folder.write(Self.note(Self.old), to: "Sources/App/Note.swift")
      let result = try run("lock", "--release", "2.4.0", in: folder)
      #expect(result.code == 0 && result.error == "")
      #expect(result.output.hasPrefix("locked    shape App.Note 2.4.0 { id: Int, text: String }\n"))
      return folder
    }

    @Test("A property that old data lacks fails the check and the lock, until it is accepted and released")
    func story() throws {
      let folder = try locked()
      let check = try run("check", in: folder)
      #expect(check.code == 0 && check.output.contains("1 stored type, 1 of them locked, nothing wrong"))
      try folder.write(Self.note(Self.new), to: "Sources/App/Note.swift")
      let message =
        "Sources/App/Note.swift:6:7: error: users up to 2.4.0 have 'App.Note' without 'dueDate', and decoding throws "
        + "keyNotFound [unmigrated-shape]\n"
      let failed = try run("check", in: folder)
      #expect(failed.code == 1 && failed.error.hasPrefix(message))
      #expect(try Tool("nomad-gen").run(["--check"], in: folder.url).error.hasPrefix(message))
      let before = folder.text("Tribes.lock")
      let refused = try run("lock", "--release", "2.5.0", in: folder)
      #expect(refused.code == 1 && refused.error.hasPrefix(message) && folder.text("Tribes.lock") == before)
      let unknown = try run("lock", "--accept", "App.Other", "--reason", "x", in: folder)
      #expect(unknown.code != 0 && unknown.error.contains("these have: App.Note"))
      let accepted = try run("lock", "--accept", "App.Note", "--reason", "not saved yet", in: folder)
      let line = try #require(accepted.output.split(separator: "\n").first?.dropFirst("accepted  ".count))
      #expect(line.hasPrefix("unmigrated-shape App.Note ") && line.hasSuffix(#" "not saved yet""#))
      let covered = "users up to 2.4.0 have 'App.Note' without 'dueDate', and decoding throws keyNotFound"
      #expect(accepted.code == 0 && accepted.output == "accepted  \(line)\n  covers  \(covered)\n")
      #expect(try run("check", in: folder).code == 0)
      #expect(try run("lock", "--release", "2.5.0", in: folder).code == 0)
      let lines = try lines(folder)
      #expect(
        lines == [
          "shape App.Note 2.4.0 { id: Int, text: String }",
          "shape App.Note 2.5.0 { dueDate: Double, id: Int, text: String }",
        ]
      )
      #expect(try run("lock", "--release", "2.6.0", in: folder).output == "recorded  release 2.6.0\n")
      #expect(try run("lock", "--release", "2.6.0", in: folder).output == "Tribes.lock is up to date\n")
      try folder.write(Self.note(Self.new + "  var done: Bool?\n"), to: "Sources/App/Note.swift")
      #expect(try run("check", in: folder).error.contains("users up to 2.6.0 have 'App.Note' without 'done'"))
      #expect(try run("freeze", "Note", "--release", "2.6.0", in: folder).code == 0)
      // A merge keeps the lines of both sides; a line that says nothing new goes with the next release.
      let text = try #require(folder.text("Tribes.lock"))
      try folder.write(text.replacing("release 2.6.0\n", with: "release 2.6.0\nrelease 2.5.1\n"), to: "Tribes.lock")
      #expect(try run("lock", "--release", "2.5.2", in: folder).code == 2)
      #expect(try run("lock", "--release", "2.7.0", in: folder).code == 0)
      #expect(folder.text("Tribes.lock")?.contains("\nrelease ") == false)
    }

    /// A tribe that migrates the type.
    private static func migration(_ target: String) -> String {
      let migrates = "; static let migrates: [Any.Type] = [Note.self] }"
      return LockTests.tribe("DateNotes", target).replacing(" }", with: migrates)
    }

    @Test("A new tribe that migrates the type resolves the finding, and the release locks both")
    func migrated() throws {
      let folder = try locked()
      let tribe = Self.migration(#".literal("2.5.0")"#)
      try folder.write(Self.note(Self.new) + tribe, to: "Sources/App/Note.swift")
      #expect(try run("check", in: folder).code == 0)
      let result = try run("lock", "--release", "2.5.0", in: folder)
      #expect(result.code == 0 && result.output.split(separator: "\n").count == 2)
      #expect(try lines(folder).count == 2 && run("check", in: folder).code == 0)
      // The tribe has shipped, so that it migrates no later shape.
      let use = tribe.replacing("= [Note.self] }", with: "= [Note.self]; let a = [Note]() }")
      try folder.write(Self.note(Self.new + "  var done: Bool?\n") + use, to: "Sources/App/Note.swift")
      let live = try run("check", in: folder)
      #expect(live.code == 1 && live.error.contains("[live-type]") && live.error.contains("[shape-change]"))
      #expect(try run("lock", "--accept", "App.DateNotes", "--reason", "only removes", in: folder).code == 0)
      let strict = try run("check", "--strict", in: folder)
      #expect(
        strict.code == 1 && !strict.error.contains("live-type") && strict.error.contains("error: users up to 2.5.0")
      )
      #expect(try run("check", in: folder).code == 0)
    }

    @Test("A release is refused while only a tribe of a later version migrates the changed type")
    func waiting() throws {
      let folder = try locked()
      let tribe = Self.migration(#".literal("3.0.0")"#)
      try folder.write(Self.note(Self.new) + tribe, to: "Sources/App/Note.swift")
      #expect(try run("check", in: folder).code == 0)
      let before = folder.text("Tribes.lock")
      let refused = try run("lock", "--release", "2.5.0", in: folder)
      #expect(refused.code == 1 && folder.text("Tribes.lock") == before)
      #expect(refused.error.contains("[unmigrated-shape]") && refused.error.contains("'App.DateNotes' waits for 3.0.0"))
      #expect(try run("lock", "--release", "3.0.0", in: folder).code == 0)
    }

    @Test("A release below the newest one is refused if the sources have other shapes than it can have had")
    func olderRelease() throws {
      let folder = try locked()
      try folder.write(Self.note(Self.old + "  var done: Bool?\n"), to: "Sources/App/Note.swift")
      #expect(try run("lock", "--release", "3.0.0", in: folder).code == 0)
      let before = folder.text("Tribes.lock")
      let refused = try run("lock", "--release", "2.4.1", in: folder)
      #expect(refused.code != 0 && refused.error.contains("2.4.1 is below 3.0.0"))
      #expect(folder.text("Tribes.lock") == before)
      // Nothing of this release is new.
      try folder.write(Self.note(Self.old), to: "Sources/App/Note.swift")
      #expect(try run("lock", "--release", "2.4.1", in: folder).code == 0)
      #expect(folder.text("Tribes.lock") == before)
    }

    @Test("An acceptance names each finding that it covers, and does not hide a later one")
    func covered() throws {
      let folder = try locked()
      try folder.write(Self.note("  var id: String\n  var dueDate: Double\n"), to: "Sources/App/Note.swift")
      let accepted = try run("lock", "--accept", "App.Note", "--reason", "not saved yet", in: folder)
      let covered = accepted.output.split(separator: "\n").filter { $0.hasPrefix("  covers  users up to 2.4.0") }
      #expect(accepted.code == 0 && covered.count == 3)
      #expect(try run("check", in: folder).code == 0)
      try folder.write(Self.note("  var id: Bool\n  var dueDate: Double\n"), to: "Sources/App/Note.swift")
      #expect(try run("check", in: folder).error.contains("[unmigrated-shape]"))
    }

    @Test("A type whose marker is removed is an error once it changes")
    func unmarked() throws {
      let folder = try locked()
      let plain = { (body: String) in Self.note(body).replacing(", Stored", with: "") }
      try folder.write(plain(Self.old), to: "Sources/App/Note.swift")
      let same = try run("check", in: folder)
      #expect(same.code == 0 && same.error.contains("no longer mark") && same.error.contains("[shape-change]"))
      try folder.write(plain(Self.new), to: "Sources/App/Note.swift")
      let changed = try Tool("nomad-gen").run(["--check"], in: folder.url)
      #expect(changed.code == 1 && changed.error.contains("Note.swift:3:8: error: users up to 2.4.0 have 'App.Note'"))
      #expect(try run("lock", "--release", "2.5.0", in: folder).code == 1)
    }

    @Test("The first lock of a type prints what is not certain about its shape, and goes on")
    func doubts() throws {
      let folder = try Folder()
      try folder.write(Self.note("  var id: Int\n  var limit = best()\n"), to: "Sources/App/Note.swift")
      let result = try run("lock", "--release", "2.4.0", in: folder)
      let warning =
        "Sources/App/Note.swift:5:7: warning: the shape of 'App.Note' is not certain: 'limit' has no written type"
      #expect(result.code == 0 && result.error.hasPrefix(warning), "\(result)")
      #expect(try lines(folder) == ["shape App.Note 2.4.0 { id: Int, limit: _ }"])
      let again = try run("lock", "--release", "2.5.0", in: folder)
      #expect(
        again.code == 0 && again.error.split(separator: "\n").filter { $0.hasSuffix("[unread-shape]") }.count == 1
      )
      #expect(try run("lock", "--accept", "Note", "--reason", "a number", in: folder).code == 0)
      #expect(try run("lock", "--release", "2.5.0", in: folder).error == "")
    }

    @Test("Names without the module are enough if only one type or tribe has them")
    func shortNames() throws {
      let folder = try Folder()
      let note = "struct Note: Codable {\n\(Self.old)}\n"
      try folder.write(note, to: "Sources/Model/Note.swift")
      try folder.write(note, to: "Sources/Kit/Note.swift")
      try folder.write("struct Theme: Codable { var name: String }", to: "Sources/Kit/Theme.swift")
      let several = try run("lock", "--stored", "Note", in: folder)
      #expect(several.code == 2 && several.error.contains("'Note' can mean several; give one of Kit.Note, Model.Note"))
      #expect(folder.text("Tribes.lock") == nil)
      #expect(try run("lock", "--stored", "Theme", "--stored", "Kit.Note", "--release", "2.4.0", in: folder).code == 0)
      #expect(try lines(folder).prefix(2) == ["stored Kit.Note", "stored Kit.Theme"])
      try folder.write("struct Note: Codable {\n\(Self.new)}\n", to: "Sources/Kit/Note.swift")
      let accepted = try run("lock", "--accept", "Note", "--reason", "not saved yet", in: folder)
      #expect(accepted.code == 0 && accepted.output.hasPrefix("accepted  unmigrated-shape Kit.Note "), "\(accepted)")
    }

    @Test("The reason for the end of a type stays, although the tribe that made it a warning ships in the same run")
    func acceptedEnd() throws {
      let folder = try locked()
      let memo = "struct Memo: Codable, Stored {\n\(Self.old)  var due: Int\n}\n"
      let tribe = """
        struct New: Tribe {
          static let target: TribeTarget = .literal("2.5.0")
          static let migrates: [Any.Type] = [Memo.self]
          func migrate() async throws {}
        }

        """
      try folder.write("import Nomad\n\n" + memo + tribe, to: "Sources/App/Note.swift")
      let result = try run("lock", "--accept", "App.Note", "--reason", "moved", "--release", "2.5.0", in: folder)
      #expect(result.code == 0 && result.output.hasPrefix("accepted  shape-change App.Note "), "\(result)")
      #expect(!result.output.contains("dropped"), "\(result)")
      #expect(folder.text("Tribes.lock")?.contains(" \"moved\" shipped \"2.5.0\"\n") == true)
      #expect(try run("check", in: folder).code == 0)
    }

    @Test("A listed type is stored without conforming to Stored")
    func listed() throws {
      let folder = try Folder()
      try folder.write("struct Note: Codable {\n\(Self.old)}\n", to: "Sources/Model/Note.swift")
      let result = try run("lock", "--stored", "Model.Note", "--release", "2.4.0", in: folder)
      #expect(result.code == 0 && result.error == "")
      #expect(try lines(folder) == ["stored Model.Note", "shape Model.Note 2.4.0 { id: Int, text: String }"])
      try folder.write("struct Note: Codable {\n\(Self.new)}\n", to: "Sources/Model/Note.swift")
      #expect(try run("check", in: folder).error.contains("4:7: error: users up to 2.4.0 have 'Model.Note' without"))
      let missing = try run("lock", "--stored", "Model.Gone", in: folder)
      #expect(missing.code != 0 && missing.error.contains("the sources have no type 'Model.Gone'"))
      #expect(try run("lock", "--stored", "Model.Note", in: folder).output.contains("is up to date"))
    }
  }
#endif
