#if Nomadctl
  import Foundation
  import Testing
  import ToolSupport

  /// The option `--unstored` of `nomadctl check`.
  @Suite struct UnstoredTests {
    private static func tribe(_ body: String, _ rest: String = "") -> String {
      """
      import Foundation
      import Nomad
      struct T: Tribe {
        static let target: TribeTarget = .literal("1.0.0")
        func migrate() async throws {
          let decoder = JSONDecoder(), encoder = JSONEncoder()
          \(body)
        }
        \(rest)
      }
      """
    }

    private func notes(_ source: String, _ arguments: [String] = ["--unstored"]) throws -> [String] {
      let folder = try Folder()
      try folder.write(source, to: "Sources/App/T.swift")
      try folder.write(
        """
        struct Note: Codable { var a = 1; struct Tag: Codable { var b = 1 } }
        typealias Memo = Note
        private struct Hidden: Codable {}
        """,
        to: "Sources/App/Note.swift"
      )
      try folder.write("import Nomad\nstruct Kept: Codable, Stored { var a = 1 }", to: "Sources/App/Kept.swift")
      let result = try StoredPackage.tool.run(["check"] + arguments, in: folder.url)
      return result.error.split(separator: "\n").map(String.init).filter { $0.contains("[unstored-type]") }
    }

    @Test(
      "A type that a tribe certainly decodes or encodes is reported once, at its name",
      arguments: [
        ("_ = try decoder.decode(Note.self, from: data)", "decodes 'App.Note'", 30),
        ("_ = try decoder.decode([Note].self, from: data)", "decodes 'App.Note'", 31),
        ("_ = try decoder.decode([String: Note?].self, from: data)", "decodes 'App.Note'", 39),
        ("_ = try decoder.decode(App.Note.Tag.self, from: data)", "decodes 'App.Note.Tag'", 30),
        ("_ = try decoder.decode(Memo.self, from: data)", "decodes 'App.Note'", 30),
        ("_ = try encoder.encode(Note())", "encodes 'App.Note'", 30),
        ("_ = try encoder.encode([Note(), Note()])", "encodes 'App.Note'", 31),
        ("let note = Note(); _ = try encoder.encode(note)", "encodes 'App.Note'", 49),
        ("let notes: [Note] = []; _ = try encoder.encode(notes)", "encodes 'App.Note'", 54),
      ]
    )
    func reported(body: String, message: String, column: Int) throws {
      let found = try notes(Self.tribe(body))
      let line =
        "Sources/App/T.swift:7:\(column): note: tribe 'App.T' \(message), which is not a stored type [unstored-type]"
      #expect(found == [line])
      #expect(try notes(Self.tribe(body), []) == [])
    }

    @Test(
      "A stored type, a copy in the tribe, and whatever is not certain are not reported",
      arguments: [
        ("_ = try decoder.decode(Kept.self, from: data)", ""), ("_ = try decoder.decode([Int].self, from: data)", ""),
        ("_ = try decoder.decode(Unknown.self, from: data)", ""), ("_ = try encoder.encode(note)", ""),
        ("_ = try decoder.decode(Old.self, from: data)", "struct Old: Codable { var a = 1 }"),
        ("_ = try decoder.decode(Note.self, from: data)", "struct Note: Codable { var a = 1 }"),
        ("let note = Note(); do { let note = 1; _ = try encoder.encode(note) }", ""),
        ("let note = Note(); print(note)", ""), ("let note = make(Note.self); _ = try encoder.encode(note)", ""),
      ]
    )
    func silent(body: String, rest: String) throws {
      #expect(try notes(Self.tribe(body, rest)) == [])
    }

    @Test("A type that the lock lists is stored, and notes never fail a check, also as JSON and annotations")
    func lock() throws {
      let folder = try Folder()
      try folder.write(Self.tribe("_ = try decoder.decode(Note.self, from: data)"), to: "Sources/App/T.swift")
      try folder.write("struct Note: Codable { var a = 1 }", to: "Sources/App/Note.swift")
      #expect(try StoredPackage.run("lock", "--release", "1.0.0", in: folder).code == 0)
      let noted = try StoredPackage.run("check", "--unstored", "--strict", in: folder)
      #expect(noted.code == 0 && noted.error.contains("[unstored-type]") && noted.output.contains("nothing wrong"))
      let json = try StoredPackage.run("check", "--unstored", "--format", "json", in: folder)
      #expect(json.code == 0 && json.output.contains("\"severity\": \"note\","))
      let github = try StoredPackage.run("check", "--unstored", "--format", "github", in: folder)
      #expect(github.output.hasPrefix("::notice file=Sources/App/T.swift,line=7,"))
      #expect(try StoredPackage.run("lock", "--stored", "App.Note", in: folder).code == 0)
      let listed = try StoredPackage.run("check", "--unstored", in: folder)
      #expect(listed.code == 0 && listed.error == "", "\(listed)")
    }
  }
#endif
