import Testing

@testable import NomadGenCore
@testable import NomadSyntax

/// The surroundings of a tribe: conditions, availability, access, and other types.
@Suite struct SurroundingsTests {
  private static let members = "static let target: TribeTarget = .first; func migrate() async throws {}"

  private static func conditions(_ text: String, _ more: String = "") -> [[String]] {
    find(text, more).tribes.map { $0.conditions.map(\.text) }
  }

  // MARK: Conditions

  @Test("A tribe has the conditions of every #if around it, outermost first")
  func conditions() {
    let tribe = "struct A: Tribe { \(Self.members) }"
    #expect(Self.conditions("#if DEBUG\n\(tribe)\n#endif") == [["DEBUG"]])
    #expect(Self.conditions("#if A\n#if B\n\(tribe)\n#endif\n#endif") == [["A", "B"]])
    #expect(Self.conditions("#if A\n#elseif B\n\(tribe)\n#endif") == [["!A && B"]])
    #expect(Self.conditions("#if A\n#elseif B || C\n#else\n\(tribe)\n#endif") == [["!A && !(B || C)"]])
    #expect(Self.conditions("#if !A\n#else\n\(tribe)\n#endif") == [["!(!A)"]])
    #expect(Self.conditions("#if A\n#elseif B || C\n\(tribe)\n#endif") == [["!A && (B || C)"]])
    #expect(
      Self.conditions("#if os(Linux) && (A || // B\n !swift(>=6.0))\n\(tribe)\n#endif") == [
        ["os(Linux) && (A || !swift(>=6.0))"]
      ]
    )
    #expect(Self.conditions("#if canImport(A, _version: 1.2)\n\(tribe)\n#endif") == [["canImport(A, _version: 1.2)"]])
    #expect(Self.conditions("#if A\n#endif\n\(tribe)") == [[]])
    #expect(Self.conditions("enum O {\n#if A\n\(tribe)\n#endif\n}") == [["A"]])
    #expect(Self.conditions("#if A\nenum O { struct A: Tribe { \(Self.members) } }\n#endif") == [["A"]])
  }

  @Test("The #if conditions of a conformance and of a target apply to the tribe")
  func partConditions() {
    #expect(Self.conditions("struct A { \(Self.members) }\n#if X\nextension A: Tribe {}\n#endif") == [["X"]])
    let both = "#if X\nextension A: Tribe { \(Self.members) }\n#else\nextension A: Tribe { \(Self.members) }\n#endif"
    #expect(Self.conditions("struct A {}", both) == [["X"], ["!X"]])
    #expect(Self.conditions(both) == [["X"], ["!X"]])
    let target =
      "struct A: Tribe {\n#if X\nstatic let target = TribeTarget.first\n#else\nstatic let target = TribeTarget.always\n#endif\n}"
    #expect(find(target).summary == ["A .first", "A .always"])
    #expect(Self.conditions(target) == [["X"], ["!X"]])
    let getter = """
      struct A: Tribe {
        static var target: TribeTarget {
          #if X
          return .first
          #elseif Y
          return .literal("1.0.0")
          #else
          return .always
          #endif
        }
      }
      """
    #expect(find(getter).summary == ["A .first", "A .literal(\"1.0.0\")", "A .always"])
    #expect(Self.conditions(getter) == [["X"], ["!X && Y"], ["!X && !Y"]])
    #expect(find(getter).findings.isEmpty)
  }

  @Test("A type that each branch of an #if declares is one tribe per branch")
  func branches() {
    let text = """
      #if X
      struct A: Tribe { static let target: TribeTarget = .literal("1.0.0") }
      #else
      struct A: Tribe { static let target: TribeTarget = .literal("1.0.0") }
      #endif
      """
    #expect(Self.conditions(text) == [["X"], ["!X"]])
    #expect(find(text).findings.isEmpty)
  }

  @Test("A type that conforms through two protocols is one tribe")
  func twice() {
    let protocols = "protocol P: Tribe {}\nprotocol Q: Tribe {}"
    #expect(find(protocols, "struct A: P { \(Self.members) }\nextension A: Q {}").names == ["A"])
    #expect(find(protocols, "struct A: P, Q { \(Self.members) }").names == ["A"])
  }

  // MARK: Availability

  @Test(
    "A tribe's availability comes from its type, the enclosing type or extension, and its conformance",
    arguments: [
      ("@available(macOS 14, iOS 17.1, *)", ["macOS 14", "iOS 17.1"]),
      ("@available(macOS, introduced: 14.0.1)", ["macOS 14.0.1"]),
      ("@available(macOS, unavailable)", ["macOS unavailable"]),
      ("@available(*, unavailable, message: \"a, b\")", ["* unavailable"]),
      ("@available(*, deprecated, renamed: \"B\")", ["* deprecated"]),
      ("@available(iOS, introduced: 13, deprecated: 14, message: \"a\")", ["iOS 13 deprecated"]),
      ("@available(swift 5.9)", ["swift 5.9"]),
      ("@available(swift, introduced: 5.9, obsoleted: 6)", ["swift 5.9 obsoleted 6"]),
      ("@available(iOS 17, *) @available(macOS 14, *)", ["iOS 17", "macOS 14"]),
      ("@available (macOS 14, *)", ["macOS 14"]),
      ("@available(macOS 14, *)\n@MainActor\npublic", ["macOS 14"]),
    ]
  )
  func availability(attribute: String, expected: [String]) {
    for text in [
      "\(attribute) struct A: Tribe { \(Self.members) }", "\(attribute) enum O { struct A: Tribe { \(Self.members) } }",
      "\(attribute) extension O { struct A: Tribe { \(Self.members) } }",
      "struct A {}\n\(attribute) extension A: Tribe { \(Self.members) }",
    ] {
      #expect(find(text).tribes.map { $0.availability.map(\.description) } == [expected], "\(text)")
    }
  }

  @Test(
    "The registry guards tribes that are not available everywhere",
    arguments: [
      ("@available(macOS 14, iOS 17, *)", "if #available(macOS 14, iOS 17, *) {"),
      ("@available(macOS, unavailable)", "#if !os(macOS)"),
      ("@available(iOS, unavailable)", "#if !(os(iOS) || os(visionOS))"),
      ("@available(macCatalyst, unavailable)", "#if !targetEnvironment(macCatalyst)"),
      ("@available(*, unavailable)", "#if false"),
      ("@available(swift 5.9)", "#if swift(>=5.9)"),
      ("@available(swift, obsoleted: 6)", "#if !swift(>=6)"),
      ("@available(macOS 14, *) @available(macOS, introduced: 15)", "if #available(macOS 15, *) {"),
    ]
  )
  func guarded(attribute: String, line: String) {
    let registry = find("\(attribute) struct A: Tribe { \(Self.members) }").registry ?? ""
    #expect(registry.contains("    \(line)\n"), "\(registry)")
  }

  @Test(
    "An @available in an #if of its own counts in the builds that have it",
    arguments: [
      ("#if X\n@available(macOS 14, *)\n#endif\n%", ["X": "macOS 14", "!((X))": ""]),
      ("#if X\n@available(macOS, unavailable)\n#endif\n%", ["X": "macOS unavailable", "!((X))": ""]),
      ("#if X\n@available(macOS 14, *)\n@available(iOS 17, *)\n#endif\n%", ["X": "macOS 14, iOS 17", "!((X))": ""]),
      ("#if X\n@available(macOS 14, *)\n#endif\nenum O { % }", ["X": "macOS 14", "!((X))": ""]),
      ("#if X\n@available(*, deprecated)\n#endif\n%", ["": "* deprecated"]),
      ("#if X\n@available(macOS 14, *)\n%\n#endif", ["X": "macOS 14"]),
      ("#if X\n#if Y\n@available(macOS 14, *)\n#endif\n%\n#endif", ["X, Y": "macOS 14", "X, !((Y))": ""]),
      (
        "#if X\n@available(macOS 14, *)\n#else\n@available(macOS 15, *)\n#endif\n%",
        ["X, !((!X))": "macOS 14", "!((X)), !X": "macOS 15"]
      ),
    ]
  )
  func availabilityInCondition(text: String, expected: [String: String]) {
    let output = find(text.replacing("%", with: "struct A: Tribe { \(Self.members) }"))
    let found = output.tribes.map { tribe in
      (
        tribe.conditions.map(\.text).joined(separator: ", "),
        tribe.availability.map(\.description).joined(separator: ", ")
      )
    }
    #expect(Dictionary(found) { "\($0) and \($1)" } == expected)
    #expect(output.findings.isEmpty)
  }

  @Test("Any number of flags around an @available in an #if of its own make two entries, and one finding about them")
  func manyFlags() {
    let flags = (0..<13).map { "F\($0)" }.joined(separator: " && ")
    let attribute = "#if \(flags)\n@available(iOS 17, macOS 14, tvOS 17, *)\n#endif\n"
    let output = find(attribute + "struct A: Tribe { static let target: TribeTarget = .literal(\"1.0.0\") }")
    #expect(output.tribes.count == 2 && output.findings.isEmpty)
    #expect(find(attribute + "struct A: Tribe {}").findings.count == 1)
  }

  @Test(
    "A tribe that app extensions cannot use stays in the registry of every app",
    arguments: ["iOS", "macOS", "OSX", "macCatalyst", "tvOS", "visionOS", "watchOS"]
  )
  func applicationExtension(platform: String) throws {
    let type = "struct A: Tribe { \(Self.members) }"
    let registry = try #require(find("@available(\(platform)ApplicationExtension, unavailable) \(type)").registry)
    #expect(registry == find(type).registry)
    let both = "@available(\(platform)ApplicationExtension, unavailable) @available(Windows, unavailable) \(type)"
    #expect(find(both).registry == find("@available(Windows, unavailable) \(type)").registry)
  }

  // MARK: Access

  @Test(
    "A tribe has the access level that the compiler computes, and a private one is an error",
    arguments: [
      ("struct A: Tribe { % }", "internal"),
      ("public struct A: Tribe { % }", "public"),
      ("open class A: Tribe { % }", "open"),
      ("package struct A: Tribe { % }", "package"),
      ("public enum O { struct A: Tribe { % } }", "internal"),
      ("public enum O { public struct A: Tribe { % } }", "public"),
      ("enum O { public struct A: Tribe { % } }", "internal"),
      ("package enum O { public struct A: Tribe { % } }", "package"),
      ("public enum O {}\npublic extension O { struct A: Tribe { % } }", "public"),
      ("public enum O {}\nextension O { struct A: Tribe { % } }", "internal"),
      ("enum O {}\nextension O { public struct A: Tribe { % } }", "internal"),
      ("public enum O {}\npublic extension O { enum P { struct A: Tribe { % } } }", "internal"),
      ("public enum O {}\npackage extension O { struct A: Tribe { % } }", "package"),
      ("private struct A: Tribe { % }", "private"),
      ("fileprivate struct A: Tribe { % }", "fileprivate"),
      ("private enum O { public struct A: Tribe { % } }", "private"),
      ("enum O { private struct A: Tribe { % } }", "private"),
      ("enum O {}\nprivate extension O { struct A: Tribe { % } }", "private"),
      ("private enum O {}\nextension O { struct A: Tribe { % } }", "private"),
      ("public private(set) struct A: Tribe { % }", "public"),
    ]
  )
  func access(text: String, expected: String) {
    let output = find(text.split(separator: "%").joined(separator: Self.members))
    #expect(output.tribes.map(\.access.rawValue) == [expected], "\(text)")
    #expect(output.hasErrors == ["private", "fileprivate"].contains(expected))
  }

  @Test("A tribe in an extension of a private type is an error, even through a module name or an alias")
  func privateElsewhere() {
    #expect(find("extension App.O { struct A: Tribe { \(Self.members) } }\nprivate enum O {}").hasErrors)
    #expect(find("typealias X = O\nprivate enum O {}\nextension X { struct A: Tribe { \(Self.members) } }").hasErrors)
  }

  @Test(
    "A generic tribe and a tribe nested in a generic type are unreachable",
    arguments: [
      "struct A<T>: Tribe { % }", "struct O<T> { struct A: Tribe { % } }",
      "struct O<T> {}\nextension O { struct A: Tribe { % } }",
      "struct O<T> { enum P {} }\nextension O.P { struct A: Tribe { % } }", "struct A<each T>: Tribe { % }",
      "struct A<T> {}\nextension A: Tribe where T == Int { % }",
    ]
  )
  func generic(text: String) {
    let output = find(text.split(separator: "%").joined(separator: Self.members))
    #expect(output.findings.map(\.code) == [.unreachableTribe], "\(text)")
  }

  @Test(
    "An actor in a function or a closure is unreachable, even within a line",
    arguments: ["[1].forEach { _ in % }", "func f() { switch 1 { case 1: %; default: break } }", "func f() { % }"]
  )
  func localActor(code: String) {
    let output = find(code.replacing("%", with: "actor L: Tribe { \(Self.members) }"))
    #expect(output.findings.map(\.code) == [.unreachableTribe])
  }

  @Test("A tribe in an unbound generic type of the standard library is unreachable")
  func genericOfStandardLibrary() {
    let findings = { (extended: String) in
      find("extension \(extended) { struct A: Tribe { \(Self.members) } }").findings.map(\.code)
    }
    for extended in ["Array", "Swift.Dictionary", "Swift::Result", "Array where Element: Hashable"] {
      #expect(findings(extended) == [.unreachableTribe], "\(extended)")
    }
    for extended in ["[Int]", "Int?", "Set<Int>", "[Int: Int]", "Swift.Int", "Own.Array"] {
      #expect(findings(extended) == [], "\(extended)")
    }
    #expect(find("enum Array {}", "extension Array { struct A: Tribe { \(Self.members) } }").findings.isEmpty)
  }

  @Test("A tribe's name omits 'Swift' if that names the standard library")
  func standardLibrary() {
    #expect(find("extension Swift.Int { struct A: Tribe { \(Self.members) } }").names == ["Int.A"])
    #expect(find("extension Swift::Int { struct A: Tribe { \(Self.members) } }").names == ["Int.A"])
    #expect(find("enum Swift {}\nextension Swift { struct A: Tribe { \(Self.members) } }").names == ["Swift.A"])
  }

  @Test("An extension's access level applies only to members without an access level of their own")
  func accessOfExtension() {
    let extended = "enum O {}\nprivate extension O { % }"
    let codes = { (member: String) in find(extended.replacing("%", with: member)).findings.map(\.code) }
    #expect(codes("struct A: Tribe { \(Self.members) }") == [.unreachableTribe])
    #expect(codes("enum P { struct A: Tribe { \(Self.members) } }") == [.unreachableTribe])
    #expect(codes("internal struct A: Tribe { \(Self.members) }") == [])
    #expect(codes("public enum P { struct A: Tribe { \(Self.members) } }") == [])
  }

  @Test("A tribe in a generic type is unreachable, even if the type's file never names the protocol")
  func genericElsewhere() {
    let output = find(
      "struct O<T> {}",
      "extension O { enum P {} }",
      "extension O.P { struct A: Tribe { \(Self.members) } }"
    )
    #expect(output.findings.map(\.code) == [.unreachableTribe])
  }

  @Test("Only a nomad:access public comment that starts its line makes the registry public")
  func registryAccess() {
    for (comment, line) in [
      ("// nomad:access public", "  public nonisolated static let"),
      ("// nomad:access package", "  nonisolated static let"),
      ("/* nomad:access internal */", "  nonisolated static let"),
      ("// nomad:access private", "  nonisolated static let"),
      ("let a = 1 // nomad:access public", "  nonisolated static let"),
      ("// no nomad:access public", "  nonisolated static let"),
    ] {
      let registry = find("\(comment)\nstruct A: Tribe { \(Self.members) }").registry ?? ""
      #expect(registry.contains("\n\(line)"), "\(comment)")
    }
  }

  // MARK: Names

  @Test("Names are qualified without module or backticks, and the registry spells them as the source does")
  func names() {
    let text = """
      enum `class` { struct `A b`: Tribe { \(Self.members) } }
      enum Été { enum 日本 { struct 🐪: Tribe { \(Self.members) } } }
      extension Foreign.Inner { struct A: Tribe { \(Self.members) } }
      """
    let output = find(text)
    #expect(output.names == ["Foreign.Inner.A", "class.A b", "Été.日本.🐪"])
    let registry = output.registry ?? ""
    #expect(registry.contains("`class`.`A b`().migrate()"))
    #expect(registry.contains("Été.日本.🐪().migrate()"))
    #expect(registry.contains("Foreign.Inner.A().migrate()"))
  }

  @Test("Template placeholders in a target's string are not replaced")
  func template() {
    let registry =
      find("struct A: Tribe { static let target: TribeTarget = .once(\"{{module}}{{imports}}{{entries}}\") }")
      .registry ?? ""
    #expect(registry.contains("target: .once(\"{{module}}{{imports}}{{entries}}\")"), "\(registry)")
  }

  @Test("For a tribe in a foreign type, the registry repeats the imports of its file without exporting them")
  func imports() {
    let text = """
      @_exported import A
      @testable public import struct B.C
      package import D
      #if X
      import E
      #endif
      public import Nomad
      extension Foreign { struct T: Tribe { \(Self.members) } }
      """
    let registry = find(text, "import Z\n// Tribe").registry ?? ""
    let imports = registry.split(separator: "\n").filter {
      $0.hasSuffix("import A") || $0.contains("import ") || $0.hasPrefix("#")
    }
    #expect(
      imports == [
        "#if (X)", "import E", "#endif", "@testable internal import struct B.C", "import A", "internal import D",
        "internal import Nomad",
      ]
    )
  }
}
