#if Nomadctl
  import Foundation
  import Testing
  import ToolSupport

  /// The command `nomadctl new --for`.
  @Suite struct NewForTests {
    private static let tribe = "Sources/App/Tribes/Tribe_2_5_0.swift"
    private static let test = "Tests/AppTests/Tribe_2_5_0Tests.swift"

    /// What the sources need of Nomad, so that the compiler alone builds them.
    private static let stubs = """
      protocol Tribe {}
      protocol Stored {}
      @propertyWrapper struct TribeDependency<Value> { var wrappedValue: Value { fatalError() } }
      enum TribeTarget { case literal(String) }
      struct NomadError: Error {
        enum Code { case tribeFailed }
        let message: String
        init(_ code: Code, _ message: String, advice: String) { self.message = message }
        static func unwritten<Value>(_ part: String) throws -> Value {
          throw NomadError(.tribeFailed, part + " is not written yet.", advice: "")
        }
      }
      """

    @Test("The tribe keeps what it can, and marks each value that is new, changed or gone")
    func marks() throws {
      let folder = try StoredPackage.folder()
      let result = try StoredPackage.run("new", "2.5.0", "--for", "Note", in: folder)
      #expect(result.code == 0 && result.output == "wrote \(Self.tribe)\nwrote \(Self.test)\n", "\(result)")
      let tribe = try #require(folder.text(Self.tribe))
      // A type that is the same in both shapes has one copy.
      #expect(
        tribe.contains(
          """
            private static func migrated(_ old: Note_2_4_0) throws -> Note_2_5_0 {
              // The new shape has no old.
              Note_2_5_0(
                id: try NomadError.unwritten("id"),  // it was Int
                text: old.text,
                due: try NomadError.unwritten("due"),  // new
                author: old.author,
                others: old.others,
                byName: old.byName,
                theme: try migrated(old.theme),
                figure: old.figure,
                box: old.box
              )
            }

          """
        ),
        "\(tribe)"
      )
      #expect(tribe.contains("case .sepia:\n      try NomadError.unwritten(\"the old case sepia\")\n"))
      #expect(tribe.contains("private static func migrated(_ old: Note_2_1_0) throws -> Note_2_5_0 {\n"))
      let copies = tribe.matches(of: /private (?:struct|enum) (\w+)/).map { String($0.1) }
      #expect(
        copies == [
          "Note_2_4_0", "Author_2_1_0", "Box_2_1_0", "Figure_2_1_0", "Note_Theme_2_1_0", "Note_2_1_0", "Note_2_5_0",
          "Note_Theme_2_5_0",
        ]
      )
      #expect(tribe.contains("  static let migrates: [Any.Type] = [Note.self]\n"))
      let list = try StoredPackage.run("list", in: folder)
      #expect(list.code == 0 && list.output.contains("App.Tribe_2_5_0 "))
      let test = try #require(folder.text(Self.test))
      #expect(test.contains("          \"body\": \"text\",\n") && !test.contains("{{") && !tribe.contains("{{"))
      #expect(test.matches(of: /(?m)^ {6}"([\d.]+)": #"""$/).map { String($0.1) } == ["2.4.0", "2.1.0"])
    }

    @Test("A value that another build would lack, lose or not hash is left to the author")
    func otherBuilds() throws {
      let folder = try Folder()
      try folder.write(
        """
        tribes-lock 1

        shape App.Note 1.0.0 { count: Int64, tags: [Tag], wide: Int }
        shape App.Page 1.0.0 { id: Int }
        shape App.Tag 1.0.0 { name: String }

        """,
        to: "Tribes.lock"
      )
      try folder.write(
        """
        import Nomad
        struct Note: Codable, Stored { var count: Int; var tags: Set<Tag>; var wide: Int64 }
        struct Tag: Codable, Hashable { var name: String }
        struct Page: Codable, Stored {
          var id: Int
          #if DEBUG
          var note: String
          #endif
        }

        """,
        to: "Sources/App/Note.swift"
      )
      let note = try StoredPackage.run("new", "1.1.0", "--for", "Note", "--dry-run", in: folder)
      // On some watches, an `Int` has 32 bits.
      #expect(note.output.contains("count: try NomadError.unwritten(\"count\"),  // it was Int64\n"), "\(note)")
      #expect(note.output.contains("wide: Int64(old.wide)\n"))
      // Both shapes have the same copy of the tag.
      #expect(note.output.contains("private struct Tag_1_0_0: Codable, Hashable {"))
      let page = try StoredPackage.run("new", "1.1.0", "--for", "Page", "--dry-run", in: folder)
      let body = "throws -> Page_1_1_0 {\n    try NomadError.unwritten(\"a Page\")\n  }\n"
      #expect(page.output.contains(body), "\(page)")
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
      let sources = ["Sources/App/Note.swift", Self.tribe, "Registry.swift"]
      for (name, files, options) in [
        ("App", sources, ["-enable-testing", "-emit-module"] + options), ("AppTests", [Self.test], ["-typecheck"]),
      ] {
        let result = try Self.compile(files, as: name, options + ["-swift-version", version], in: folder)
        #expect(result.code == 0, "\(result.error)")
      }
    }

    @Test("The tribe's functions make JSON of today from JSON of each release, and keep it if they run again")
    func runs() throws {
      let folder = try StoredPackage.folder()
      #expect(try StoredPackage.run("new", "2.5.0", "--for", "Note", in: folder).code == 0)
      try folder.write(Self.stubs, to: "Nomad.swift")
      try folder.write(
        """
        import Foundation
        let recent = #\"\"\"
          {"author": {"name": "a"}, "box": {"w": 3, "h": 4}, "byName": {"b": {"name": "c"}},
           "figure": {"pair": {"_0": 1, "of": {"name": "d"}}}, "id": 1, "old": [], "body": "t", "theme": "light",
           "version": 1}
          \"\"\"#
        let first = #"{"author": {"name": "e"}, "body": "u"}"#
        do {
          for old in [recent, "[\\(recent)]", first, "[]"] {
            let data = try Tribe_2_5_0.migrated(Data(old.utf8))
            guard try Tribe_2_5_0.migrated(data) == data else { fatalError() }
            let notes = old.hasPrefix("[")
              ? try JSONDecoder().decode([Note].self, from: data) : [try JSONDecoder().decode(Note.self, from: data)]
            for new in notes {
              print(new.id, new.text, new.author.name, new.byName.count, new.theme, new.box.w, new.others as Any)
            }
          }
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
      #expect(try output() == "id is not written yet.\n")
      var tribe = try #require(folder.text(Self.tribe))
      let id = "6B29FC40-CA47-4067-B31D-00DD010662DA"
      for (part, value) in [
        ("id", "UUID(uuidString: \"\(id)\")!"), ("due", "nil"), ("others", "nil"), ("byName", "[:]"),
        ("theme", ".auto"),
        ("figure", ".point"), ("box", "Box_2_1_0(w: 5, h: 6)"),
      ] {
        tribe = tribe.replacing("try NomadError.unwritten(\"\(part)\")", with: value)
      }
      try folder.write(tribe, to: Self.tribe)
      let new = "\(id) t a 1 light 3 nil\n"
      #expect(try output() == "\(new)\(new)\(id) u e 0 auto 5 nil\n")
    }

    @Test("A new property is taken for an old one only if it has its key, and the tribe is above every release")
    func guesses() throws {
      let folder = try Folder()
      try folder.write(
        "tribes-lock 1\n\nshape App.Note 2.4.0 { id: Int, isPinned: Bool, title \"t\": String }\n",
        to: "Tribes.lock"
      )
      try folder.write(
        """
        import Nomad
        struct Note: Codable, Stored {
          var id: Int
          var isArchived: Bool
          var name: String
          enum CodingKeys: String, CodingKey { case id, isArchived, name = "t" }
        }
        """,
        to: "Sources/App/Note.swift"
      )
      for version in ["2.4.0", "2.3.0"] {
        let early = try StoredPackage.run("new", version, "--for", "Note", "--test", "none", in: folder)
        #expect(early.code != 0 && early.error.contains("2.4.0 has shipped"), "\(early)")
      }
      #expect(try StoredPackage.run("new", "2.5.0", "--for", "Note", "--test", "none", in: folder).code == 0)
      let tribe = try #require(folder.text(Self.tribe))
      let expected = """
              // The new shape has no isPinned.
              Note_2_5_0(
                id: old.id,
                isArchived: try NomadError.unwritten("isArchived"),  // new; or old.isPinned, if that was renamed
                name: old.title
              )
        """
      #expect(
        tribe.contains(expected.split(separator: "\n").map { $0.dropFirst(2) }.joined(separator: "\n")),
        "\(tribe)"
      )
    }

    @Test("Where the new shape can be decoded from old data, the author says whether the data is new")
    func ambiguous() throws {
      for (old, new, isTold) in [
        // Every old file lacks the key.
        ("{ text: String }", "var text: String; var due: Double", true),
        ("{ text: String, name: String? }", "var text: String; var title: String?", false),
        ("{ text: String, name: String? }", "var text: String; var title: String?; var due: Double", true),
        // An old value may have no fraction.
        ("{ count: Double, name: String? }", "var count: Int; var title: String?", false),
        ("{ count: Double }", "var count: Int", true),
        // A list may be empty.
        ("{ items: [Item], name: String? }", "var items: [Item]; var title: String?", false),
        ("{ items: [Item] }", "var items: [Item]", true),
        ("{ text: String }", "var text: String", false),
      ] {
        let folder = try Folder()
        try folder.write(
          "tribes-lock 1\nshape App.Item 1.0.0 { a: Int }\nshape App.Note 1.0.0 \(old)\n",
          to: "Tribes.lock"
        )
        try folder.write(
          "import Nomad\nstruct Note: Codable, Stored { \(new) }\nstruct Item: Codable { var b: String }",
          to: "Sources/App/Note.swift"
        )
        let result = try StoredPackage.run("new", "1.1.0", "--for", "Note", "--dry-run", in: folder)
        let marks = (
          result.output.contains("if (try? values(Note_1_1_0.self)) != nil { return data }\n"),
          result.output.contains("if try NomadError.unwritten(\"whether the data is new\") { return data }\n")
        )
        #expect(marks == (isTold, !isTold), "\(old) \(new): \(result)")
      }
    }

    @Test(
      "What the shapes do not tell is marked, so that no copy reads old data as something else",
      arguments: [
        // Another case has the raw value of the removed one.
        (
          "enum Kind: Int, Codable { case a, b, c }; struct Note: Codable, Stored { var kind: Kind }",
          "{ case a, b, c }", "{ case a, c }", "whether the data is new"
        ),
        (
          "struct Note: Codable, Stored { var a: String; var b: String?; enum CodingKeys: String, CodingKey { case a, b } }",
          "case a, b }", "case a = \"b\", b = \"a\" }", "whether the data is new"
        ),
        (
          "struct Style: OptionSet, Codable { let rawValue: Int; static let bold = Style(rawValue: 1) }\n"
            + "struct Note: Codable, Stored { var style: Style }",
          "rawValue: 1)", "rawValue: 2)", "a Style"
        ),
        (
          """
          struct Note: Codable, Stored {
            var x: Int
            init(from decoder: any Decoder) throws {
              var list = try decoder.unkeyedContainer()
              x = try list.decode(Int.self)
            }
            func encode(to encoder: any Encoder) throws {
              var list = encoder.unkeyedContainer()
              try list.encode(x)
            }
          }
          """,
          "Int", "String", "Note_1_0_0.init(from:), as in version 1.0.0 of the sources,"
        ),
      ]
    )
    func untold(sources: String, old: String, new: String, mark: String) throws {
      let folder = try Folder()
      try folder.write("import Nomad\n\(sources)\n", to: "Sources/App/Note.swift")
      #expect(try StoredPackage.run("lock", "--release", "1.0.0", in: folder).code == 0)
      try folder.write("import Nomad\n\(sources.replacing(old, with: new))\n", to: "Sources/App/Note.swift")
      let result = try StoredPackage.run("new", "1.1.0", "--for", "Note", "--dry-run", in: folder)
      #expect(result.output.contains("NomadError.unwritten(\"\(mark)\")"), "\(result)")
    }

    @Test("A copy of a type that can be a key of a dictionary is one, too, and needs only what its release wrote")
    func keys() throws {
      let folder = try Folder()
      let text = """
        import Nomad
        enum Kind: String, Codable, CodingKeyRepresentable { case a }
        struct Note: Codable, Stored {
          var kinds: [Kind: Int]
          enum CodingKeys: CodingKey { case kinds, old }
          init(from decoder: any Decoder) throws {
            let c = try decoder.container(keyedBy: CodingKeys.self)
            kinds = try c.decodeIfPresent([Kind: Int].self, forKey: .kinds) ?? c.decode([Kind: Int].self, forKey: .old)
          }
          func encode(to encoder: any Encoder) throws {
            var c = encoder.container(keyedBy: CodingKeys.self)
            try c.encode(kinds, forKey: .kinds)
          }
        }

        """
      try folder.write(text, to: "Sources/App/Note.swift")
      let result = try StoredPackage.run("freeze", "Note", in: folder)
      #expect(result.output.contains(": String, Codable, Hashable, CodingKeyRepresentable {"), "\(result)")
      #expect(result.output.contains("var old: [Kind_new: Int]?"), "\(result)")
    }

    @Test("Following the messages migrates the data of each release, over two changes of a type")
    func story() throws {
      let folder = try Folder()
      let path = "Sources/App/Note.swift"
      let author = "struct Author: Codable { var name: String }\n"
      try folder.write(
        "import Nomad\nstruct Note: Codable, Stored { var text: String; var author: Author }\n" + author,
        to: path
      )
      #expect(try StoredPackage.run("lock", "--release", "1.0.0", in: folder).code == 0)

      /// Checks, and returns what the messages ask for: the commands between quotation marks that start with a word.
      func commands(_ start: String, among codes: [String]) throws -> [[String]] {
        let check = try StoredPackage.run("check", in: folder)
        let found = check.error.split(separator: "\n").compactMap { $0.firstMatch(of: /error: .* \[([a-z-]+)\]/)?.1 }
        #expect(found.map(String.init) == codes, "\(check.error)")
        let texts = check.error.matches(of: /'swift package nomad ([^']*)'/).map { String($0.1) }
          .filter { $0.hasPrefix(start) }
        return Set(texts).sorted().map { $0.split(separator: " ").map(String.init) }
      }
      func tribe(_ version: String, _ values: [(String, String)]) throws {
        var arguments = try #require(try commands("new ", among: Self.codes[version] ?? []).last { $0.last == "Note" })
        arguments[1] = version
        let result = try StoredPackage.tool.run(arguments + ["--test", "none"], in: folder.url)
        let path = String(result.output.dropFirst(6).dropLast())
        var text = try #require(folder.text(path), "\(result)")
        for (part, value) in values { text = text.replacing("try NomadError.unwritten(\"\(part)\")", with: value) }
        let name = try Regex("try NomadError.unwritten\\(\"the name of the file .*\"\\)")
        text.replace(name, with: "\"notes.json\"")
        #expect(!text.contains("unwritten("), "\(text)")
        try folder.write(text, to: path)
      }

      let dated =
        "import Nomad\nstruct Note: Codable, Stored { var due: Double; var text: String; var author: Author }\n"
      try folder.write(dated + author, to: path)
      try tribe("1.1.0", [("due", "0")])
      #expect(try StoredPackage.run("lock", "--release", "1.1.0", in: folder).code == 0)

      let old = "Sources/App/Tribes/Tribe_1_1_0.swift"
      let shipped = folder.text(old)
      let tagged = dated.replacing("text: String", with: "text: String; var tags: [String]")
      try folder.write(tagged + author.replacing(" }", with: "; var mail: String }"), to: path)
      try tribe("1.2.0", [("tags", "[]"), ("mail", "\"\"")])
      // A tribe of private copies never has to be touched again.
      #expect(try commands("", among: []) == [] && folder.text(old) == shipped)
      #expect(try StoredPackage.run("lock", "--release", "1.2.0", in: folder).code == 0)

      let new = "Sources/App/Tribes/Tribe_1_2_0.swift"
      for file in [path, old, new] {
        try folder.write(try #require(folder.text(file)).replacing("import Nomad\n", with: ""), to: file)
      }
      try folder.write(Self.stubs, to: "Nomad.swift")
      try folder.write(
        """
        import Foundation
        let first = Data(#"{"text": "a", "author": {"name": "b"}}"#.utf8)
        let second = Data(#"{"text": "c", "author": {"name": "d"}, "due": 2}"#.utf8)
        for json in [try Tribe_1_1_0.migrated(first), second] {
          let note = try JSONDecoder().decode(Note.self, from: Tribe_1_2_0.migrated(json))
          print(note.text, note.due, note.tags, note.author.name, note.author.mail.count)
        }
        """,
        to: "main.swift"
      )
      let arguments = ["swiftc", "-swift-version", "6", "-o", "run", "main.swift", "Nomad.swift", path, old, new]
      let built = try Tool(at: ["/usr/bin/env"]).run(arguments, in: folder.url, within: 300)
      try #require(built.code == 0, "\(built.error)")
      #expect(try Tool(at: [folder.path("run")]).run([], in: folder.url).output == "a 0.0 [] b 0\nc 2.0 [] d 0\n")
    }

    /// The errors of the check before the tribe of each version.
    private static let codes = [
      "1.1.0": ["unmigrated-shape"],
      "1.2.0": ["unmigrated-shape", "unmigrated-shape"],
    ]

    @Test("The tribe goes to the only module that uses Nomad and knows the type's module")
    func modelModule() throws {
      let folder = try Folder()
      try folder.write("tribes-lock 1\nstored Model.Note\nshape Model.Note 1.0.0 { id: Int }\n", to: "Tribes.lock")
      let note = "public struct Note: Codable { public var id: Int; public init(id: Int) { self.id = id } }"
      try folder.write(note, to: "Sources/Model/Note.swift")
      for module in ["App", "Kit"] { try folder.write("import Model", to: "Sources/\(module)/\(module).swift") }
      func output() throws -> Tool.Result {
        try StoredPackage.run("new", "1.1.0", "--for", "Note", "--dry-run", in: folder)
      }
      let none = try output()
      let fact =
        "no module that uses Nomad depends on Model, the module of the type; choose the module for the tribe with --module: App"
      #expect(none.code == 2 && none.error.contains(fact), "\(none)")
      try folder.write("import Model\nimport Nomad", to: "Sources/App/App.swift")
      let only = try output()
      #expect(
        only.code == 0 && only.output.hasPrefix("// Sources/App/Tribes/Tribe_1_1_0.swift\n"),
        "\(only)"
      )
      #expect(only.output.contains("import Foundation\nimport Model\nimport Nomad\n"))
      try folder.write("import Nomad", to: "Sources/Kit/Kit.swift")
      #expect(try output().output.hasPrefix("// Sources/App/"))
      try folder.write("import Model\nimport Nomad", to: "Sources/Kit/Kit.swift")
      let several = try output()
      #expect(
        several.code == 2
          && several.error.contains(
            "several modules are possible; choose the module for the tribe with --module: App, Kit"
          )
      )
      let tribe = "struct A: Tribe { static let target: TribeTarget = .literal(\"1.0.0\") }"
      try folder.write("import Model\nimport Nomad\n\(tribe)", to: "Sources/Kit/Kit.swift")
      #expect(try output().output.hasPrefix("// Sources/Kit/Tribe_1_1_0.swift\n"))
      // The manifest decides if there is one.
      try folder.write(
        """
        // swift-tools-version: 6.2
        import PackageDescription
        let package = Package(
          name: "Notes",
          targets: [
            .target(name: "Model"), .target(name: "App", dependencies: ["Model"], plugins: ["NomadPlugin"]),
            .target(name: "Kit"), .plugin(name: "NomadPlugin", capability: .buildTool(), path: "Plugin"),
          ]
        )
        """,
        to: "Package.swift"
      )
      try folder.write("", to: "Plugin/Plugin.swift")
      try folder.write("import Model", to: "Sources/App/App.swift")
      try folder.write("import Model\nimport Nomad", to: "Sources/Kit/Kit.swift")
      #expect(try output().output.hasPrefix("// Sources/App/"))
      let asked = try StoredPackage.run("new", "1.1.0", "--for", "Note", "--module", "Kit", "--dry-run", in: folder)
      #expect(
        asked.code == 0
          && asked.error.contains("Kit does not depend on Model yet: add it to the target in Package.swift")
      )
    }

    @Test("The tribe goes to the module of its type if several modules are possible, and imports other modules")
    func modules() throws {
      let folder = try Folder()
      try folder.write("tribes-lock 1\n\nshape Model.Note 1.0.0 { id: Int }\n", to: "Tribes.lock")
      try folder.write("", to: "Sources/App/App.swift")
      let note = "import Nomad\nimport Other\npublic struct Note: Codable, Stored { public var id: Int }"
      try folder.write(note, to: "Sources/Model/Note.swift")
      let own = try StoredPackage.run("new", "1.1.0", "--for", "Note", "--dry-run", in: folder)
      #expect(own.code == 0 && own.output.hasPrefix("// Sources/Model/Tribes/Tribe_1_1_0.swift\n"), "\(own)")
      #expect(own.output.contains("import Foundation\nimport Nomad\nimport Other\n\n"))
      #expect(own.output.contains("Note_1_0_0(\n      id: old.id\n    )") && !own.output.contains("migrated(old."))
      let other = try StoredPackage.run("new", "1.1.0", "--for", "Note", "--module", "App", "--dry-run", in: folder)
      #expect(other.code == 0 && other.output.contains("import Foundation\nimport Model\nimport Nomad\n\n"))
      #expect(other.output.contains("@testable import App\n") && !other.output.contains("import Other"))
      #expect(other.output.contains("Note_1_0_0(\n      id: old.id\n    )"))
      try folder.write(note.replacing("public struct", with: "struct"), to: "Sources/Model/Note.swift")
      let hidden = try StoredPackage.run("new", "1.1.0", "--for", "Note", "--module", "App", in: folder)
      #expect(
        hidden.code == 2 && hidden.error.contains("'Note' is internal, so a tribe in App cannot list it in 'migrates'")
      )
    }

    @Test("In a module other than the type's, the tribe and its test compile", arguments: ["5", "6"])
    func otherModule(version: String) throws {
      let folder = try Folder()
      let lock =
        "tribes-lock 1\n\nshape Model.Note 1.0.0 { id: Int, kind: Kind }\nshape Model.Kind 1.0.0 String { a = \"a\" }\n"
      try folder.write(lock, to: "Tribes.lock")
      let model = """
        public struct Note: Codable, Sendable { public var id: Int; public var kind: Kind; public var due: Double }
        public enum Kind: String, Codable, Sendable { case a, b }
        """
      try folder.write(model, to: "Sources/Model/Note.swift")
      try folder.write("import Model\nimport Nomad", to: "Sources/App/App.swift")
      #expect(try StoredPackage.run("lock", "--stored", "Note", in: folder).code == 0)
      #expect(try StoredPackage.run("new", "1.1.0", "--for", "Note", in: folder).code == 0)
      let path = "Sources/App/Tribes/Tribe_1_1_0.swift"
      let generate = ["--output", "Registry.swift", "--module", "App", "Sources/App"]
      #expect(try Tool("nomad-gen").run(generate, in: folder.url).code == 0)
      let test = "Tests/AppTests/Tribe_1_1_0Tests.swift"
      for (name, files, options) in [
        ("Model", ["Sources/Model/Note.swift"], ["-emit-module"]),
        ("App", ["Sources/App/App.swift", path, "Registry.swift"], ["-emit-module", "-enable-testing"]),
        ("AppTests", [test], ["-typecheck"]),
      ] {
        let result = try Self.compile(files, as: name, options + ["-swift-version", version], in: folder)
        #expect(result.code == 0, "\(result.error)")
      }
    }

    /// Compiles files of a module against the built modules of Nomad.
    private static func compile(_ files: [String], as module: String, _ options: [String], in folder: Folder) throws
      -> Tool.Result
    {
      let built = Tool("Modules").executable
      let modules = FileManager.default.fileExists(atPath: built.path) ? built : built.deletingLastPathComponent()
      let swiftc = ["swiftc", "-module-name", module, "-parse-as-library", "-I", ".", "-I", modules.path]
      let checks = ["-enable-upcoming-feature", "MemberImportVisibility", "-warnings-as-errors"]
      return try Tool(at: ["/usr/bin/env"]).run(swiftc + checks + options + files, in: folder.url, within: 300)
    }

    @Test("A type that is gone is not guessed")
    func unknown() throws {
      let folder = try StoredPackage.folder()
      let sources = try #require(folder.text("Sources/App/Note.swift"))
      try folder.write(sources.replacing("struct Note:", with: "struct Memo:"), to: "Sources/App/Note.swift")
      let gone = try StoredPackage.run("new", "2.5.0", "--for", "Note", in: folder)
      #expect(gone.code == 2 && gone.error.contains("'swift package nomad freeze Note' prints its last shape"))
    }
  }
#endif
