#if Nomadctl
  import Foundation
  import Testing
  import ToolSupport

  @Suite struct ShapesTests {
    @Test("Shapes lists the stored types with what changed since the newest shape in the lock")
    func text() throws {
      let folder = try StoredPackage.folder()
      try folder.write("import Nomad\nstruct New: Codable, Stored { var a = 1 }", to: "Sources/App/New.swift")
      let result = try StoredPackage.run("shapes", in: folder)
      #expect(result.code == 0 && result.error == "", "\(result)")
      #expect(
        result.output == """
          App.Author { name: String }
            as in 2.1.0
          App.Box { h: Int, w: Int }
            as in 2.1.0
          App.Figure enum { circle(radius: Double), pair(_0: Int, of: Author), point }
            as in 2.1.0
          App.New { a: Int }
            no release has it
          App.Note { author: Author, box: Box, byName: [String: Author], due: Double?, figure: Figure, id: UUID, \
          others: [Author]?, text "body": String, theme: Note.Theme, let version: Int }
            changed since 2.4.0
              added due: Double?
              changed id: Int, now id: UUID
              removed old: [Date]
          App.Note.Theme String { auto = "auto", dark = "dark", light = "light" }
            changed since 2.1.0
              added auto = "auto"
              removed sepia = "sepia"

          """
      )
    }

    @Test("With --from, shapes compares with that release")
    func from() throws {
      let folder = try StoredPackage.folder()
      let old = try StoredPackage.run("shapes", "--from", "2.3.0", in: folder)
      #expect(old.output.contains("  changed since 2.3.0\n    added box: Box\n    added byName: [String: Author]\n"))
      let none = try StoredPackage.run("shapes", "--from", "1.0.0", in: folder)
      #expect(none.output.split(separator: "\n").filter { $0 == "  new since 1.0.0" }.count == 5)
      #expect(try StoredPackage.run("shapes", "--from", "x", in: folder).code == 2)
    }

    @Test("The JSON has the shapes of the release and of today, and every change")
    func json() throws {
      let folder = try StoredPackage.folder()
      try folder.write("import Nomad\nstruct Note: Codable, Stored { var id: Int }", to: "Sources/App/Note.swift")
      let result = try StoredPackage.run("shapes", "--format", "json", in: folder)
      let json = try JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [String: Any]
      #expect(json?["version"] as? Int == 1 && json?["from"] == nil)
      let types = try #require(json?["types"] as? [[String: Any]])
      #expect(types.map { $0["name"] as? String } == ["Author", "Box", "Figure", "Note", "Note.Theme"])
      #expect(types.map { $0["state"] as? String } == ["gone", "gone", "gone", "changed", "gone"])
      let note = types[3]
      #expect(note["shape"] as? String == "{ id: Int }" && note["release"] as? String == "2.4.0")
      #expect((note["was"] as? String)?.hasPrefix("{ author: Author, box: Box, ") == true)
      #expect(note["file"] as? String == "Sources/App/Note.swift" && note["line"] as? Int == 2)
      let changes = try #require(note["changes"] as? [[String: String]])
      #expect(changes.contains(["kind": "removed", "member": "old", "was": "old: [Date]"]))
      let from = try StoredPackage.run("shapes", "--format", "json", "--from", "2.1", in: folder)
      #expect(from.output.hasPrefix("{\n  \"version\": 1,\n  \"from\": \"2.1\",\n"))
    }

    @Test("Types that become an enum, and branches of #if, are told apart")
    func forms() throws {
      let folder = try Folder()
      try folder.write(
        """
        tribes-lock 2

        shape App.A 1.0.0 { a: Int }
        shape App.B 1.0.0 { a: Int } if "os(iOS)"
        shape App.B 1.0.0 { b: Int } if "!os(iOS)"

        """,
        to: "Tribes.lock"
      )
      try folder.write(
        """
        import Nomad
        enum A: Int, Codable, Stored { case a = 1 }
        #if os(iOS)
          struct B: Codable, Stored { var a: Int }
        #else
          struct B: Codable, Stored { var c: Int }
        #endif
        """,
        to: "Sources/App/A.swift"
      )
      let result = try StoredPackage.run("shapes", in: folder)
      #expect(
        result.output == """
          App.A Int { a = 1 }
            changed since 1.0.0
              changed properties, now enum of Int
              changed a: Int, now a = 1
          App.B { a: Int } if "os(iOS)"
            as in 1.0.0
          App.B { c: Int } if "!os(iOS)"
            changed since 1.0.0
              removed b: Int
              added c: Int

          """
      )
    }

    @Test("Without stored types, shapes says so")
    func none() throws {
      let folder = try Folder()
      try folder.write("", to: "Sources/App/A.swift")
      #expect(try StoredPackage.run("shapes", in: folder).output == "There are no stored types here.\n")
    }
  }
#endif
