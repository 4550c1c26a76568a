#if Nomadctl
  import Foundation
  import Testing
  import ToolSupport

  @Suite("nomadctl merge")
  struct MergeTests {
    private static let tool = Tool("nomadctl")

    private static let one = """
      import Foundation
      import Nomad

      /// Splits the notes.
      struct SplitNotes: Tribe {
        static let target: TribeTarget = .literal("1.0.0")
        @TribeDependency private var store: Store

        // Writes the new file first.
        func migrate() throws {
          try split(store, "a } brace")
        }

        /// Splits one note.
        private func split(_ store: Store, _ text: String) throws {}
      }
      """
    private static let two = """
      import Nomad

      struct AddTags: Tribe {
        static let target: TribeTarget = .literal("1.1.0")
        @TribeDependency private var store: Store
        private let names = ["a", "b"].map { $0 + "c" }

        func migrate() async throws { for name in names { await store.add(name) } }
      }
      """

    private func folder(_ two: String = two) throws -> Folder {
      let folder = try Folder()
      try folder.write(Self.one, to: "Sources/App/One.swift")
      try folder.write(two, to: "Sources/App/Two.swift")
      return folder
    }

    private func merge(in folder: Folder, _ arguments: String...) throws -> Tool.Result {
      try Self.tool.run(["merge", "1.1.0", "1.0.0"] + arguments, in: folder.url)
    }

    @Test("A function without effects, whose body directly follows its parameters, is merged")
    func withoutEffects() throws {
      let two = Self.two.replacing(
        "migrate() async throws { for name in names { await store.add(name) } }",
        with: "migrate(){}"
      )
      let folder = try folder(two)
      #expect(try merge(in: folder, "--into", "1.1.0").code == 0)
      let text = try #require(folder.text("Sources/App/Tribe_1_1_0.swift"))
      #expect(text.contains("{ part2() }") && text.contains("func part2(){}"), "\(text)")
    }

    @Test("The merged tribe has the old bodies in order, each guarded, with their members")
    func writes() throws {
      let folder = try folder()
      let result = try merge(in: folder, "--into", "1.1.0")
      #expect(result.code == 0, "\(result.error)")
      #expect(result.error.contains("delete SplitNotes in Sources/App/One.swift:5"))
      #expect(
        folder.text("Sources/App/Tribe_1_1_0.swift") == """
          import Foundation
          import Nomad

          /// Does the work of the tribes 1.0.0, 1.1.0.
          struct Tribe_1_1_0: Tribe {
            static let target: TribeTarget = .literal("1.1.0")
            static let merges: [String] = ["1.0.0", "1.1.0"]

            func migrate() async throws {
              if try !TribeAttempt.wasDone("1.0.0") { try part1() }
              if try !TribeAttempt.wasDone("1.1.0") { try await part2() }
            }

            @TribeDependency private var store: Store

            /// Splits one note.
            private func split(_ store: Store, _ text: String) throws {}

            private let names = ["a", "b"].map { $0 + "c" }

            // Writes the new file first.
            func part1() throws {
              try split(store, "a } brace")
            }

            func part2() async throws { for name in names { await store.add(name) } }
          }

          """
      )
      #expect(folder.text("Tests/AppTests/Tribe_1_1_0Tests.swift")?.contains("from: [\"1.0.0\", \"1.1.0\"]") == true)
      for name in ["One", "Two"] {
        try FileManager.default.removeItem(at: folder.url.appending(path: "Sources/App/\(name).swift"))
      }
      #expect(try Self.tool.run(["list"], in: folder.url).output.contains("merges 1.0.0, 1.1.0"))
      #expect(try merge(in: folder, "--into", "1.1.0").code == 2)
    }

    @Test(
      "A tribe whose work cannot surely be taken over is refused, with the reason",
      arguments: [
        ("struct AddTags: Tribe {", "final class AddTags: Tribe {", "only a struct"),
        ("struct AddTags: Tribe {", "@MainActor struct AddTags: Tribe {", "attribute"),
        ("func migrate", "@MainActor\n  func migrate", "its 'migrate' has an attribute"),
        ("struct AddTags: Tribe {", "#if DEBUG\n#endif\nstruct AddTags: Tribe, Sendable {", "only a struct"),
        ("private let names", "static let urgency: TribeUrgency = .deferred\n  private let names", "deferred"),
        ("private let names", "init() {}\n  private let names", "'init'"),
        ("private let names", "#if DEBUG\n  #endif\n  private let names", "'#if'"),
        ("private let names", "private func split() {}\n  private let names", "different members named 'split'"),
        ("{ for name", "{ _ = TribeAttempt.current; for name", "TribeAttempt"),
        ("{ for name", "{ print(\"\\(AddTags.self)\"); for name", "its own type"),
        ("import Nomad", "import Nomad\nprivate let secret = 1", "private to the file"),
        ("import Nomad", "import Nomad\nextension AddTags {}", "extension"),
        ("store.add(name)", "store.add(split(name))", "AddTags uses 'split', which would mean a member of SplitNotes"),
        ("store.add(name)", "store.add(\"\\(split)\")", "AddTags uses 'split'"),
        ("private let names", "private func part2() {}\n  private let names", "a member named 'part2'"),
        ("= .literal(\"1.1.0\")", "= .literal(\"1.1.0\"), other = 3", "shares a declaration"),
      ]
    )
    func refuses(old: String, new: String, reason: String) throws {
      let folder = try folder(Self.two.replacing(old, with: new))
      let result = try merge(in: folder, "--into", "1.2.0")
      #expect(result.code != 0 && result.error.contains(reason), "\(result.error)")
      #expect(folder.text("Sources/App/Tribe_1_2_0.swift") == nil)
    }

    @Test("The target comes after all tribes, and has not shipped unless it is merged")
    func target() throws {
      let folder = try folder()
      #expect(try merge(in: folder, "--into", "1.0.5").error.contains("comes before"))
      #expect(try Self.tool.run(["merge", "1.0.0", "7.0.0", "--into", "7.1.0"], in: folder.url).code == 2)
      #expect(try merge(in: folder, "--into", "1.2.0", "--dry-run").output.contains("struct Tribe_1_2_0: Tribe"))
    }

    @Test("A tribe between the merged ones is refused, because it would run before their work, unless it is deferred")
    func between() throws {
      for (target, member, isRefused) in [
        (".dotted(\"1.0.5\")", "", true), (".literal(\"1.1.5\")", "", true), (".literal(\"1.2.5\")", "", false),
        (".literal(\"0.9.0\")", "", false), (".once(\"a\")", "", false), (".first", "", false),
        (".literal(\"1.0.5\")", "static let urgency: TribeUrgency = .deferred", false),
      ] {
        let folder = try folder()
        let text = "import Nomad\nstruct Other: Tribe { static let target: TribeTarget = \(target); \(member)\n"
        try folder.write(text + "func migrate() {} }", to: "Sources/App/Other.swift")
        let result = try merge(in: folder, "--into", "1.2.0", "--dry-run")
        #expect((result.code != 0) == isRefused, "\(target) \(result.error)")
        #expect(result.error.contains("Other in Sources/App/Other.swift:2 comes after a") == isRefused)
      }
    }

    /// Sources of two tribes of one protocol, with the type of its parameter.
    private func folder(of kind: String, _ type: String, _ imports: String) throws -> Folder {
      let folder = try Folder()
      func source(_ name: String, _ version: String, _ migrate: String) -> String {
        "import \(imports)\n\nstruct \(name): \(kind) {\n  static let target: TribeTarget = .literal(\"\(version)\")\n\n"
          + "  \(migrate)\n}\n"
      }
      try folder.write(
        source("SplitNotes", "1.0.0", "func migrate(_ db: \(type)) throws { try split(db) }")
          .replacing("\n}\n", with: "\n\n  private func split(_ db: \(type)) throws {}\n}\n"),
        to: "Sources/App/One.swift"
      )
      try folder.write(
        source("AddTags", "1.1.0", "func migrate(_ database: \(type)) async throws { _ = database }"),
        to: "Sources/App/Two.swift"
      )
      return folder
    }

    @Test(
      "Tribes of a database become one of the same protocol, and each part gets its parameter",
      arguments: [
        ("DatabaseTribe", "Database", "NomadGRDB"), ("PostgresTribe", "PostgresTransaction", "NomadPostgres"),
        ("NomadPostgres.PostgresTribe", "NomadPostgres.PostgresTransaction", "NomadPostgres"),
      ]
    )
    func database(kind: String, type: String, imports: String) throws {
      let folder = try folder(of: kind, type, imports)
      let result = try merge(in: folder, "--into", "1.2.0")
      #expect(result.code == 0, "\(result.error)")
      let name = { (text: String) in text.split(separator: ".").last ?? "" }
      #expect(
        folder.text("Sources/App/Tribe_1_2_0.swift") == """
          import \(imports)

          /// Does the work of the tribes 1.0.0, 1.1.0.
          struct Tribe_1_2_0: \(name(kind)) {
            static let target: TribeTarget = .literal("1.2.0")
            static let merges: [String] = ["1.0.0", "1.1.0"]

            func migrate(_ db: \(name(type))) async throws {
              if try !TribeAttempt.wasDone("1.0.0") { try part1(db) }
              if try !TribeAttempt.wasDone("1.1.0") { try await part2(db) }
            }

            private func split(_ db: \(type)) throws {}

            func part1(_ db: \(type)) throws { try split(db) }

            func part2(_ database: \(type)) async throws { _ = database }
          }

          """
      )
    }

    @Test("Tribes of several protocols are refused, with both places and what to do")
    func mixed() throws {
      let folder = try folder()
      try folder.write(
        """
        import NomadGRDB

        struct AddTags: DatabaseTribe {
          static let target: TribeTarget = .literal("1.1.0")
          func migrate(_ db: Database) throws {}
        }
        """,
        to: "Sources/App/Two.swift"
      )
      let result = try merge(in: folder, "--into", "1.2.0")
      #expect(result.code == 2 && folder.text("Sources/App/Tribe_1_2_0.swift") == nil)
      #expect(
        result.error.contains(
          "Sources/App/Two.swift:3: AddTags is a DatabaseTribe, but SplitNotes in Sources/App/One.swift:5 is a Tribe; "
            + "merge the tribes of each protocol into a tribe of their own"
        ),
        "\(result.error)"
      )
    }

    @Test(
      "A tribe of a database that runs in another way than its parts would is refused",
      arguments: [
        (
          "func migrate(_ database", "static let isTransactional = false\n\n  func migrate(_ database",
          "isTransactional"
        ),
        (
          "func migrate(_ database", "static let timeouts = PostgresTimeouts()\n\n  func migrate(_ database", "timeouts"
        ),
        ("(_ database: PostgresTransaction)", "()", "with one parameter, '_ db: PostgresTransaction'"),
        ("_ database: PostgresTransaction", "_ database: Other", "with one parameter"),
        ("_ database: PostgresTransaction", "_ database: PostgresTransaction, _ other: Int", "with one parameter"),
        ("AddTags: PostgresTribe", "AddTags: RevertiblePostgresTribe", "only a struct"),
      ]
    )
    func refusesDatabase(old: String, new: String, reason: String) throws {
      let folder = try folder(of: "PostgresTribe", "PostgresTransaction", "NomadPostgres")
      let two = try #require(folder.text("Sources/App/Two.swift"))
      try folder.write(two.replacing(old, with: new), to: "Sources/App/Two.swift")
      let result = try merge(in: folder, "--into", "1.2.0")
      #expect(result.code != 0 && result.error.contains(reason), "\(result.error)")
      #expect(folder.text("Sources/App/Tribe_1_2_0.swift") == nil)
    }
  }
#endif
