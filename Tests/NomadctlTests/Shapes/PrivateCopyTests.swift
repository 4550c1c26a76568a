#if Nomadctl
  import Foundation
  import NomadCheck
  import Testing
  import ToolSupport

  @testable import nomadctl

  /// The private copies of stored types, compiled, decode what the types themselves encode.
  @Suite struct PrivateCopyTests {
    /// A stored type, its shape, and a value of it.
    struct Pair: Sendable {
      var title: String
      /// The declarations of the types, of which the first one in `shapes` is copied.
      var source: String
      /// The types' shapes by name, as the lock has them; with the generic parameters after the name.
      var shapes: [(String, String)]
      /// An expression of a value.
      var value: String
      /// The keys of the value that the copy does not have.
      var lost: [String] = []
      /// Whether decoding throws, because the lock does not tell everything.
      var isIncomplete = false
      /// Whether the JSON that the tool makes up is complete.
      var hasFixture = true

      var set: ShapeSet {
        get throws {
          ShapeSet(
            members: try shapes.map { name, text in
              let parts = name.split(separator: "<")
              return ShapeSet.Member(
                module: "App",
                name: String(parts[0]),
                shape: try #require(Shape(text), "\(text)"),
                parameters: parts.dropFirst().flatMap { $0.dropLast().components(separatedBy: ", ") }
              )
            }
          )
        }
      }
    }

    private static let pairs = [
      Pair(
        title: "values of Foundation and the standard library",
        source: """
          struct Note: Codable {
            var id: UUID
            var text: String
            var tags: [String]
            var due: Date?
            var site: URL?
            var counts: [String: Int]
            var raw: Data
            var price: Decimal
            var range: ClosedRange<Int>
            var unique: Set<Int>
            var ratio: Float
            var byNumber: [Int: Bool]
          }
          """,
        shapes: [
          (
            "Note",
            """
            { byNumber: [Int: Bool], counts: [String: Int], due: Date?, id: UUID, price: Decimal, range: ClosedRange<Int>, \
            ratio: Float, raw: Data, site: URL?, tags: [String], text: String, unique: Set<Int> }
            """
          )
        ],
        value: """
          Note(id: UUID(), text: "a", tags: ["b"], due: Date(), site: nil, counts: ["c": 1], raw: Data([1]), price: 2.5, \
          range: 1...3, unique: [7], ratio: 0.5, byNumber: [1: true])
          """
      ),
      Pair(
        title: "coding keys, and names that are keywords or no identifiers",
        source: #"""
          struct Note: Codable {
            var text: String
            var `default`: Int
            var `Type`: Int
            var `two words`: Bool
            private enum CodingKeys: String, CodingKey {
              case text = "a \"quoted\" key"
              case `default`, `Type` = "type"
              case `two words`
            }
          }
          """#,
        shapes: [
          ("Note", #"{ Type "type": Int, default: Int, text "a \"quoted\" key": String, `two words`: Bool }"#)
        ],
        value: #"Note(text: "a", default: 1, Type: 2, `two words`: true)"#
      ),
      Pair(
        title: "nested and referenced types, through every kind of container",
        source: """
          struct Note: Codable {
            struct Tint: Codable { var name: String }
            var tint: Tint?
            var authors: [Author]
            var byName: [String: Author]
            var matrix: [[Note.Tint]]
            var moods: Set<Mood>
            var counts: [Mood: Int]
          }
          struct Author: Codable { var name: String; var friend: Friend }
          struct Friend: Codable { var age: Int }
          struct Mood: Codable, Hashable { var level: Int; var shade: Shade }
          enum Shade: Int, Codable { case dark = 3 }
          """,
        shapes: [
          (
            "Note",
            """
            { authors: [Author], byName: [String: Author], counts: [Mood: Int], matrix: [[Note.Tint]], moods: Set<Mood>, \
            tint: Note.Tint? }
            """
          ),
          ("Note.Tint", "{ name: String }"), ("Author", "{ friend: Friend, name: String }"), ("Friend", "{ age: Int }"),
          ("Mood", "{ level: Int, shade: Shade }"), ("Shade", "Int { dark = 3 }"),
        ],
        value: """
          Note(tint: .init(name: "t"), authors: [Author(name: "a", friend: Friend(age: 1))], byName: [:], \
          matrix: [[.init(name: "u")]], moods: [Mood(level: 1, shade: .dark)], counts: [Mood(level: 2, shade: .dark): 3])
          """
      ),
      Pair(
        title: "enums with raw values",
        source: #"""
          struct Note: Codable { var theme: Theme; var size: Size; var weight: Weight; var themes: [Theme] }
          enum Theme: String, Codable { case dark, `default` = "a \"b\"" }
          enum Size: Int, Codable { case small = -1, large }
          enum Weight: Double, Codable { case thin = 0.5 }
          """#,
        shapes: [
          ("Note", "{ size: Size, theme: Theme, themes: [Theme], weight: Weight }"),
          ("Theme", #"String { dark = "dark", default = "a \"b\"" }"#), ("Size", "Int { large = 0, small = -1 }"),
          ("Weight", "Double { thin = 0.5 }"),
        ],
        value: "Note(theme: .default, size: .large, weight: .thin, themes: [.dark])"
      ),
      Pair(
        title: "enums with associated values",
        source: """
          enum Figure: Codable {
            case circle(radius: Double)
            case rect(Int, height: Int)
            case named(String, of: Part?)
            case point
            enum CodingKeys: String, CodingKey { case circle = "disc", rect, named, point }
            enum CircleCodingKeys: String, CodingKey { case radius = "the radius" }
            enum NamedCodingKeys: String, CodingKey { case _0 = "name", of }
          }
          struct Part: Codable { var index: Int }
          struct Note: Codable { var figures: [Figure] }
          """,
        shapes: [
          ("Note", "{ figures: [Figure] }"),
          (
            "Figure",
            """
            enum { circle "disc"("the radius": Double), named(name: String, of: Part?), point, rect(_0: Int, height: Int) }
            """
          ), ("Part", "{ index: Int }"),
        ],
        value: """
          Note(figures: [.circle(radius: 1), .rect(1, height: 2), .named("n", of: Part(index: 3)), .named("m", of: nil), \
          .point])
          """
      ),
      Pair(
        title: "types that contain themselves",
        source: """
          final class Node: Codable {
            var next: Node?
            var children: [Node] = []
            var tree: Tree?
            init(next: Node?, tree: Tree?) { (self.next, self.tree) = (next, tree) }
          }
          indirect enum Tree: Codable { case leaf(Int), branch(Branch) }
          struct Branch: Codable { var left: Tree; var right: Tree }
          """,
        shapes: [
          ("Node", "{ children: [Node], next: Node?, tree: Tree? }"),
          ("Tree", "enum { branch(_0: Branch), leaf(_0: Int) }"), ("Branch", "{ left: Tree, right: Tree }"),
        ],
        value: """
          Node(next: Node(next: nil, tree: nil), tree: .branch(Branch(left: .leaf(1), right: .branch(Branch(left: .leaf(2), \
          right: .leaf(3))))))
          """
      ),
      Pair(
        title: "classes, with the properties of a superclass",
        source: """
          class Base: Codable { var id = 1 }
          final class Item: Base { var extra = 2 }
          final class Note: Codable { var item = Item(); var text = "a" }
          """,
        shapes: [
          ("Note", "{ item: Item, text: String }"), ("Item", ": Base { }"), ("Base", "{ id: Int }"),
        ],
        value: "Note()"
      ),
      Pair(
        title: "properties that are written and never read",
        source: """
          struct Note: Codable {
            let version = 2
            var text: String
            private enum CodingKeys: String, CodingKey { case version, text }
          }
          """,
        shapes: [("Note", "{ text: String, let version: Int }")],
        value: #"Note(text: "a")"#,
        lost: ["version"]
      ),
      Pair(
        title: "property wrappers",
        source: """
          @propertyWrapper struct Clamped: Codable { var wrappedValue: Int; init(wrappedValue: Int, _ most: Int) { self.wrappedValue = wrappedValue } }
          struct Note: Codable { @Clamped(9) var count = 1 }
          """,
        shapes: [("Note", "{ @Clamped count: Int }")],
        value: "Note()",
        hasFixture: false
      ),
      Pair(
        title: "generic types",
        source: """
          struct Page<Element: Hashable & Codable, U>: Codable where U: Codable { var items: Set<Element>; var rest: U? }
          struct Tag: Codable, Hashable { var name: String }
          struct Note: Codable { var tags: Page<Tag, [Int]>; var more: Page<Int, Page<Int, Bool>> }
          """,
        shapes: [
          ("Note", "{ more: Page<Int, Page<Int, Bool>>, tags: Page<Tag, [Int]> }"),
          ("Page<Element, U>", "{ items: Set<$0>, rest: $1? }"), ("Tag", "{ name: String }"),
        ],
        value: #"Note(tags: Page(items: [Tag(name: "a")], rest: [1]), more: Page(items: [1], rest: nil))"#
      ),
      Pair(
        title: "properties and cases of some builds",
        source: """
          struct Note: Codable {
            var text: String
            #if os(macOS) || os(Linux)
              var here: Bool
            #endif
            #if os(Windows)
              var there: HWND
            #endif
            enum CodingKeys: String, CodingKey {
              case text = "t"
              #if os(macOS) || os(Linux)
                case here
              #endif
              #if os(Windows)
                case there
              #endif
            }
          }
          """,
        shapes: [
          (
            "Note",
            #"{ here: Bool if "os(macOS) || os(Linux)", text "t": String, there: HWND if "os(Windows)" }"#
          )
        ],
        value: #"Note(text: "a", here: true)"#
      ),
      Pair(
        title: "a hand-written initializer is marked",
        source: """
          struct Note: Codable {
            var text: String
            init(text: String) { self.text = text }
            init(from decoder: any Decoder) throws { text = try String(from: decoder) }
            func encode(to encoder: any Encoder) throws { try text.encode(to: encoder) }
          }
          """,
        shapes: [("Note", "{ text: String, init(from:) { #0123456789abcdef }, encode(to:) { #0123456789abcdef } }")],
        value: #"Note(text: "a")"#,
        isIncomplete: true,
        hasFixture: false
      ),
      Pair(
        title: "hand-written methods whose values are known",
        source: """
          struct Note: Codable {
            var text: String
            var count: Int
            init(text: String, count: Int) { (self.text, self.count) = (text, count) }
            enum CodingKeys: String, CodingKey { case text = "t", count }
            init(from decoder: any Decoder) throws {
              let values = try decoder.container(keyedBy: CodingKeys.self)
              text = try values.decode(String.self, forKey: .text)
              count = try values.decodeIfPresent(Int.self, forKey: .count) ?? 0
            }
          }
          """,
        shapes: [("Note", #"{ count: Int, text "t": String, init(from:) { count: Int?, t: String } }"#)],
        value: #"Note(text: "a", count: 1)"#
      ),
      Pair(
        title: "an unknown type is marked",
        source: "struct Note: Codable { var text = [1].first; var id = 1 }",
        shapes: [("Note", "{ id: Int, text: _ }")],
        value: "Note()",
        isIncomplete: true,
        hasFixture: false
      ),
      Pair(
        title: "a superclass of another package is marked",
        source: "class Other: Codable { var x = 1 }\nfinal class Note: Other {}",
        shapes: [("Note", ": Other { }")],
        value: "Note()",
        isIncomplete: true,
        hasFixture: false
      ),
    ]

    @Test("Each copy compiles, and decodes and encodes what the type itself encodes", arguments: ["5", "6"])
    func pairs(version: String) throws {
      var program = """
        import Foundation

        struct NomadError: Error {
          enum Code { case tribeFailed }
          init(_ code: Code, _ message: String, advice: String) {}
          static func unwritten<Value>(_ part: String) throws -> Value {
            throw NomadError(.tribeFailed, part, advice: "")
          }
        }

        func object(_ data: Data, without lost: [String] = []) throws -> NSObject? {
          let object = try JSONSerialization.jsonObject(with: data)
          guard let dictionary = object as? [String: Any] else { return object as? NSObject }
          return dictionary.filter { !lost.contains($0.key) } as NSDictionary
        }

        func check<Old: Codable, Copy: Codable>(
          _ title: String, _ old: Old, _ type: Copy.Type, lost: [String], throwing: Bool, fixture: String?
        ) {
          do {
            let json = try JSONEncoder().encode(old)
            do {
              let copy = try JSONDecoder().decode(type, from: json)
              let again = try JSONEncoder().encode(copy)
              let isSame = try object(json, without: lost) == object(again)
              print(isSame && !throwing ? "same" : "\\(String(decoding: json, as: UTF8.self)) != \\(String(decoding: again, as: UTF8.self))", title)
            } catch { print(throwing && error is NomadError ? "throws" : "\\(error)", title) }
            if let fixture { _ = try JSONDecoder().decode(Old.self, from: Data(fixture.utf8)) }
          } catch { print("\\(error)", title) }
        }


        """
      var calls: [String] = []
      for (number, pair) in Self.pairs.enumerated() {
        let set = try pair.set
        let copies = PrivateCopies(of: set.type(String(pair.shapes[0].0)), in: set, label: "2.4.0")
        #expect(copies.isIncomplete == pair.isIncomplete)
        var json = StoredJSON(of: set)
        let fixture = json.value(of: set.members[0]).printed()
        #expect(json.unknown.isEmpty == pair.hasFixture, "\(json.unknown)")
        calls.append("Case\(number).check()")
        program += """
          enum Case\(number) {
          \(pair.source)

          \(PrivateCopies.text(of: [copies]))
          static func check() {
            main.check(
              \(pair.title.debugDescription), \(pair.value), \(copies.name).self, lost: \(pair.lost), \
              throwing: \(pair.isIncomplete), fixture: \(pair.hasFixture ? "#\"\"\"\n\(fixture)\n\"\"\"#" : "nil"))
          }
          }

          """
      }
      let folder = try Folder()
      try folder.write(program + calls.joined(separator: "\n") + "\n", to: "main.swift")
      let swiftc = ["swiftc", "-swift-version", version, "-warnings-as-errors", "-module-name", "main", "main.swift"]
      let result = try Tool(at: ["/usr/bin/env"]).run(swiftc + ["-o", "pairs"], in: folder.url, within: 300)
      try #require(result.code == 0, "\(result.error)\n\(program)")
      let output = try Tool(at: [folder.path("pairs")]).run([], in: folder.url).output
      let expected = Self.pairs.map { "\($0.isIncomplete ? "throws" : "same") \($0.title)" }
      #expect(output.split(separator: "\n").map(String.init) == expected)
    }
  }
#endif
