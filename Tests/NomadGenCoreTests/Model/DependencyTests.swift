import Foundation
import Testing

@testable import NomadCheck
@testable import NomadGenCore

/// The dependencies of tribes: their properties with `@TribeDependency`.
@Suite struct DependencyTests {
  private static let target = "static let target: TribeTarget = .first"

  private func needs(_ texts: String...) -> [String] {
    let output = find(Dictionary(uniqueKeysWithValues: zip(["A.swift", "B.swift", "C.swift"], texts)))
    #expect(output.places.isEmpty)
    let lines = (output.registry ?? "").split(separator: "\n").map { $0.drop { $0 == " " } }
    return lines.filter { $0.hasPrefix("_tribes.dependency") || $0.hasPrefix("#") }.map(String.init)
  }

  private func need(_ type: String, _ property: String = "p") -> String {
    #"_tribes.dependency(_TribeDependency<\#(type)>.self, as: "\#(property)")"#
  }

  @Test(
    "The registry writes a dependency's type as the source does",
    arguments: [
      "Store", "any Store", "(any Store)?", "Kit.Store", "[Store]", "[String: [Int]]", "Box<Store>.Index",
      "(_ store: Store, Int) async throws -> Void", "@Sendable (inout Store) -> any A & B", "(Store, index: Int)",
      "`default`", "Set<Store>?", "Kit::Store", "[`class`.Type]", "() -> ()",
    ]
  )
  func written(type: String) {
    #expect(needs("struct A: Tribe { \(Self.target); @TribeDependency private var p: \(type) }") == [need(type)])
    #expect(
      needs("struct A: Tribe { \(Self.target)\n @Nomad.TribeDependency\n var p: \(type)\n let x = 1 }") == [need(type)]
    )
  }

  @Test("The registry omits comments and line breaks in a dependency's type")
  func trivia() {
    #expect(
      needs("struct A: Tribe { \(Self.target); @TribeDependency var p: [ // one\n Store /* two */ ] // three\n}")
        == [need("[ Store ]")]
    )
  }

  @Test("The registry qualifies a type that the tribe or an enclosing type declares")
  func nested() {
    let tribe = "struct T: Tribe { \(Self.target); @TribeDependency var p: Store }"
    #expect(needs("enum A { struct Store {}\n enum B { \(tribe) } }") == [need("A.Store")])
    #expect(needs("enum A { enum B { \(tribe)\n typealias Store = Int } }") == [need("A.B.Store")])
    #expect(needs("enum A { \(tribe) }", "extension A { struct Store {} }") == [need("A.Store")])
    #expect(needs("enum A { \(tribe) }", "extension A.T { struct Store {} }") == [need("A.T.Store")])
    // An extension of a nested type does not see the members of the enclosing type.
    #expect(needs("enum A { enum B {}\n struct Store {} }\nextension A.B { \(tribe) }") == [need("Store")])
    #expect(needs("enum A { \(tribe) }\nstruct Store {}") == [need("Store")])
    // Labels are not type names.
    let labelled = "struct T: Tribe { \(Self.target); @TribeDependency var p: (Store: Store, [Store: Store]) }"
    #expect(needs("enum A { struct Store {}\n \(labelled) }") == [need("(Store: A.Store, [A.Store: A.Store])")])
    #expect(
      needs("enum A { struct T: Tribe { \(Self.target); @TribeDependency var p: Self.S\n struct S {} } }")
        == [need("A.T.S")]
    )
  }

  @Test(
    "A type on several lines is read without the declaration that follows it",
    arguments: [
      (":\n any P", "any P"), ("\n: any\nP\n& Q\ninit() {}", "any P & Q"), (": () ->\n any P", "() -> any P"),
      (": @Sendable ()\n async throws -> Void", "@Sendable () async throws -> Void"),
      (":\n @Sendable () -> Void\n @objc func f() {}", "@Sendable () -> Void"),
      (": P\nsubscript(i: Int) -> Int { i }", "P"),
      (": Box<() -> [Int]>\nnonisolated func f() {}", "Box<() -> [Int]>"),
    ]
  )
  func lines(annotation: String, type: String) {
    #expect(needs("class A: Tribe { \(Self.target); @TribeDependency var p\(annotation)\n}") == [need(type)])
  }

  @Test("The registry keeps a member type as it is, and writes an implicitly unwrapped type as an optional")
  func members() {
    let nested = "struct Index {}\n struct B {}"
    let tribe = { (type: String) in
      "struct A: Tribe { \(Self.target); @TribeDependency var p: \(type)\n \(nested) }"
    }
    #expect(needs(tribe("Box<B>.Index")) == [need("Box<A.B>.Index")])
    #expect(needs(tribe("[[Int]]?.Index")) == [need("[[Int]]?.Index")])
    #expect(needs(tribe("Store!")) == [need("Store?")])
    #expect(needs(tribe("Box<Int>!")) == [need("Box<Int>?")])
    #expect(needs(tribe("Self.B")) == [need("A.B")])
  }

  @Test("An alias for an array or a function is qualified, or unreadable if a private extension declares it")
  func aliases() {
    let tribe = "struct A: Tribe { \(Self.target); @TribeDependency var p: F"
    #expect(needs("enum N { typealias F = [Int]\n \(tribe) } }") == [need("N.F")])
    #expect(needs("protocol P { typealias F = () -> Void }\n\(tribe) }\n extension A: P {}") == [need("A.F")])
    let hidden = find("\(tribe) }\nprivate extension A { typealias F = [Int] }")
    #expect(hidden.findings.map(\.code) == [.unreadableDependency])
  }

  @Test(
    "The registry leaves a dependency that uses a class's generic parameters to the check at run time",
    arguments: ["T", "[T]", "() -> T?", "Inner", "Base.Inner", "Self.Inner", "Alias", "Sendable"]
  )
  func generic(type: String) {
    let base = "class Base<T: Sendable> { struct Inner {}\n typealias Alias = [T]\n @TribeDependency var p: \(type)"
    let tribe =
      "@TribeDependency var q: Store\n required init() {} }\nfinal class A: Base<Int>, Tribe { \(Self.target) }"
    #expect(needs("\(base); \(tribe)") == [need("Store", "q")])
    #expect(find("\(base); \(tribe)").registry?.contains("._ready(A())") == true)
  }

  @Test("A type nested in a generic superclass is qualified with the subclass that binds its parameters")
  func heirOfGeneric() {
    let base = "class Base<T> { struct Inner {} }\nclass Middle: Base<Int> { @TribeDependency var p: Inner }"
    #expect(needs("\(base)\nfinal class A: Middle, Tribe { \(Self.target) }") == [need("Middle.Inner")])
  }

  @Test("A superclass that an #if chooses adds its dependencies only in its builds")
  func conditionalSuperclasses() {
    let bases = "class B { @TribeDependency var p: Int }\nclass C { @TribeDependency var p: Bool }"
    let first = "final class A: B, Tribe { \(Self.target) }"
    let second = "final class A: C, Tribe { \(Self.target) }"
    #expect(
      needs("\(bases)\n#if X\n\(first)\n#else\n\(second)\n#endif")
        == ["#if X", need("Int"), "#endif", "#if !X", need("Bool"), "#endif"]
    )
    let alias = "#if X\ntypealias D = B\n#else\ntypealias D = C\n#endif"
    #expect(
      needs("\(bases)\n\(alias)\nfinal class A: D, Tribe { \(Self.target) }").sorted()
        == ["#endif", "#endif", "#if !X", "#if X", need("Bool"), need("Int")]
    )
    let root = "class R { @TribeDependency var p: Int }\nclass B: R {}\nclass C: R {}"
    #expect(needs("\(root)\n\(alias)\nfinal class A: D, Tribe { \(Self.target) }") == [need("Int")])
  }

  @Test("A property with another wrapper named TribeDependency, or with a second wrapper, is not registered")
  func otherWrappers() {
    #expect(
      needs("struct A: Tribe { \(Self.target); @My.TribeDependency var p: Int }\nenum My { struct TribeDependency {} }")
        .isEmpty
    )
    #expect(needs("struct A { @TribeDependency var p: Int }\nstruct TribeDependency<T> {}").isEmpty)
    #expect(needs("func f() { @TribeDependency var p: Int }", "struct TribeDependency<T> {}").isEmpty)
    let own = "struct A: Tribe { \(Self.target); @TribeDependency var p: Int; @Nomad.TribeDependency var q: Int }"
    #expect(needs(own, "struct TribeDependency<T> {}") == [need("Int", "q")])
    #expect(needs(own, "enum N { struct TribeDependency<T> {} }") == [need("Int"), need("Int", "q")])
    #expect(needs(own, "typealias TribeDependency = Nomad.TribeDependency") == [need("Int"), need("Int", "q")])
    let composed = find("struct A: Tribe { \(Self.target); @TribeDependency @Other var p: Int }")
    #expect(composed.registry?.contains("_tribes.dependency") == false)
    #expect(composed.registry?.contains("._ready(A())") == true)
  }

  /// Returns the dependencies of a tribe that inherits from a class of another module.
  private func needs(inheriting body: String, _ app: String = "import Kit", besides more: String = "") -> [String] {
    let kit = "import Nomad\nopen class Base { \(body)\n public required init() {} }\n\(more)"
    let output = Pipeline.run(
      sources: ["A.swift": "\(app)\nfinal class A: Base, Tribe { \(Self.target) ; func migrate() {} }"],
      module: "App",
      imported: ["Kit": ["K.swift": kit]]
    )
    #expect(output.findings.isEmpty)
    #expect(output.registry?.contains("._ready(A())") == true)
    let lines = (output.registry ?? "").split(separator: "\n").map { String($0.drop { $0 == " " }) }
    return lines.filter { $0.hasPrefix("_tribes.dependency") || $0 == "import Kit" }
  }

  @Test("The registry lists an imported class's dependencies only if it can certainly see their types")
  func foreignOwner() {
    let store = "public struct Store {}"
    #expect(needs(inheriting: "@TribeDependency var p: Store", besides: store) == ["import Kit", need("Store")])
    #expect(needs(inheriting: "@TribeDependency var p: [any Sendable]") == ["import Kit", need("[any Sendable]")])
    // The module's own type of that name is a different type.
    #expect(
      needs(inheriting: "@TribeDependency var p: Store", "import Kit\nstruct Store {}", besides: store)
        == ["import Kit", need("Kit.Store")]
    )
    for (body, more) in [
      ("@TribeDependency var p: Store", "struct Store {}"), ("@TribeDependency var p: Low.Thing", ""),
      ("@TribeDependency var p: Thing", ""), ("struct S {}\n @TribeDependency var p: S", ""),
      ("@TribeDependency private var p: S\n private struct S {}", ""), ("@TribeDependency var p: Kit::Store", store),
    ] {
      #expect(needs(inheriting: body, besides: more) == ["import Kit"], "\(body)")
    }
    #expect(needs(inheriting: "@TribeDependency var p: Store", "import Umbrella", besides: store).isEmpty)
  }

  @Test("A type name that two modules declare means the type that the file imports")
  func sameNames() {
    let tribe = { (name: String) in "struct \(name): Tribe { \(Self.target); @TribeDependency var p: Store }" }
    let output = Pipeline.run(
      sources: ["A.swift": "import Kit\n\(tribe("A"))", "B.swift": "import struct Low.Store\n\(tribe("B"))"],
      module: "App",
      imported: ["Kit": ["K.swift": "public struct Store {}"], "Low": ["L.swift": "public struct Store {}"]]
    )
    #expect(output.registry?.contains(need("Kit.Store")) == true)
    #expect(output.registry?.contains(need("Low.Store")) == true)
  }

  @Test("A deprecated dependency makes the tribe's registration deprecated")
  func deprecated() {
    let output = find("struct A: Tribe { \(Self.target); @available(*, deprecated) @TribeDependency var p: Old }")
    #expect(output.registry?.contains("@available(*, deprecated)") == true)
  }

  @Test("A tribe inherits the dependencies of its superclass, even from another file or module")
  func inherited() {
    let base = "class Base { struct Store {}\n @TribeDependency var p: Store\n required init() {} }"
    #expect(needs(base, "final class A: Base, Tribe { \(Self.target) }") == [need("Base.Store")])
    let kit = Pipeline.run(
      sources: ["A.swift": "import Kit\nfinal class A: Base, Tribe { \(Self.target) }"],
      module: "App",
      imported: ["Kit": ["K.swift": "import Nomad\nopen \(base.replacing("struct", with: "public struct"))"]]
    )
    #expect(kit.registry?.contains(need("Base.Store")) == true)
    // A composition may name the superclass anywhere.
    #expect(needs(base, "final class A: Tribe & Base { \(Self.target) }") == [need("Base.Store")])
  }

  @Test("The registry puts a dependency into its own #if, without repeating the #if around the tribe")
  func conditions() {
    #expect(
      needs(
        "#if DEBUG\nstruct A: Tribe { \(Self.target)\n#if os(Linux)\n@TribeDependency var p: Int\n#endif\n}\n#endif"
      )
        == ["#if DEBUG", "#if os(Linux)", need("Int"), "#endif", "#endif"]
    )
  }

  @Test("The registry repeats the imports of the file that declares a dependency")
  func imports() {
    let output = find("import Nomad\nimport Kit\nstruct A: Tribe { \(Self.target); @TribeDependency var p: Store }")
    #expect(output.registry?.contains("\nimport Kit\n") == true)
  }

  @Test(
    "The registry checks at run time every tribe that has or may have dependencies",
    arguments: [
      ("final class A: Other, Tribe { \(target) }", true), ("@Macro struct A: Tribe { \(target) }", true),
      ("struct A: Tribe { \(target); @Injected var p: Int }", true),
      ("struct A: Tribe { \(target); @TribeDependency var p: Int }", true),
      ("struct A: Tribe { \(target); let helper = Helper() }\nclass Helper { @TribeDependency var p: Int }", true),
      ("struct A: Tribe { \(target); let helper = Helper() }\nclass Helper { var p = 1 }", false),
      ("struct A: Tribe, Other { \(target) }", false), ("final class A: Tribe { \(target) }", false),
      ("@MainActor final class A: Tribe, Sendable { \(target); @objc var p = 1 }", false),
      // A macro of a protocol adds nothing to a class that conforms to it.
      ("@Macro protocol Step {}\nfinal class A: Step, Tribe { \(target) }", false),
    ]
  )
  func ready(text: String, isLookedAt: Bool) throws {
    #expect(try #require(find(text).registry).contains("._ready(") == isLookedAt, "\(text)")
  }

  @Test(
    "A dependency whose type the registry cannot write is an error",
    arguments: [
      ("struct A: Tribe { \(target); @TribeDependency var p: S }\nprivate struct S {}", "'S' is private"),
      (
        "struct A: Tribe { \(target); @TribeDependency var p: [S.T] }\nenum S { fileprivate struct T {} }",
        "fileprivate"
      ),
      ("struct A: Tribe { \(target); @TribeDependency var p: S\n private typealias S = Int }", "'A.S' is private"),
      ("struct A: Tribe { \(target); @TribeDependency<Int> var p }", "its type is not written here"),
    ]
  )
  func unreadable(text: String, reason: String) {
    let output = find(text)
    #expect(output.findings.map(\.code) == [.unreadableDependency], "\(text): \(output.findings)")
    #expect(output.findings.first?.message.contains(reason) == true, "\(output.findings)")
    #expect(output.hasErrors)
  }

  @Test(
    "A dependency that is not an instance property of a tribe is a warning at its name",
    arguments: [
      ("struct A { @TribeDependency var p: Int }", "1:33"), ("@TribeDependency var p: Int", "1:22"),
      ("func f() { @TribeDependency var p: Int }", "1:33"),
      ("struct A: Tribe { \(target)\n@TribeDependency static var p: Int }", "2:29"),
      ("final class A { @Nomad.TribeDependency var p: Int }", "1:44"),
      ("struct A: Tribe { \(target)\nfunc migrate() { @TribeDependency var p: Int } }", "2:39"),
    ]
  )
  func misplaced(text: String, place: String) {
    let output = find(text)
    #expect(output.places == ["A.swift:\(place) misplaced-dependency"], "\(text): \(output.findings)")
    #expect(!output.hasErrors)
  }

  @Test(
    "A dependency in a non-final class or in an ignored type has no finding",
    arguments: [
      "class A { @TribeDependency var p: Int }", "open class A { @TribeDependency var p: Int }",
      "// nomad:ignore: it will be one\nstruct A {\n@TribeDependency var p: Int\n}",
      "// nomad:ignore\nstruct A: Tribe { \(target)\n@TribeDependency var p: Int }",
      "struct A { @Injected var p: Int }",
    ]
  )
  func silent(text: String) {
    let output = find(text)
    #expect(output.places.isEmpty, "\(text): \(output.findings)")
  }

  @Test("The JSON report lists the dependencies of a tribe, and omits an empty list")
  func json() {
    let report = ReportFormat.json.report(
      CheckedPackage([
        find(
          "struct A: Tribe { \(Self.target); @TribeDependency var p: any Store }\nstruct B: Tribe { \(Self.target) }"
        )
      ])
    )
    #expect(report.components(separatedBy: "\"needs\"").count == 2)
    let flat = report.filter { !$0.isWhitespace }
    #expect(flat.contains(#""needs":[{"property":"p","type":"anyStore"}]"#))
  }
}
