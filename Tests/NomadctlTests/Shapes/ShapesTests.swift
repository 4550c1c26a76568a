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
      #expect(old.error.contains("Tribes.lock has no release 2.3.0; these are the shapes of 2.1.0\n"))
      for release in ["1.0.0", "9.9.9"] {
        let none = try StoredPackage.run("shapes", "--from", release, in: folder)
        #expect(none.code == 2 && none.output == "")
        #expect(none.error.contains("Tribes.lock has no release \(release); its releases are 2.1.0, 2.4.0\n"))
      }
      try folder.write(
        "tribes-lock 1\n\nshape App.Other 1.0.0 { a: Int }\n\(StoredPackage.lock.dropFirst(15))",
        to: "Tribes.lock"
      )
      let new = try StoredPackage.run("shapes", "--from", "1.0.0", in: folder)
      #expect(new.output.split(separator: "\n").filter { $0 == "  new since 1.0.0" }.count == 5)
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
        tribes-lock 1

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

    @Test("A type under another name is paired with the old one, and so are the types that contain it")
    func renamed() throws {
      let folder = try Folder()
      try folder.write(
        "tribes-lock 1\n\nshape App.Author 1.0.0 { name: String }\nshape App.Note 1.0.0 { author: Author, id: Int }\n",
        to: "Tribes.lock"
      )
      let sources = "import Nomad\nstruct Note: Codable, Stored { var id: Int; var author: Person }\n"
      try folder.write(sources + "struct Person: Codable { var name: String }\n", to: "Sources/App/A.swift")
      let result = try StoredPackage.run("shapes", in: folder)
      #expect(
        result.output == """
          App.Note { author: Person, id: Int }
            as in 1.0.0
          App.Person { name: String }
            renamed from App.Author
            as in 1.0.0

          """
      )
      let json = try StoredPackage.run("shapes", "Author", "--format", "json", in: folder)
      #expect(json.output.contains(#""formerName": "App.Author""#) && json.output.contains(#""state": "unchanged""#))
      for name in ["Author", "Person"] {
        let frozen = try StoredPackage.run("freeze", name, in: folder)
        #expect(frozen.output.contains("private struct Person_1_0_0: Codable {\n  var name: String\n}"), "\(frozen)")
        let new = try StoredPackage.run("new", "1.1.0", "--for", name, "--dry-run", in: folder)
        #expect(new.code == 0 && new.output.contains("values(Person_1_0_0.self)"), "\(new)")
      }
      // With another shape, the new name is not certain.
      let changed = "import Nomad\nstruct Memo: Codable, Stored { var id: Int; var text: String }\n"
      try folder.write(changed, to: "Sources/App/A.swift")
      let unsure = try StoredPackage.run("shapes", "Note", in: folder)
      #expect(
        unsure.output == "App.Note { author: Author, id: Int }\n  gone since 1.0.0; its new name may be App.Memo\n",
        "\(unsure)"
      )
    }

    @Test("A type that only lost its marker is not renamed to another one of its shape")
    func unmarked() throws {
      let folder = try Folder()
      try folder.write("tribes-lock 1\n\nshape App.Note 1.0.0 { text: String }\n", to: "Tribes.lock")
      let types = "struct Note: Codable { var text: String }\nstruct Copy: Codable, Stored { var text: String }\n"
      try folder.write("import Nomad\n" + types, to: "Sources/App/A.swift")
      let shapes = try StoredPackage.run("shapes", in: folder)
      #expect(shapes.output.contains("App.Copy { text: String }\n  no release has it\n"), "\(shapes)")
      #expect(!shapes.output.contains("renamed"), "\(shapes)")
      let frozen = try StoredPackage.run("freeze", "Note", in: folder)
      #expect(frozen.output.contains("private struct Note_1_0_0: Codable"), "\(frozen)")
      let new = try StoredPackage.run("new", "1.1.0", "--for", "Note", "--dry-run", in: folder)
      #expect(new.output.contains("values(Note_1_0_0.self)") && !new.output.contains("Copy"), "\(new)")
    }

    @Test("Shapes suggests the types that code stores, without a lock and whatever the tribes do")
    func suggestions() throws {
      let folder = try Folder()
      try folder.write(
        """
        import Foundation
        import GRDB
        import Nomad
        import SwiftUI

        struct Book: Codable {}
        struct Chapter: Codable {}
        struct Page: Codable {}
        struct Part: Codable {}
        struct Marked: Codable, Stored {}
        enum Mode: String { case dark }
        enum Tab: String { case home }
        struct Player: Codable, FetchableRecord {}
        struct Other: FetchableRecord {}
        struct Unused: Codable {}
        enum Library {
          struct Shelf: Codable {}
          static func load(_ data: Data) throws -> Shelf { try JSONDecoder().decode(Shelf.self, from: data) }
        }
        struct View {
          @AppStorage("mode") var mode: Mode = .dark
          @SceneStorage("tab") var tab = Tab.home
          @State var book: Unused?
        }
        struct A: Tribe {
          static let target: TribeTarget = .literal("1.0.0")
          private struct Copy: Codable {}
          func migrate() throws { _ = try JSONDecoder().decode(Copy.self, from: Data()) }
        }
        func read(_ data: Data) throws {
          _ = try JSONDecoder().decode([Book].self, from: data)
          _ = try PropertyListDecoder().decode([String: Chapter?].self, from: data)
          _ = try JSONDecoder().decode(Marked.self, from: data)
          let page: Page = Page()
          _ = try JSONEncoder().encode(page)
        }
        extension Book {
          init(from decoder: Decoder) throws { _ = try decoder.container(keyedBy: Key.self).decode(Part.self, forKey: .a) }
        }

        """,
        to: "Sources/App/A.swift"
      )
      let result = try StoredPackage.run("shapes", "--suggest", in: folder)
      #expect(result.code == 0, "\(result)")
      #expect(
        result.output == """
          App.Book  decoded at Sources/App/A.swift:31:33
          App.Chapter  decoded at Sources/App/A.swift:32:49
          App.Library.Shelf  decoded at Sources/App/A.swift:18:77
          App.Mode  in @AppStorage at Sources/App/A.swift:21:27
          App.Page  encoded at Sources/App/A.swift:35:32
          App.Player  a database record at Sources/App/A.swift:13:8
          App.Tab  in @SceneStorage at Sources/App/A.swift:22:28

          """
      )
      #expect(result.error.contains("swift run nomad-gen --stored App.Book --stored App.Chapter --stored "))
      #expect(try StoredPackage.run("shapes", "--suggest", "--from", "1.0.0", in: folder).code == 2)
      let words = result.error.split(separator: " ").drop { $0 != "--stored" }.map(String.init)
      let list = words.map { $0.trimmingCharacters(in: .newlines) }
      #expect(try Tool("nomad-gen").run(list, in: folder.url).code == 0)
      #expect(try StoredPackage.run("shapes", "--suggest", in: folder).output == "")
    }

    @Test("Shapes lists the types that its arguments name, by short names, and what is not certain about any")
    func named() throws {
      let folder = try StoredPackage.folder()
      let note = try StoredPackage.run("shapes", "Note", in: folder)
      #expect(note.code == 0 && note.output.hasPrefix("App.Note {") && !note.output.contains("App.Author"))
      let theme = try StoredPackage.run("shapes", "Theme", "App.Box", "Sources/App", in: folder)
      #expect(
        theme.output.split(separator: "\n").filter { $0.hasPrefix("App.") }.map { $0.prefix(9) } == [
          "App.Box {", "App.Note.",
        ]
      )
      let unknown = try StoredPackage.run("shapes", "Not", in: folder)
      #expect(
        unknown.code == 2 && unknown.error.contains("'Not' is neither a path nor a stored type; the stored types are")
      )
      try folder.write("import Nomad\nstruct New: Codable, Stored { var a = f() }", to: "Sources/Kit/New.swift")
      try folder.write("import Nomad\nstruct New: Codable, Stored { var a = 1 }", to: "Sources/App/New.swift")
      let several = try StoredPackage.run("shapes", "New", in: folder)
      #expect(several.code == 2 && several.error.contains("'New' can mean several; give one of App.New, Kit.New"))
      let doubt = try StoredPackage.run("shapes", "Kit.New", in: folder)
      #expect(doubt.code == 0 && doubt.output == "Kit.New { a: _ }\n  no release has it\n")
      #expect(
        doubt.error.contains("Sources/Kit/New.swift:2:35: warning: the shape of 'Kit.New' is not certain: 'a'"),
        "\(doubt)"
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
