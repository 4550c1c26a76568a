#if Nomadctl
  import Foundation
  import Testing
  import ToolSupport

  @Suite struct FreezeTests {
    @Test("Freeze prints the copies of the newest release, or of the one that --release names")
    func copies() throws {
      let folder = try StoredPackage.folder()
      let newest = try StoredPackage.run("freeze", "Note", in: folder)
      let note = "in the tribe, write Note_2_4_0 in place of Note, Author_2_1_0 in place of Author, "
      #expect(newest.code == 0 && newest.error.hasPrefix("nomadctl: note: \(note)"), "\(newest)")
      let names = newest.output.split(separator: "\n").filter { $0.hasPrefix("private ") }
      #expect(
        names == [
          "private struct Note_2_4_0: Codable {", "private struct Author_2_1_0: Codable {",
          "private struct Box_2_1_0: Codable {", "private enum Figure_2_1_0: Codable {",
          "private enum Note_Theme_2_1_0: String, Codable {",
        ]
      )
      let older = try StoredPackage.run("freeze", "App.Note", "--release", "2.3", "--output", "old.swift", in: folder)
      #expect(older.code == 0 && older.output == "")
      #expect(older.error.hasPrefix("nomadctl: note: Tribes.lock has no release 2.3; these are the shapes of 2.1.0\n"))
      #expect(
        folder.text("old.swift") == """
          /// `Note` as version 2.1.0 stored it.
          private struct Note_2_1_0: Codable {
            var text: String
            var author: Author_2_1_0

            enum CodingKeys: String, CodingKey {
              case text = "body"
              case author
            }
          }

          /// `Author` as version 2.1.0 stored it.
          private struct Author_2_1_0: Codable {
            var name: String
          }

          """
      )
    }

    @Test("The generic parameters of a copy come from the sources")
    func generics() throws {
      let folder = try Folder()
      try folder.write(
        """
        tribes-lock 1

        shape App.Note 1.0.0 { page: Page<Int, String> }
        shape App.Page 1.0.0 { items: Set<$0>, rest: $1 }

        """,
        to: "Tribes.lock"
      )
      try folder.write(
        """
        struct Note: Codable, Stored { var page: Page<Int, String> }
        struct Page<Item: Hashable, Rest>: Codable where Item: Codable, Rest: Codable { var items: Set<Item>; var rest: Rest }
        """,
        to: "Sources/App/Note.swift"
      )
      let result = try StoredPackage.run("freeze", "Note", in: folder)
      #expect(result.code == 0)
      #expect(result.output.contains("  var page: Page_1_0_0<Int, String>\n"))
      #expect(result.output.contains("private struct Page_1_0_0<Item: Codable & Hashable, Rest: Codable>: Codable {\n"))
    }

    @Test("A copy of today's shape is named so, also without a lock")
    func today() throws {
      let folder = try StoredPackage.folder()
      let today = try StoredPackage.run("freeze", "Note", "--today", in: folder)
      #expect(
        today.code == 0 && today.output.contains("private struct Note_new: Codable {\n  var id: UUID\n"),
        "\(today)"
      )
      #expect(today.output.contains("/// `Note` in the new shape.\n"))
      try FileManager.default.removeItem(atPath: folder.path("Tribes.lock"))
      #expect(try StoredPackage.run("freeze", "Note", in: folder).output == today.output)
    }

    @Test("With --into, the copy goes into the tribe, and its name in place of the type's")
    func into() throws {
      let folder = try StoredPackage.folder()
      let path = "Sources/App/Old.swift"
      try folder.write(
        """
        import Nomad

        typealias Notes = [Note]
        struct Old: Tribe {
          static let target: TribeTarget = .literal("2.4.0")
          static let migrates: [Any.Type] = [Note.self]
          func migrate() async throws { _ = ([Note].self, App.Note.self, Note.Theme.dark, Notes.self, "Note") }
        }
        extension Old { func other(_ author: Author) {} }

        """,
        to: path
      )
      let result = try StoredPackage.run("freeze", "Note", "--into", "Old", in: folder)
      #expect(result.code == 0 && result.output == "", "\(result)")
      #expect(result.error.contains("wrote Note_2_4_0 into Old and replaced 4 names\n"), "\(result.error)")
      #expect(result.error.contains("\(path):7:83: write the copy here yourself"), "\(result.error)")
      let text = try #require(folder.text(path))
      #expect(
        text.contains(
          "_ = ([Note_2_4_0].self, Note_2_4_0.self, Note_Theme_2_1_0.dark, Notes.self, \"Note\") }"
        ),
        "\(text)"
      )
      #expect(text.contains("migrates: [Any.Type] = [Note.self]") && text.contains("_ author: Author_2_1_0) {}"))
      #expect(text.contains("\nextension Old {\n  /// `Note` as version 2.4.0 stored it.\n  private struct Note_2_4_0"))
      let unknown = try StoredPackage.run("freeze", "Note", "--into", "Other", in: folder)
      #expect(unknown.code == 2 && unknown.error.contains("the sources have no tribe 'Other'"))
      try folder.write("import NomadPostgres\n", to: "Sources/App/SQL.swift")
      try folder.write("SELECT 1", to: "Sources/App/Migrations/2.3.0-start.sql")
      let script = try StoredPackage.run("freeze", "Note", "--into", "SQL_2_3_0_start", in: folder)
      #expect(script.code == 2 && script.error.contains("is in an SQL file"), "\(script)")
      #expect(folder.text("Sources/App/Migrations/2.3.0-start.sql") == "SELECT 1")
    }

    @Test("A copy that the tribe has already is not written again")
    func again() throws {
      let folder = try StoredPackage.folder()
      let path = "Sources/App/Old.swift"
      let tribe = "struct Old: Tribe { static let target: TribeTarget = .literal(\"2.4.0\") }\n"
      try folder.write("import Nomad\n" + tribe, to: path)
      for release in ["2.4.0", "2.1.0"] {
        let result = try StoredPackage.run("freeze", "Note", "--release", release, "--into", "Old", in: folder)
        #expect(result.code == 0, "\(result)")
      }
      let text = try #require(folder.text(path))
      let copies = text.matches(of: /private (?:struct|enum) (\w+)/).map { String($0.1) }
      #expect(
        copies == ["Note_2_4_0", "Author_2_1_0", "Box_2_1_0", "Figure_2_1_0", "Note_Theme_2_1_0", "Note_2_1_0"]
      )
      _ = try StoredPackage.run("freeze", "Note", "--release", "2.1.0", "--into", "Old", in: folder)
      #expect(folder.text(path) == text)
      try folder.write("tribes-lock 1\n\nshape App.Note 1.0.0 { id: _ }\n", to: "Tribes.lock")
      try folder.write("import Nomad\n" + tribe, to: path)
      for _ in 1...2 { _ = try StoredPackage.run("freeze", "Note", "--release", "1.0.0", "--into", "Old", in: folder) }
      #expect(folder.text(path)?.matches(of: /private struct UnknownType_/).count == 1)
    }

    @Test("A copy is in the same #if as the tribe, and another file, which does not see it, keeps its names")
    func conditional() throws {
      let folder = try StoredPackage.folder()
      let (path, other) = ("Sources/App/Old.swift", "Sources/App/Other.swift")
      let tribe = "struct Old: Tribe { static let target: TribeTarget = .literal(\"2.4.0\") }\n"
      try folder.write("import Nomad\n#if os(Linux)\n\(tribe)#endif\n", to: path)
      let text = "#if os(Linux)\nextension Old { func author(_ author: Author) {} }\n#endif\n"
      try folder.write(text, to: other)
      let result = try StoredPackage.run("freeze", "Author", "--into", "Old", in: folder)
      #expect(result.code == 0 && result.error.contains("replaced 0 names\n"), "\(result)")
      #expect(result.error.contains("\(other):2:39: write the copy here yourself"), "\(result.error)")
      #expect(folder.text(other) == text)
      let pasted = try #require(folder.text(path))
      #expect(pasted.contains("\n\n#if os(Linux)\nextension Old {\n  /// `Author` as version 2.1.0"), "\(pasted)")
      #expect(pasted.hasSuffix("  }\n}\n#endif\n"), "\(pasted)")
    }

    @Test("A note tells that the author has to complete the copy")
    func incomplete() throws {
      let folder = try Folder()
      try folder.write("tribes-lock 1\n\nshape App.Note 1.0.0 { id: _ }\n", to: "Tribes.lock")
      try folder.write("", to: "Sources/App/App.swift")
      let result = try StoredPackage.run("freeze", "Note", in: folder)
      #expect(result.code == 0 && result.error.contains("note: the shape does not tell everything"))
      #expect(result.output.contains("var id: UnknownType_Note_1_0_0\n"))
    }

    @Test("A type without a shape, a release before it and a package without a lock are refused")
    func refusals() throws {
      let folder = try StoredPackage.folder()
      for (arguments, reason) in [
        (["freeze", "Not"], "the sources have no stored type 'Not'; its stored types are App.Author, App.Box, "),
        (["freeze", "Not", "--release", "2.4.0"], "version 2.4.0 has no stored type 'Not'; its stored types are"),
        (["freeze", "Note", "--release", "1.0"], "Tribes.lock has no release 1.0; its releases are 2.1.0, 2.4.0"),
        (["freeze", "Note", "--release", "9.9.9"], "Tribes.lock has no release 9.9.9; its releases are 2.1.0, 2.4.0"),
        (["freeze", "Note", "--release", "one"], "--release"),
        (["new", "2.5.0", "--for", "Not"], "Tribes.lock has no stored type 'Not'"),
      ] {
        let result = try StoredPackage.tool.run(arguments, in: folder.url)
        #expect(result.code == 2 && result.output == "" && result.error.contains(reason), "\(result)")
      }
      try folder.write(
        "tribes-lock 1\n\nshape A.Note 1.0.0 { a: Int }\nshape B.Note 1.0.0 { a: Int }\n",
        to: "Tribes.lock"
      )
      let unsure = try StoredPackage.run("freeze", "Note", in: folder)
      #expect(unsure.code == 2 && unsure.error.contains("give one of A.Note, B.Note"))
      #expect(try StoredPackage.run("freeze", "B.Note", in: folder).code == 0)
      try FileManager.default.removeItem(atPath: folder.path("Tribes.lock"))
      for arguments in [
        ["freeze", "Note", "--release", "2.4.0"], ["new", "2.5.0", "--for", "Note"], ["shapes", "--from", "1.0.0"],
      ] {
        let result = try StoredPackage.tool.run(arguments, in: folder.url)
        #expect(result.code == 2 && result.error.contains("there is no Tribes.lock here, so no shape"), "\(result)")
      }
    }
  }
#endif
