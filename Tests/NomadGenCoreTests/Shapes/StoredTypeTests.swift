import Testing

@testable import NomadCheck
@testable import NomadGenCore
@testable import NomadSyntax

@Suite struct StoredTypeTests {
  @Test(
    "A type is stored in every way in which a type can be a tribe",
    arguments: [
      ["struct A: Stored {}"], ["struct A: Codable & Stored {}"], ["struct A: Nomad.Stored {}"],
      ["struct A: Nomad::Stored {}"], ["struct A {}", "extension A: Stored {}"],
      ["struct A {}", "extension A: @retroactive Stored {}"], ["struct A {}", "extension App.A: Nomad.Stored {}"],
      ["struct A: P {}", "protocol P: Stored {}"],
      ["struct A: P {}", "protocol P: Q {}", "protocol Q: Codable, Stored {}"],
      ["struct A: P {}", "typealias P = Codable & Stored"],
      ["typealias B = A", "extension B: P {}", "struct A {}", "protocol P: Stored {}"],
      ["struct A {}", "#if DEBUG\nextension A: Stored {}\n#endif"], ["struct A: @unchecked Stored {}"],
      ["struct A: M.P {}", "enum M { typealias P = Stored }"], ["struct A: P {}", "protocol P where Self: Stored {}"],
    ]
  )
  func conformances(texts: [String]) throws {
    let files = Dictionary(uniqueKeysWithValues: texts.enumerated().map { ("\($0).swift", "import Nomad\n" + $1) })
    let types = try checkedPackage(["App": files]).storedTypes
    #expect(types.filter { $0.shape.alias == nil }.map(\.name) == ["A"])
  }

  @Test(
    "Nothing else makes a type stored",
    arguments: [
      "struct A: Stored {}\nprotocol Stored {}", "// nomad:ignore\nstruct A: Stored {}", "struct A: Other.Stored {}",
      "struct A { var a: any Stored }", "protocol A: Stored {}", "struct A: StoredLike {}",
      "extension Array where Element: Stored {}",
    ]
  )
  func others(text: String) throws {
    try #expect(storedTypes(text).isEmpty)
  }

  @Test(
    "A collection that is stored stands for its elements",
    arguments: [
      "extension Array: Stored where Element == A", "extension [A]: Stored", "extension [String: A]: Stored",
      "extension Dictionary<String, A>: Stored", "extension Optional: Stored where Wrapped == App.A",
      "extension A?: Stored",
    ]
  )
  func collections(head: String) throws {
    try #expect(storedTypes("\(head) {}", "struct A {}; struct B {}").map(\.summary) == ["A {  }"])
  }

  @Test("Subclasses of a stored class are stored, in any file")
  func subclasses() throws {
    let types = try storedTypes(
      "class A: Codable, Stored {}",
      "final class B: A {}",
      "class C: X {}",
      "typealias X = B"
    )
    #expect(types.map(\.summary) == ["A {  }", "B : A {  }", "C : B {  }", "X = B"])
  }

  @Test("The types that coded properties and associated values name are stored, too")
  func parts() throws {
    let types = try storedTypes(
      """
      struct A: Stored { var b: B; var c: [C?]; var d: [D: Box<E>]; var f: (F, x: Int); var skipped: S
        enum CodingKeys: CodingKey { case b, c, d, f } }
      """,
      "struct B { var g: G? }; enum C { case a(H) }; struct D {}; struct E {}; struct F {}; struct S {}",
      "struct Box<T> { var value: T }",
      "enum G: String { case a }; class H: I {}",
      "class I: Codable {}; struct Z {}; extension Z { struct B {} }"
    )
    #expect(types.map(\.name) == ["A", "B", "Box", "C", "D", "E", "F", "G", "H", "I"])
    #expect(types.allSatisfy { $0.unresolved.isEmpty })
  }

  @Test("A recursive type is found once")
  func recursion() throws {
    let types = try storedTypes("struct A: Stored { var b: [B] }", "struct B { var a: [A]; var b: [B] }")
    #expect(types.map(\.summary) == ["A { b: [B] }", "B { a: [A], b: [B] }"])
  }

  @Test("Types of other modules belong to these, once, and are listed by name if they are not marked")
  func modules() throws {
    let package = try checkedPackage(
      [
        "Model": [
          "A.swift": "public struct Note: Codable { public var author: Author; var at: Time }",
          "B.swift": "public struct Author: Codable { var name: String }; public typealias Time = Double",
        ],
        "App": [
          "A.swift": "import Nomad\nimport Model\nstruct Draft: Stored { var author: Author?; var model: Model.Author }"
        ],
        "Kit": ["A.swift": "import Nomad\nimport Model\nstruct Draft: Stored { var author: Author }"],
      ],
      stored: ["Model.Note", "Model.Missing"]
    )
    #expect(
      package.storedTypes.map { "\($0.module).\($0.summary)" } == [
        "App.Draft { author: Author?, model: Author }", "Kit.Draft { author: Author }", "Model.Author { name: String }",
        "Model.Note { at: Double, author: Author }",
      ]
    )
    #expect(package.modules.map { "\($0.module) \($0.storedTypes.count)" } == ["App 1", "Kit 1", "Model 2"])
  }

  @Test("A name that two modules have is spelled with its module")
  func namesakes() throws {
    let package = try checkedPackage([
      "Model": ["A.swift": "import Nomad\npublic struct Note: Stored {}"],
      "App": [
        "A.swift":
          "import Nomad\nimport Model\nstruct Note: Stored {}; struct A: Stored { var a: Note; var b: Model.Note }"
      ],
    ])
    #expect(package.storedTypes.first?.summary == "A { a: App.Note, b: Model.Note }")
  }

  @Test("Types of modules that are not checked are named, and so is one that is marked but declared elsewhere")
  func unchecked() throws {
    let package = try checkedPackage(
      [
        "Kit": ["A.swift": "import Nomad\npublic struct Size: Codable {}; public typealias Sizes = [Int]"],
        "App": [
          "A.swift": """
          import Nomad
          import Kit
          struct A: Stored { var a: Size; var b: Sizes }
          extension Size: @retroactive Stored {}
          extension Foreign: @retroactive Stored {}
          """
        ],
      ],
      importing: ["Kit"]
    )
    #expect(
      package.storedTypes.map { "\($0.module).\($0.summary)" } == [
        "App.A { a: Size, b: [Int] } ?? Size", "App.Foreign {  } ?? Foreign", "App.Size {  } ?? Size",
      ]
    )
  }

  @Test("Modules of the same name keep their types apart")
  func sameModules() throws {
    let texts = [
      "1.swift": "import Nomad\nstruct A: Stored { var a: B }; struct B {}",
      "2.swift": "import Nomad\nstruct A: Stored {}",
    ]
    let modules = try Check.run([("App", ["1.swift"]), ("App", ["2.swift"])]) { path, body in
      Array((texts[path] ?? "").utf8).withUnsafeBufferPointer(body)
    }
    #expect(modules.map { $0.storedTypes.map(\.summary) } == [["A { a: B }", "B {  }"], ["A {  }"]])
  }

  @Test("A type and its members have their places")
  func places() throws {
    let type = try #require(try storedTypes("enum A: String, Stored {\n  case b, c\n}").first)
    #expect([type.location.line, type.location.column] == [2, 6])
    #expect(type.places.mapValues { [$0.line, $0.column] } == ["b": [3, 8], "c": [3, 11]])
  }

  @Test("A build searches for no stored types, and the summary of a check counts them")
  func summary() throws {
    let text = "import Nomad\nstruct A: Stored { var b: B }"
    let output = find(["A.swift": "\(text); struct T: Tribe {}", "B.swift": "struct B {}"])
    #expect(output.files.map(\.path) == ["A.swift"])
    #expect(output.files.flatMap(\.declarations).allSatisfy { $0.properties.isEmpty })
    let package = try checkedPackage(["App": ["A.swift": text, "B.swift": "struct B {}"]])
    #expect(
      CheckResult(package, lock: nil).summary
        == "0 tribes in 1 module, 2 stored types, nothing wrong\n"
    )
  }

  @Test(
    "A tribe mentions the types that names in its own declarations mean",
    arguments: [
      ("let a = Note.self", ["Model.Note"]), ("// Note", []), ("let a = \"Note\"", []),
      ("let a: [O.Inner] = []", ["App.O.Inner"]),
      ("struct Note {}\nlet a = Note()", []), ("struct Note {}\nlet a = Model.Note()", ["Model.Note"]),
      ("func f() { struct Note {}; _ = Note() }", []), ("let note = 1", []), ("let a = Notes()", []),
      ("let a = [Note(), Part()]", ["Model.Note", "Model.Part"]), ("struct B: Tribe { let a = Part.self }", []),
      ("let a = `Note`()", ["Model.Note"]),
    ]
  )
  func mentions(body: String, names: [String]) throws {
    let target = "static let target: TribeTarget = .first; func migrate() async throws {}"
    let package = try checkedPackage([
      "Model": ["A.swift": "import Nomad\npublic struct Note: Stored { var part: Part }; public struct Part {}"],
      "App": [
        "A.swift": "import Nomad\nimport Model\nstruct A: Tribe {\n\(body)\n\(target) }",
        "B.swift": "import Nomad\nenum O { struct Inner: Stored {} }; let b = Note.self",
      ],
    ])
    let tribe = try #require(package.tribes.first { $0.name == "A" })
    let module = try #require(package.modules.first { $0.module == "App" })
    #expect(Set(module.mentions[tribe.symbol, default: []].map(\.type)) == Set(names))
  }
}
