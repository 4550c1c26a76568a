import NomadSources
import NomadSyntax
import NomadTargets
import Testing

@testable import NomadCheck
@testable import NomadGenCore
@testable import NomadSyntax
@testable import nomadctl

/// Changes of stored types that must not pass, however a tribe, a marker, a list or an older release hides them.
@Suite struct ShapeJudgementTests {
  private typealias Modules = [String: [String: String]]

  private func census(_ modules: Modules, _ lock: ReleaseLock) throws -> TribeCensus {
    let files = modules.mapValues { $0.mapValues { "import Nomad\n" + $0 } }
    return TribeCensus(of: try checkedPackage(files, stored: lock.typeNames))
  }

  private func census(_ text: String, _ lock: ReleaseLock) throws -> TribeCensus {
    try census(["App": ["A.swift": text]], lock)
  }

  private func locked(_ lines: String...) -> ReleaseLock {
    let lock = ReleaseLock(reading: (["tribes-lock 1"] + lines).map { $0 + "\n" }.joined().utf8)
    #expect(lock.readingFindings.isEmpty)
    return lock
  }

  private func codes(_ text: String, _ lock: ReleaseLock, for release: String? = nil) throws -> [String] {
    let version = try release.map(TribeVersion.init(app:))
    return lock.findings(in: try census(text, lock), for: version).map(\.code.rawValue)
  }

  private func codes(_ modules: Modules, _ lock: ReleaseLock) throws -> [String] {
    lock.findings(in: try census(modules, lock)).map(\.code.rawValue)
  }

  private static let shape = "shape App.Note 2.4.0 { text: String }"
  private static let dated = "struct Note: Codable, Stored { var text: String; var dueDate: Double }\n"

  private func new(_ body: String) -> String { tribe("New", #".literal("2.5.0")"#, body) }

  // MARK: Renames

  @Test(
    "A property that looks renamed can keep its key, and is never only made optional",
    arguments: [
      ("title: String", ["'title' looks like a new name of 'name': keep its key with 'case title = \"n\"' in "]),
      ("title: String?", ["'title' looks like a new name of 'name': keep its key with 'case title = \"n\"' in "]),
      ("`my title`: String", ["keep its key with 'case `my title` = \"n\"' in CodingKeys, or write a tribe: "]),
      ("title: Int", ["if that is not intended, restore it, or write a", "make it optional, or write a"]),
      (
        "title: String, tag: String?",
        [
          "if that is not intended, restore it, or write a tribe: ",
          "if 'title' is a new name of 'name', keep its key with 'case title = \"n\"' in CodingKeys, or else make it "
            + "optional or write a tribe: ",
          "if 'tag' is a new name of 'name', keep its key with 'case tag = \"n\"' in CodingKeys, or else write a tribe: ",
        ]
      ),
    ]
  )
  func renames(properties: String, remedies: [String]) throws {
    let lock = locked("shape App.Note 2.4.0 { name \"n\": String }")
    let variables = properties.split(separator: ", ").map { "var \($0)" }.joined(separator: "; ")
    let found = lock.findings(in: try census("struct Note: Codable, Stored { \(variables) }", lock))
    let notes = found.compactMap(\.notes.last?.message)
    #expect(notes.count == remedies.count && zip(notes, remedies).allSatisfy { $0.contains($1) }, "\(notes)")
  }

  @Test("With the proposed key, nothing is left to find")
  func renamedWithKey() throws {
    let lock = locked("shape App.Note 2.4.0 { id: Int, name: String }")
    let keys = "enum CodingKeys: String, CodingKey { case id, title = \"name\" }"
    #expect(try codes("struct Note: Codable, Stored { var id: Int; var title: String; \(keys) }", lock) == [])
  }

  // MARK: Mentions

  @Test(
    "Only a name that means the type is a mention of it",
    arguments: [
      ("f(Note: 1)", false), ("f(a, Note: 1)", false), ("x.Note()", false), ("x?.Note()", false), ("f(.Note)", false),
      ("let a = Kit.Note()", false), ("let a = Other.Note()", false), ("var Note = 1; print(Note)", false),
      ("func g<Note>(_ a: Note) { print(Note.self) }", false),
      ("func g<A, Note: Codable>(_ a: Note) -> Note { a }", false),
      ("do { struct Note: Codable {}; print(Note.self) }", false),
      ("do { typealias Note = Int; print(Note.self) }", false), ("let a: Frozen.Note? = nil", false),
      ("let a: Copy? = nil", false), ("f(x[Note: 1])", false), ("func g(Note a: Int) {}", false),
      ("for Note in a { print(Note) }", false),
      ("print(Note.self)", true), ("let a: [Note] = []", true), ("let a = [Note: Int]()", true),
      ("let a = App.Note()", true), ("print(b ? Note.self : Int.self)", true),
      ("do { struct Note {} }; print(Note())", true),
      ("func g<Note>(_ a: Note) {}; print(Note())", true), ("print(N.self)", true), ("let a: Notes = []", true),
      ("print(Keyed<Int>.self)", true), ("let a: Box.Content? = nil", true), ("let a: Outer.N? = nil", true),
      ("print(Far.self)", true), ("let a: All = []", true), ("f(as: Note.self, Note: 1)", true),
      ("print(Note.empty.text)", true),
      (#"print("\(Note.self)")"#, true), (#"print("a \(f("\(a.b(Note()))"))")"#, true),
      (#"print("\(x.Note()) Note \(f(Note: 1))")"#, false), (#"let Note = 1; print("\(Note)")"#, false),
      ("if case Note.empty = a {}", true), ("print(Alias.Content.self)", true),
    ]
  )
  func mentions(body: String, isMention: Bool) throws {
    let modules: Modules = [
      "App": [
        "A.swift": "public " + Self.dated,
        "B.swift": "import Model\n"
          + new("func f() { \(body) }; enum Frozen { struct Note: Codable {} }; typealias Copy = Frozen.Note"),
        "C.swift": """
        typealias N = Note
        typealias Notes = [Note]
        typealias Keyed<T> = [String: (T, Note)]
        enum Box { typealias Content = Note? }
        enum Outer { typealias N = App.Note }
        typealias Alias = Box
        """,
        "D.swift": "enum Other { struct Note {} }\n",
        "E.swift": "typealias All = Notes\n",
      ],
      "Model": ["A.swift": "import App\npublic typealias Far = App.Note\n"],
    ]
    #expect(try Set(codes(modules, locked(Self.shape))) == Set(["unmigrated-shape"] + (isMention ? ["live-type"] : [])))
    let shipped = locked(#"App.New .literal("2.5.0") 2.4.0 0000000000000000"#, Self.shape)
    let isLive = try codes(modules, shipped).contains("live-type")
    #expect(isLive == isMention)
  }

  @Test(
    "Only a name that means the type migrates it, and the list is no use of the type",
    arguments: [
      ("Note", true), ("App.Note", true), ("N", true), ("Outer.N", true), ("Far", true), ("Other.Note", false),
      ("Frozen.Note", false), ("Kit.Note", false), ("Copy", false), ("Memo", false),
    ]
  )
  func migrated(name: String, isMigrated: Bool) throws {
    let copies = "enum Frozen { struct Note: Codable {} }; typealias Copy = Frozen.Note"
    for member in [
      migrates(name), migrates("Memo", name), "static var migrates: [Any.Type] { [\(name).self] }",
      "static let migrates = [\(name).self]",
    ] {
      let modules: Modules = [
        "App": [
          "A.swift": "public " + Self.dated + "struct Memo: Codable, Stored {}\n",
          "B.swift": "import Model\n" + new("\(member); \(copies)"),
          "C.swift": "typealias N = Note\nenum Outer { typealias N = App.Note }\nenum Other { struct Note {} }\n",
        ],
        "Model": ["A.swift": "import App\npublic typealias Far = App.Note\n"],
      ]
      #expect(try codes(modules, locked(Self.shape)) == (isMigrated ? [] : ["unmigrated-shape"]), "\(member)")
    }
  }

  @Test("A private copy in the tribe under the type's name is not the type")
  func privateCopy() throws {
    let copy = "private struct Note: Codable { var text: String }"
    #expect(try codes(Self.dated + new("\(copy); \(migrates("Note"))"), locked(Self.shape)) == ["unmigrated-shape"])
    let shipped = locked(#"App.New .literal("2.5.0") 2.4.0 0000000000000000"#, Self.shape)
    for body in [
      "\(copy); func f() { print(Note.self, Self.Note.self, New.Note.self) }",
      "enum Old { \(copy) }; func f() { print(Old.Note.self) }",
    ] {
      #expect(try !codes(Self.dated + new(body), shipped).contains("live-type"), "\(body)")
    }
    // A copy in an inner type does not hide the type outside of it.
    let inner = new("enum Old { \(copy) }; func f() { print(Note.self) }")
    #expect(try codes(Self.dated + inner, shipped).contains("live-type"))
    // A copy in an extension in another file counts, too.
    let files: Modules = [
      "App": [
        "A.swift": Self.dated + new(migrates("Note")), "B.swift": "extension New { struct Note {} }\n",
      ]
    ]
    #expect(try codes(files, locked(Self.shape)) == ["unmigrated-shape"])
  }

  @Test("Another type of the tribe's own module comes before a stored type of another module")
  func otherModule() throws {
    let model = "public " + Self.dated
    let app = "import Model\n" + new(migrates("Note"))
    let lock = locked("shape Model.Note 2.4.0 { text: String }")
    #expect(try codes(["Model": ["A.swift": model], "App": ["A.swift": app]], lock) == [])
    let own = ["A.swift": app, "B.swift": "struct Note {}\n"]
    #expect(try codes(["Model": ["A.swift": model], "App": own], lock) == ["unmigrated-shape"])
  }

  // MARK: Builds

  @Test(
    "A tribe resolves a finding only for the builds that have the tribe",
    arguments: [
      ("#if os(iOS)\n", "\n#endif\n", nil), ("#if DEBUG\n", "\n#endif\n", nil), ("@available(iOS 17, *)\n", "", nil),
      ("@available(tvOS, unavailable)\n", "", nil), ("#if os(iOS)\n", "\n#endif\n", "os(iOS)"),
      ("@available(*, deprecated)\n", "", ""), ("#if os(iOS) || !os(iOS)\n", "\n#endif\n", ""),
    ]
  )
  func builds(before: String, after: String, condition: String?) throws {
    let tribe = before + new(migrates("Note")) + after
    let note = condition.map { $0.isEmpty ? Self.dated : "#if \($0)\n\(Self.dated)#endif\n" } ?? Self.dated
    let lock = locked(Self.shape)
    #expect(try codes(note + tribe, lock) == (condition == nil ? ["unmigrated-shape"] : []))
    let found = lock.findings(in: try census(note + tribe, lock))
    #expect(found.allSatisfy { $0.notes.contains { $0.message.contains("'App.New' migrates their data only if") } })
  }

  @Test("Several tribes can cover all builds, and a mention in an '#if' covers its branch")
  func branches() throws {
    let lock = locked(Self.shape)
    func text(_ condition: String, _ name: String) -> String {
      "#if \(condition)\n" + tribe(name, #".literal("2.5.0")"#, migrates("Note")) + "\n#endif\n"
    }
    #expect(try codes(Self.dated + text("os(iOS)", "A") + text("!os(iOS)", "B"), lock) == [])
    #expect(
      try codes(Self.dated + new("\n#if os(iOS)\n\(migrates("Note"))\n#endif\n"), lock) == ["unmigrated-shape"]
    )
    let both = "\n#if os(iOS)\n\(migrates("Note"))\n#else\n\(migrates("Note", "Int"))\n#endif\n"
    #expect(try codes(Self.dated + new(both), lock) == [])
    // The type and the tribe are available to the same users.
    let available = "@available(iOS 17, *)\n"
    #expect(try codes(available + Self.dated + available + new(migrates("Note")), lock) == [])
  }

  @Test("A tribe that waits for a version above the release does not resolve a finding for that release")
  func waiting() throws {
    let lock = locked(Self.shape)
    let text = Self.dated + tribe("New", #".literal("3.0.0")"#, migrates("Note"))
    #expect(try codes(text, lock) == [] && codes(text, lock, for: "3.0.0") == [])
    #expect(try codes(text, lock, for: "2.5.0") == ["unmigrated-shape"])
    let found = lock.findings(in: try census(text, lock), for: try TribeVersion(app: "2.5.0"))
    #expect(found.first?.notes.contains { $0.message.contains("tribe 'App.New' waits for 3.0.0") } == true)
  }

  // MARK: Types that are no longer stored

  @Test("A type that lost its marker is an error if it has changed, and a warning if not")
  func unmarked() throws {
    let lock = locked(Self.shape)
    let plain = Self.dated.replacing(", Stored", with: "")
    #expect(try codes(plain, lock) == ["unmigrated-shape"])
    let found = try #require(lock.findings(in: try census(plain, lock)).first)
    #expect(found.location.file == "App/A.swift" && found.severity == .error)
    #expect(found.message.contains("without 'dueDate'"))
    let same = plain.replacing("; var dueDate: Double", with: "")
    #expect(try codes(same, lock) == ["shape-change"])
    #expect(lock.findings(in: try census(same, lock)).first?.message.contains("no longer mark") == true)
    // A new type of the old shape is not the type, which is still there.
    let copy = "struct Copy: Codable, Stored { var text: String }\n"
    #expect(try codes(plain + copy, lock).contains("unmigrated-shape"))
    #expect(try codes(plain + new(migrates("Note")), lock) == ["shape-change"])
    // The type that takes its place has changed, and the old one stays as it was.
    let memo = "struct Memo: Codable, Stored { var text: String; var dueDate: Double }\n"
    #expect(try codes(same + memo, lock) == ["unmigrated-shape"])
    let moved: Modules = ["App": ["A.swift": same], "Core": ["A.swift": Self.dated]]
    #expect(try codes(moved, lock) == ["unmigrated-shape"])
    var accepted = lock
    _ = accepted.acceptShapes("App.Note", because: "why", try ShapeJudgement(accepted, census(plain, lock)))
    #expect(try codes(plain, accepted) == [])
  }

  @Test("A part that a stored type no longer contains is told by that type alone, even if it changes")
  func formerPart() throws {
    let lock = locked("shape App.Note 2.4.0 { part: Part?, text: String }", "shape App.Part 2.4.0 { a: Int }")
    let text = "struct Note: Codable, Stored { var text: String }\nstruct Part: Codable { var b: Int }\n"
    #expect(try codes(text, lock) == ["shape-change"])
  }

  @Test("A listed type that is gone is an error, and its new name takes over its lines")
  func listed() throws {
    let lock = locked("stored Model.Note", "shape Model.Note 2.4.0 { text: String }")
    let core: Modules = [
      "Core": ["A.swift": "public struct Note: Codable { var text: String }\n"], "Model": ["A.swift": ""],
    ]
    #expect(try codes(core, lock) == ["unmigrated-shape"])
    let found = lock.findings(in: try census(core, lock))
    #expect(found.first?.notes.contains { $0.message.contains("nomad-gen --stored Core.Note'") } == true)
    for (modules, name) in [
      (core, "Core.Note"),
      (["Model": ["A.swift": "public struct Memo: Codable { var text: String }\n"]], "Model.Memo"),
    ] {
      var lock = lock
      let files = modules.mapValues { $0.mapValues { "import Nomad\n" + $0 } }
      let package = try checkedPackage(files, stored: lock.typeNames.union([name]))
      let census = TribeCensus(of: package)
      _ = try lock.list(name, in: census)
      #expect(lock.findings(in: census).isEmpty)
      _ = try lock.updateShapes(to: census, release: "2.5.0")
      #expect(lock.stored.map(\.line) == ["stored \(name)"])
      #expect(lock.shapes.map(\.line) == ["shape \(name) 2.4.0 { text: String }"])
    }
  }

  @Test("A listed type that is gone is an error that tells which declared type may be it, stored or not")
  func listedCandidates() throws {
    let lock = locked("stored App.Old.Theme", "shape App.Old.Theme 1.0.0 { a: Int, b: Int, c: Int }")
    func remedy(_ modules: Modules) throws -> String {
      let found = lock.findings(in: try census(modules, lock))
      #expect(found.map(\.code.rawValue) == ["unmigrated-shape"])
      return found.flatMap(\.notes).map(\.message).first { $0.contains("swift run nomad-gen --stored") } ?? ""
    }
    let other = "struct Other: Codable { var a: Int; var z: Int; var y: Int; var x: Int }\n"
    let plain = "struct Plain { var a: Int; var b: Int; var c: Int }\n"
    for (name, module) in [("New.Theme", "App"), ("Palette", "App"), ("Palette", "Kit")] {
      let last = name.split(separator: ".").last ?? ""
      let type = "struct \(last): Codable { var a: Int; var b: Int; var c: Int; var d: Int }\n"
      let text = name == "New.Theme" ? "enum New { \(type)}\n" : type
      var files: Modules = ["App": ["A.swift": other + plain]]
      files[module, default: [:]]["B.swift"] = text
      #expect(try remedy(files).contains("'swift run nomad-gen --stored \(module).\(name)'"), "\(name)")
    }
    #expect(try remedy(["App": ["A.swift": other + plain]]).contains("--stored MODULE.NAME"))
  }

  @Test("A listed type that only another type still contains under a new name stays on the list")
  func listedPart() throws {
    let lines = ["stored App.Note", "stored App.Part", "shape App.Note 1.0.0 { part: Part }"]
    let lock = locked(lines[0], lines[1], lines[2], "shape App.Part 1.0.0 { a: Int, b: Int }")
    let text = "struct Note: Codable { var part: Piece }\nstruct Piece: Codable { var a: Int; var b: Int }\n"
    var moved = lock
    #expect(try codes(text, moved) == [])
    _ = try moved.updateShapes(to: try census(text, lock), release: "2.0.0")
    #expect(moved.stored.sorted().map(\.line) == ["stored App.Note", "stored App.Piece"])
    // The list says that it is stored by itself, too.
    let gone = "struct Note: Codable { }\n"
    #expect(try codes(gone, lock) == ["shape-change", "unmigrated-shape"])
  }

  // MARK: Other names

  private static let plugin =
    "shape App.Plugin 1.0.0 { author: String, ban: Bool, desc: String, icon: String, id: Int }"

  @Test(
    "A new type may be one that is gone if they have the same name, or half of the smaller one's members",
    arguments: [
      ("struct Account: Codable, Stored { var id: Int; var name: String; var url: String }", "shape-change"),
      ("struct Account: Codable, Stored { var id: String; var ban: Int }", "shape-change"),
      ("struct Account: Codable, Stored { var id: Int; var ban: Bool; var name: String }", "unmigrated-shape"),
      (
        "struct Addon: Codable, Stored { var author: String?; var ban: Bool; var desc: String; var new: Int; var x: Int }",
        "unmigrated-shape"
      ),
      (
        "enum Inner { struct Plugin: Codable, Stored { var id: Int; var name: String; var url: String } }",
        "unmigrated-shape"
      ),
    ]
  )
  func alike(text: String, code: String) throws {
    let found = try codes(text, locked(Self.plugin))
    #expect(Set(found).contains(code) && (code != "shape-change" || found == [code]), "\(found)")
  }

  @Test("At most three new names are told, the most alike first")
  func ranked() throws {
    let types = [
      "A": "id: Int; var ban: Bool; var n: Int", "B": "id: Int; var ban: Bool",
      "C": "id: Int; var icon: String; var desc: String", "D": "ban: Bool; var desc: String; var p: Int; var q: Int",
      "E": "desc: String",
    ]
    let text = types.map { "struct \($0): Codable, Stored { var \($1) }\n" }.joined()
    let lock = locked(Self.plugin)
    let notes = lock.findings(in: try census(text, lock)).flatMap(\.notes).map(\.message)
    #expect(notes.contains { $0.hasPrefix("'App.C' or 'App.B' or 'App.A' may be its new name") }, "\(notes)")
  }

  @Test("The key of an optional property is no remedy for a required one")
  func renamedToRequired() throws {
    let lock = locked("shape App.Note 2.4.0 { name: String? }")
    let found = lock.findings(in: try census("struct Note: Codable, Stored { var title: String }", lock))
    let notes = found.flatMap(\.notes).map(\.message)
    #expect(!notes.isEmpty && !notes.contains { $0.contains("CodingKeys") }, "\(notes)")
  }

  @Test("A type that was renamed together with its parts may be the one that is gone")
  func renamedParts() throws {
    let lock = locked(
      "shape App.General 2.4.0 { a: Int }",
      "shape App.Preferences 2.4.0 { general: General, theme: Theme }",
      "shape App.Theme 2.4.0 { b: Int }"
    )
    let text = """
      struct GeneralSettings: Codable { var a: Int }
      struct ThemeSettings: Codable { var b: String }
      struct Settings: Codable, Stored { var general: GeneralSettings; var theme: ThemeSettings }
      """
    let found = lock.findings(in: try census(text, lock))
    #expect(found.contains { $0.code == .unmigratedShape && $0.message.contains("'App.Preferences'") })
  }

  @Test("A raw value says nothing about a type with hand-written coding")
  func rawValueByHand() throws {
    let lock = locked("shape App.Note 2.4.0 { place: String }")
    let raw = "struct Place: Codable, RawRepresentable { var rawValue: String }"
    let note = "struct Note: Codable, Stored { var place: Place }"
    #expect(try codes("\(raw)\n\(note)", lock) == [])
    let coding = "extension Place { init(from decoder: any Decoder) throws { self.init(try Old(from: decoder)) } }"
    #expect(try codes("\(raw)\n\(note)\n\(coding)", lock) == ["unmigrated-shape"])
  }

  @Test("The parts of a type do not depend on the order of its properties")
  func partsAfterHelpers() throws {
    let stored = ["var mark: Mark", "var part: Part"]
    let text = """
      struct Part { var a: Int }
      struct Mark { static func encode(_ value: Int, to encoder: any Encoder) throws {} }

      """
    for members in [stored, stored.reversed()] {
      let note = "struct Note: Codable, Stored { \(members.joined(separator: "; ")) }"
      #expect(try census(text + note, ReleaseLock()).types.map(\.name).contains("Part"), "\(members)")
    }
  }

  @Test("An operator that takes part in coding does not damage the lock")
  func operators() throws {
    let text = """
      prefix operator <-
      @propertyWrapper struct Coded<S>: Codable { var wrappedValue: Int }
      struct Strategy { static prefix func <- (decoder: any Decoder) -> Int { 1 } }
      struct Note: Codable, Stored { @Coded<Strategy> var a: Int }
      """
    var lock = ReleaseLock()
    _ = try lock.updateShapes(to: try census(text, lock), release: "2.4.0")
    #expect(ReleaseLock(reading: lock.text.utf8).readingFindings.isEmpty, "\(lock.text)")
    #expect(lock.text.contains("#Strategy.operator"), "\(lock.text)")
  }

  @Test("A value of a type without coding is no part of a type with hand-written coding")
  func uncodedPart() throws {
    let lock = ReleaseLock()
    let text = """
      class Document { var text = "" }
      final class File: Codable, Stored {
        var url: String
        weak var document: Document?
        enum Keys: String, CodingKey { case url }
        init(from decoder: any Decoder) throws { url = try decoder.container(keyedBy: Keys.self).decode(String.self, forKey: .url) }
        func encode(to encoder: any Encoder) throws {}
      }
      """
    #expect(try census(text, lock).types.map(\.name) == ["File"])
  }

  @Test("A namesake with few of the members is not the type if another one is more alike")
  func namesake() throws {
    let lock = locked(Self.plugin)
    let inner = "enum Inner { struct Plugin: Codable, Stored { var id: Int; var x: Int } }\n"
    let same = "struct Addon: Codable, Stored { var author: String; var ban: Bool; var desc: String; var icon: String; "
    #expect(try codes(inner + same + "var id: Int }\n", lock) == [])
    let found = lock.findings(in: try census(inner + same + "var new: Int }\n", lock))
    #expect(found.count == 1 && found[0].notes.contains { $0.message.hasPrefix("'App.Addon' or 'App.Inner.Plugin'") })
  }

  // MARK: Acceptance

  @Test("Acceptances do not depend on their order, and each name has its line")
  func order() throws {
    let lines = ["shape App.A 1.0.0 { b: B }", "shape App.B 1.0.0 { x: Int }"]
    for names in [["App.A", "App.B"], ["B", "A"], ["A", "App.A", "B"]] {
      var lock = locked("stored App.A", "stored App.B", lines[0], lines[1])
      let census = try census("", lock)
      let accepted = try lock.accept(names, because: "why", in: census, for: nil)
      let covered = accepted.flatMap { if case .accepted(_, let findings) = $0 { findings } else { [] } }
      #expect(accepted.count == 2 && covered.count == 2)
      #expect(lock.shapes.sorted().map(\.line) == lines)
      #expect(lock.accepted.map(\.qualifiedName).sorted() == ["App.A", "App.B"])
      #expect(lock.findings(in: census).isEmpty)
    }
    var lock = locked(lines[0], lines[1])
    let census = try census("", lock)
    #expect(throws: Failure.self) { try lock.accept(["App.A", "App.Other"], because: "why", in: census, for: nil) }
  }

  @Test("An accepted change of a type that moved settles its old name", arguments: ["", "a: String"])
  func movedAcceptance(other: String) throws {
    var lock = locked("shape App.REST.Req 1.0.0 { a: Int, k: Int }")
    let text =
      "struct Req: Codable, Stored { var a: Int; var b: Int; var k: Int }\n"
      + (other.isEmpty ? "" : "struct Other: Codable, Stored { var \(other) }\n")
    #expect(try codes(text, lock) == ["unmigrated-shape"])
    _ = lock.acceptShapes("App.Req", because: "why", try ShapeJudgement(lock, census(text, lock)))
    #expect(try codes(text, lock) == [])
    _ = try lock.updateShapes(to: try census(text, lock), release: "2.0.0")
    #expect(
      lock.shapes.sorted().map(\.line).suffix(2) == [
        "shape App.Req 1.0.0 { a: Int, k: Int }", "shape App.Req 2.0.0 { a: Int, b: Int, k: Int }",
      ]
    )
    #expect(lock.accepted.map(\.qualifiedName) == ["App.Req"] && lock.accepted.first?[.shipped] == "2.0.0")
    #expect(try codes(text, ReleaseLock(reading: lock.text.utf8)) == [])
  }

  @Test("A type that returns to a name that another type had before is compared with its newest shape")
  func returned() throws {
    var lock = locked(
      #"shape App.A 1.0.0 { x: Int, y: Int } removed "1.0.1""#,
      "shape App.B 1.0.0 { x: Int, y: Int }",
      "shape App.B 2.0.0 { x: Int, y: Int, z: Int }",
      #"accepted unmigrated-shape App.A 0123456789abcdef "of the type before" shipped "1.0.0""#,
      #"accepted unmigrated-shape App.B 0123456789abcdef "why" shipped "2.0.0""#
    )
    let text = "struct A: Codable, Stored { var x: Int; var y: Int; var z: Int }\n"
    #expect(try codes(text, lock) == [])
    _ = try lock.updateShapes(to: try census(text, lock), release: "3.0.0")
    lock = ReleaseLock(reading: lock.text.utf8)
    #expect(
      lock.shapes.map(\.line) == [
        "shape App.A 1.0.0 { x: Int, y: Int }", "shape App.A 2.0.0 { x: Int, y: Int, z: Int }",
      ]
    )
    #expect(lock.accepted.map(\.reason) == ["why"] && lock.accepted.first?.qualifiedName == "App.A")
    #expect(try lock.readingFindings.isEmpty && codes(text, lock) == [])
  }

  @Test("A doubt that was not accepted is reported")
  func laterDoubts() throws {
    var lock = locked("shape App.Note 2.4.0 { far: Far }")
    let text = "import Kit\nstruct Note: Codable, Stored { var far: Far }\n"
    #expect(try codes(text, lock) == ["unread-shape"])
    _ = lock.acceptShapes("App.Note", because: "why", try ShapeJudgement(lock, census(text, lock)))
    #expect(lock.shapes.map(\.line) == ["shape App.Note 2.4.0 { far: Far }"])
    #expect(lock.accepted.map(\.subject.code) == [.unreadShape])
    #expect(try codes(text, lock) == [])
    let observed = text.replacing("struct", with: "@Tracked struct")
    #expect(try !codes(observed, lock).isEmpty)
    _ = lock.acceptShapes("App.Note", because: "why", try ShapeJudgement(lock, census(observed, lock)))
    #expect(try codes(observed, ReleaseLock(reading: lock.text.utf8)) == [] && codes(text, lock) == [])
    #expect(try codes(text + "struct Far: Codable {}\n", lock) == [])
  }

  @Test("A tribe that is not above the newest release migrates nothing for its users, unless it was accepted as late")
  func passed() throws {
    let lock = locked(Self.shape)
    for (version, isLate) in [("1.0.0", true), ("2.4.0", true), ("2.4.0-1", false), ("2.4.1", false)] {
      let target = version.contains("-") ? #".dotted("\#(version)")"# : #".literal("\#(version)")"#
      let text = Self.dated + tribe("New", target, "static let migrates: [Any.Type] = [Note.self]")
      #expect(try codes(text, lock) == (isLate ? ["unmigrated-shape"] : []), "\(version)")
      if isLate {
        let impact = lock.findings(in: try census(text, lock)).first?.notes.map(\.message).joined()
        #expect(impact?.contains("tribe 'App.New' is not above 2.4.0, so users of that release do not run it") == true)
      }
    }
    let old = #"App.Old .literal("3.0.0") 2.4.0 0123456789abcdef"#
    let late = accepting(.lateTribe, "New", .literal("2.0.0"))
    let text = Self.dated + tribe("New", #".literal("2.0.0")"#, "static let migrates: [Any.Type] = [Note.self]")
    #expect(try !codes(text, locked(old, Self.shape, late)).contains("unmigrated-shape"))
  }

  @Test(
    "A value of any type that conforms to a protocol is a doubt",
    arguments: ["any Figure", "[any Figure]", "Figure?"]
  )
  func existentials(type: String) throws {
    let text = """
      protocol Figure: Codable {}
      struct Circle: Figure { var radius: Int }
      struct Note: Codable, Stored { var base: \(type) }

      """
    #expect(try codes(text, locked("shape App.Note 2.4.0 { base: \"\(type)\" }")) == ["unread-shape"])
  }

  @Test("An alias that moves to another type is a change, and a tribe that uses it does not freeze the old one")
  func movedAlias() throws {
    let schemas = """
      enum SchemaV4 { struct Book: Codable, Stored { var title: String } }
      enum SchemaV5 { struct Book: Codable, Stored { var title: String; var rating: Int } }

      """
    var lock = locked("stored App.Book")
    let old = schemas + "typealias Book = SchemaV4.Book\n"
    _ = try lock.updateShapes(to: census(old, lock), release: "1.0.0")
    let moved = schemas + "typealias Book = SchemaV5.Book\n"
    #expect(try codes(moved, lock) == ["unmigrated-shape"])
    let user = tribe("New", #".literal("2.0.0")"#, "func f(_ data: [Book]) {}")
    #expect(try codes(moved + user, lock) == ["unmigrated-shape", "live-type"])
  }

  // MARK: Older releases

  @Test("What is accepted about an older shape or about a warning settles nothing else", arguments: [true, false])
  func separate(isWarning: Bool) throws {
    var lock = locked("shape App.Note 2.3.0 { a: Int, x: Int }", "shape App.Note 2.4.0 { x: Int }")
    let text = "struct Note: Codable, Stored { var a: String? }\n"
    if isWarning {
      let code = "accepted shape-change App.Note 0123456789abcdef \"why\" shipped \"2.4.0\"\n"
      lock = ReleaseLock(reading: (lock.text + code).utf8)
      #expect(try codes(text, lock) == ["unmigrated-shape"])
      lock = ReleaseLock(reading: lock.text.replacing("shape-change", with: "unmigrated-shape").utf8)
    } else {
      #expect(try codes(text, lock) == ["unmigrated-shape"])
      _ = lock.acceptShapes("App.Note", because: "why", try ShapeJudgement(lock, census(text, lock)))
    }
    // The newest release has 'x', which is lost, and not 'a'.
    #expect(try Set(codes(text, lock)) == ["shape-change"])
    _ = lock.acceptShapes("App.Note", because: "why", try ShapeJudgement(lock, census(text, lock)))
    #expect(try codes(text, lock) == [])
    _ = try lock.updateShapes(to: try census(text, lock), release: "2.5.0")
    #expect(try codes(text, ReleaseLock(reading: lock.text.utf8)) == [])
  }

  @Test("A shape of an older release that cannot be read is an error, unless a later tribe or acceptance can handle it")
  func olderShapes() throws {
    let lines = ["shape App.Note 2.3.0 { a: Int }", "shape App.Note 2.4.0 { }"]
    let text = "struct Note: Codable, Stored { var a: String? }\n"
    var lock = locked(lines[0], lines[1])
    // The newest shape lacks the property; that of 2.3.0 had it with another type.
    #expect(try codes(text, lock) == ["unmigrated-shape"])
    lock = locked(lines[0], lines[1], "shape App.Note 2.5.0 { a: String? }")
    #expect(try codes(text, lock) == ["unmigrated-shape"])
    let found = try #require(lock.findings(in: try census(text, lock)).first)
    #expect(found.message.hasPrefix("users of 2.3.0 have 'App.Note' with 'a' as Int"))
    #expect(try codes(text + tribe("New", #".literal("2.6.0")"#, migrates("Note")), lock) == [])
    // A tribe of an earlier release cannot have handled it.
    for (release, hasHandled) in [("2.4.0", true), ("2.5.0", true), ("2.3.0", false)] {
      let old = "App.Old .literal(\"\(release)\") \(release) 0000000000000000"
      let removal = accepting(.removedTribe, "Old", .literal(release))
      let lock = locked(lines[0], lines[1], "shape App.Note 2.5.0 { a: String? }", old, removal)
      #expect(try codes(text, lock) == (hasHandled ? [] : ["unmigrated-shape"]))
    }
    _ = lock.acceptShapes("App.Note", because: "why", try ShapeJudgement(lock, census(text, lock)))
    #expect(try codes(text, lock) == [])
    lock = ReleaseLock(reading: lock.text.utf8)
    _ = try lock.updateShapes(to: try census(text, lock), release: "2.6.0")
    #expect(try codes(text, lock) == [])
  }

  @Test("A fix of an older line is compared with the sources, if no later tribe can have handled its shape")
  func hotfix() throws {
    let lines = ["shape App.Note 2.4.0 { text: String }", "shape App.Note 2.4.1 { count: Int, text: String }"]
    let newest = "shape App.Note 3.0.0 { count: String?, text: String }"
    let text = "struct Note: Codable, Stored { var text: String; var count: String? }\n"
    #expect(try codes(text, locked(lines[0], newest)) == [])
    #expect(try codes(text, locked(lines[0], lines[1], newest)) == ["unmigrated-shape"])
  }

  @Test("The remedy for a part names the type that a tribe decodes")
  func container() throws {
    let lock = locked("shape App.Note 2.4.0 { theme: Theme }", #"shape App.Theme 2.4.0 String { dark = "dark" }"#)
    let text = "struct Note: Codable, Stored { var theme: Theme }\nenum Theme: String, Codable { case light }\n"
    let found = try #require(lock.findings(in: try census(text, lock)).first)
    #expect(found.notes.contains { $0.message.contains("swift package nomad new VERSION --for Note") })
    #expect(found.notes.contains { $0.message.contains("no new tribe has 'Note' in its 'migrates'") })
  }

  @Test("For a type that only its own file can name, the remedy asks for more access first", arguments: [true, false])
  func hidden(isNested: Bool) throws {
    let lock = locked("shape App.Store.Note 2.4.0 { id: Int }")
    let (outer, inner) = isNested ? ("fileprivate ", "") : ("", "private ")
    let text = "\(outer)enum Store { \(inner)struct Note: Codable, Stored { var id: String } }"
    let found = try #require(lock.findings(in: try census(text, lock)).first)
    let remedy = "give 'Note' more access, because a tribe has to list it, and write a tribe: 'swift package nomad new"
    #expect(found.notes.last?.message.contains(remedy) == true, "\(found)")
  }

  @Test(
    "A part is migrated if each type that is stored by itself and contains it is",
    arguments: [
      (["Note"], ["App.Book", "App.Page"]), (["Page"], ["App.Book", "App.Note"]),
      (["Style"], ["App.Book", "App.Note", "App.Page"]), (["Theme"], ["App.Book", "App.Note", "App.Page"]),
      (["Note", "Page"], ["App.Book"]), (["Book", "Note", "Page"], []),
    ] as [([String], [String])]
  )
  func sharedPart(listed: [String], unmigrated: [String]) throws {
    let lock = locked(
      "shape App.Book 2.4.0 { notes: [Note] }",
      "shape App.Note 2.4.0 { style: Style }",
      "shape App.Page 2.4.0 { theme: Theme }",
      "shape App.Style 2.4.0 { theme: Theme }",
      #"shape App.Theme 2.4.0 String { dark = "dark" }"#
    )
    let text = """
      struct Book: Codable, Stored { var notes: [Note] }
      struct Note: Codable, Stored { var style: Style }
      struct Style: Codable { var theme: Theme }
      struct Page: Codable, Stored { var theme: Theme }
      enum Theme: String, Codable { case light }

      """
    let judgement = ShapeJudgement(
      lock,
      try census(
        text + new("static let migrates: [Any.Type] = [\(listed.map { "\($0).self" }.joined(separator: ", "))]"),
        lock
      )
    )
    let changes = judgement.changes.filter { $0.type.name == "Theme" }
    #expect(changes.map(\.unmigrated) == [unmigrated])
    #expect(changes.map(\.isMigrated) == [unmigrated.isEmpty])
  }

  @Test("A tribe need not be in builds that lack the stored type around a part", arguments: [true, false])
  func conditionalContainer(isMigrated: Bool) throws {
    let lock = locked(
      #"shape App.Note 2.4.0 { theme: Theme } if "os(macOS)""#,
      "shape App.Page 2.4.0 { theme: Theme }",
      #"shape App.Theme 2.4.0 String { dark = "dark" }"#
    )
    let text = """
      #if os(macOS)
      struct Note: Codable, Stored { var theme: Theme }
      #endif
      struct Page: Codable, Stored { var theme: Theme }
      enum Theme: String, Codable { case light }

      """
    let tribes =
      tribe("New", #".literal("2.5.0")"#, migrates("Page")) + "#if \(isMigrated ? "os(macOS)" : "os(Linux)")\n"
      + tribe("Mac", #".literal("2.6.0")"#, migrates("Note")) + "\n#endif\n"
    let changes = ShapeJudgement(lock, try census(text + tribes, lock)).changes.filter { $0.type.name == "Theme" }
    #expect(changes.map(\.unmigrated) == [isMigrated ? [] : ["App.Note"]])
  }
}
