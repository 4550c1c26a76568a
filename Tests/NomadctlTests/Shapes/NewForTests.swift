#if Nomadctl
  import Foundation
  import Testing
  import ToolSupport

  /// The command `nomadctl new --for`.
  @Suite struct NewForTests {
    private static let tribe = "Sources/App/Tribes/Tribe_2_5_0.swift"
    private static let test = "Tests/AppTests/Tribe_2_5_0Tests.swift"

    @Test("The tribe keeps what it can, and marks each value that is new, changed or gone")
    func marks() throws {
      let folder = try StoredPackage.folder()
      let result = try StoredPackage.run("new", "2.5.0", "--for", "Note", in: folder)
      #expect(result.code == 0 && result.output == "wrote \(Self.tribe)\nwrote \(Self.test)\n", "\(result)")
      let tribe = try #require(folder.text(Self.tribe))
      #expect(
        tribe.contains(
          """
              // A Note of today has no old.
              Note(
                id: try missing("id"),  // it was Int
                text: old.text,
                due: try missing("due"),  // new
                author: try migrated(old.author),
                others: try old.others.map { try $0.map(migrated) },
                byName: try old.byName.mapValues(migrated),
                theme: try migrated(old.theme),
                figure: try migrated(old.figure),
                box: try migrated(old.box)
              )

          """
        ),
        "\(tribe)"
      )
      #expect(tribe.contains("case .sepia:\n      try missing(\"the old case sepia\")\n"))
      #expect(tribe.contains("case .pair(let value0, let value1):\n      .pair(value0, of: try migrated(value1))\n"))
      let list = try StoredPackage.run("list", in: folder)
      #expect(list.code == 0 && list.output.contains("App.Tribe_2_5_0 "))
      let test = try #require(folder.text(Self.test))
      #expect(test.contains("      \"body\": \"text\",\n") && !test.contains("{{") && !tribe.contains("{{"))
    }

    @Test(
      "The tribe and its test compile without a warning",
      arguments: [("5", "testing", []), ("6", "xctest", []), ("6", "testing", ["-default-isolation", "MainActor"])]
    )
    func compiles(version: String, kind: String, options: [String]) throws {
      let folder = try StoredPackage.folder()
      #expect(try StoredPackage.run("new", "2.5.0", "--for", "Note", "--test", kind, in: folder).code == 0)
      let generate = ["--output", "Registry.swift", "--module", "App", "Sources/App"]
      #expect(try Tool("nomad-gen").run(generate, in: folder.url).code == 0)
      let built = Tool("Modules").executable
      let modules = FileManager.default.fileExists(atPath: built.path) ? built : built.deletingLastPathComponent()
      let swiftc =
        ["swiftc", "-swift-version", version, "-parse-as-library", "-I", ".", "-I", modules.path]
        + ["-enable-upcoming-feature", "MemberImportVisibility", "-warnings-as-errors"]
      let sources = ["Sources/App/Note.swift", Self.tribe, "Registry.swift"]
      let module = ["-enable-testing", "-module-name", "App", "-emit-module"] + options + sources
      for arguments in [module, ["-module-name", "AppTests", "-typecheck", Self.test]] {
        let result = try Tool(at: ["/usr/bin/env"]).run(swiftc + arguments, in: folder.url, within: 300)
        #expect(result.code == 0, "\(result.error)")
      }
    }

    @Test("The tribe's functions make JSON of today from JSON of the release")
    func runs() throws {
      let folder = try StoredPackage.folder()
      #expect(try StoredPackage.run("new", "2.5.0", "--for", "Note", in: folder).code == 0)
      let stubs = """
        protocol Tribe {}
        protocol Stored {}
        enum TribeTarget { case literal(String) }
        struct NomadError: Error {
          enum Code { case tribeFailed }
          let message: String
          init(_ code: Code, _ message: String, advice: String) { self.message = message }
        }
        """
      try folder.write(stubs, to: "Nomad.swift")
      try folder.write(
        """
        import Foundation
        let old = #\"\"\"
          {"author": {"name": "a"}, "box": {"w": 3, "h": 4}, "byName": {"b": {"name": "c"}},
           "figure": {"pair": {"_0": 1, "of": {"name": "d"}}}, "id": 1, "old": [], "body": "t", "theme": "light",
           "version": 1}
          \"\"\"#
        do {
          let new = try JSONDecoder().decode(Note.self, from: Tribe_2_5_0.migrated(Data(old.utf8)))
          guard case .pair(1, let author) = new.figure else { fatalError() }
          print(new.id, new.text, new.author.name, new.byName["b"]!.name, new.theme, author.name, new.box.w, new.others as Any)
        } catch let error as NomadError { print(error.message) }
        """,
        to: "main.swift"
      )
      func output() throws -> String {
        let arguments = [
          "swiftc", "-swift-version", "6", "-o", "run", "main.swift", "Nomad.swift", "Sources/App/Note.swift",
        ]
        let result = try Tool(at: ["/usr/bin/env"]).run(arguments + [Self.tribe], in: folder.url, within: 300)
        try #require(result.code == 0, "\(result.error)")
        return try Tool(at: [folder.path("run")]).run([], in: folder.url).output
      }
      for path in ["Sources/App/Note.swift", Self.tribe] {
        try folder.write(try #require(folder.text(path)).replacing("import Nomad\n", with: ""), to: path)
      }
      #expect(try output() == "The migration gives no value for id yet.\n")
      var tribe = try #require(folder.text(Self.tribe))
      let id = "6B29FC40-CA47-4067-B31D-00DD010662DA"
      tribe = tribe.replacing("try missing(\"id\")", with: "UUID(uuidString: \"\(id)\")!")
      try folder.write(tribe.replacing("try missing(\"due\")", with: "nil"), to: Self.tribe)
      #expect(try output() == "\(id) t a c light d 3 nil\n")
    }

    @Test("The tribe goes to the module of its type if several modules are possible, and imports other modules")
    func modules() throws {
      let folder = try Folder()
      try folder.write("tribes-lock 2\n\nshape Model.Note 1.0.0 { id: Int }\n", to: "Tribes.lock")
      try folder.write("", to: "Sources/App/App.swift")
      let note = "import Nomad\nimport Other\npublic struct Note: Codable, Stored { public var id: Int }"
      try folder.write(note, to: "Sources/Model/Note.swift")
      let own = try StoredPackage.run("new", "1.1.0", "--for", "Note", "--dry-run", in: folder)
      #expect(own.code == 0 && own.output.hasPrefix("// Sources/Model/Tribes/Tribe_1_1_0.swift\n"), "\(own)")
      #expect(own.output.contains("import Foundation\nimport Nomad\nimport Other\n\n"))
      #expect(own.output.contains("Note(\n      id: old.id\n    )") && !own.output.contains("missing"))
      let other = try StoredPackage.run("new", "1.1.0", "--for", "Note", "--module", "App", "--dry-run", in: folder)
      #expect(other.code == 0 && other.output.contains("import Foundation\nimport Model\nimport Nomad\n\n"))
      #expect(other.output.contains("@testable import App\nimport Model\n") && !other.output.contains("import Other"))
      // The memberwise initializer is internal, but the shape is the same.
      #expect(other.output.contains("try JSONDecoder().decode(Note.self, from: JSONEncoder().encode(old))"))
      try folder.write(note.replacing("public struct", with: "struct"), to: "Sources/Model/Note.swift")
      let hidden = try StoredPackage.run("new", "1.1.0", "--for", "Note", "--module", "App", in: folder)
      #expect(hidden.code == 2 && hidden.error.contains("'Note' is internal, so a tribe in App cannot use it"))
    }

    @Test("A type that is gone, and one whose initializer is not known, are not guessed")
    func unknown() throws {
      let folder = try StoredPackage.folder()
      let sources = try #require(folder.text("Sources/App/Note.swift"))
      let changed = sources.replacing("  var cache = 3\n", with: "  private var cache = 3\n")
      try folder.write(changed, to: "Sources/App/Note.swift")
      let marked = try StoredPackage.run("new", "2.5.0", "--for", "Note", "--dry-run", in: folder)
      #expect(
        marked.output.contains("// The tool cannot tell how to create a Note.\n    try missing(\"a Note\")\n"),
        "\(marked.output)"
      )
      try folder.write(sources.replacing("struct Note:", with: "struct Memo:"), to: "Sources/App/Note.swift")
      let gone = try StoredPackage.run("new", "2.5.0", "--for", "Note", in: folder)
      #expect(gone.code == 2 && gone.error.contains("'nomadctl freeze Note' prints its last shape"))
    }
  }
#endif
