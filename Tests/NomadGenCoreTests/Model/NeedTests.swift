import Foundation
import Testing

@testable import NomadGenCore

/// What tribes depend on: the properties with `@TribeDependency`.
@Suite struct NeedTests {
  private static let target = "static let target: TribeTarget = .first"

  private func needs(_ texts: String...) -> [String] {
    let output = find(Dictionary(uniqueKeysWithValues: zip(["A.swift", "B.swift", "C.swift"], texts)))
    #expect(output.findings.isEmpty)
    let lines = (output.registry() ?? "").split(separator: "\n").map { $0.drop { $0 == " " } }
    return lines.filter { $0.hasPrefix("_tribes.needs") || $0.hasPrefix("#") }.map(String.init)
  }

  private func need(_ type: String, _ property: String = "p") -> String {
    #"_tribes.needs(TribeDependency<\#(type)>.self, as: "\#(property)")"#
  }

  @Test(
    "A type is written as it stands there",
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

  @Test("Comments and line ends are no part of a type")
  func trivia() {
    #expect(
      needs("struct A: Tribe { \(Self.target); @TribeDependency var p: [ // one\n Store /* two */ ] // three\n}")
        == [need("[ Store ]")]
    )
  }

  @Test("A name that something around the tribe declares is written with what it stands in")
  func nested() {
    let tribe = "struct T: Tribe { \(Self.target); @TribeDependency var p: Store }"
    #expect(needs("enum A { struct Store {}\n enum B { \(tribe) } }") == [need("A.Store")])
    #expect(needs("enum A { enum B { \(tribe)\n typealias Store = Int } }") == [need("A.B.Store")])
    #expect(needs("enum A { \(tribe) }", "extension A { struct Store {} }") == [need("A.Store")])
    #expect(needs("enum A { \(tribe) }", "extension A.T { struct Store {} }") == [need("A.T.Store")])
    // An extension of a nested type sees nothing of what that type stands in.
    #expect(needs("enum A { enum B {}\n struct Store {} }\nextension A.B { \(tribe) }") == [need("Store")])
    #expect(needs("enum A { \(tribe) }\nstruct Store {}") == [need("Store")])
    // Labels are no names.
    let labelled = "struct T: Tribe { \(Self.target); @TribeDependency var p: (Store: Store, [Store: Store]) }"
    #expect(needs("enum A { struct Store {}\n \(labelled) }") == [need("(Store: A.Store, [A.Store: A.Store])")])
    #expect(
      needs("enum A { struct T: Tribe { \(Self.target); @TribeDependency var p: Self.S\n struct S {} } }")
        == [need("A.T.S")]
    )
  }

  @Test("What a superclass depends on is what its subclasses depend on, wherever it stands")
  func inherited() {
    let base = "class Base { struct Store {}\n @TribeDependency var p: Store\n required init() {} }"
    #expect(needs(base, "final class A: Base, Tribe { \(Self.target) }") == [need("Base.Store")])
    let kit = Pipeline.run(
      sources: ["A.swift": "import Kit\nfinal class A: Base, Tribe { \(Self.target) }"],
      module: "App",
      dependencies: ["Kit": ["K.swift": "import Nomad\nopen \(base)"]]
    )
    #expect(kit.registry()?.contains(need("Base.Store")) == true)
  }

  @Test("A property in an #if is one in the registry, too, and what an #if has around the tribe is not said twice")
  func conditions() {
    #expect(
      needs(
        "#if DEBUG\nstruct A: Tribe { \(Self.target)\n#if os(Linux)\n@TribeDependency var p: Int\n#endif\n}\n#endif"
      )
        == ["#if DEBUG", "#if os(Linux)", need("Int"), "#endif", "#endif"]
    )
  }

  @Test("The registry has the imports of the file in which a dependency is declared")
  func imports() {
    let output = find("import Nomad\nimport Kit\nstruct A: Tribe { \(Self.target); @TribeDependency var p: Store }")
    #expect(output.registry()?.contains("\nimport Kit\n") == true)
  }

  @Test(
    "A tribe that may depend on more is looked at when it is made",
    arguments: [
      ("final class A: Other, Tribe { \(target) }", true), ("@Macro struct A: Tribe { \(target) }", true),
      ("struct A: Tribe { \(target); @Injected var p: Int }", true),
      ("struct A: Tribe { \(target); @TribeDependency var p: Int }", false),
      ("struct A: Tribe, Other { \(target) }", false), ("final class A: Tribe { \(target) }", false),
      ("@MainActor final class A: Tribe, Sendable { \(target); @objc var p = 1 }", false),
    ]
  )
  func ready(text: String, isLookedAt: Bool) throws {
    #expect(try #require(find(text).registry()).contains(".ready(A())") == isLookedAt, "\(text)")
  }

  @Test(
    "A dependency that the registry cannot write is an error at its name",
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
    #expect(output.diagnostics.map(\.code) == [.unreadableDependency], "\(text): \(output.diagnostics)")
    #expect(output.diagnostics.first?.message.contains(reason) == true, "\(output.diagnostics)")
    #expect(output.hasErrors)
  }

  @Test(
    "A dependency that no tribe has is a warning at its name",
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
    #expect(output.findings == ["A.swift:\(place) misplaced-dependency"], "\(text): \(output.diagnostics)")
    #expect(!output.hasErrors)
  }

  @Test(
    "A class that others can inherit from may be a tribe's, and a comment says that something else may",
    arguments: [
      "class A { @TribeDependency var p: Int }", "open class A { @TribeDependency var p: Int }",
      "// nomad:ignore: it will be one\nstruct A {\n@TribeDependency var p: Int\n}",
      "// nomad:ignore\nstruct A: Tribe { \(target)\n@TribeDependency var p: Int }",
      "struct A { @Injected var p: Int }",
    ]
  )
  func silent(text: String) {
    let output = find(text)
    #expect(output.findings.isEmpty, "\(text): \(output.diagnostics)")
  }

  @Test("The report for other programs says what a tribe depends on, if it does")
  func json() {
    let report = ReportFormat.json.report([
      find("struct A: Tribe { \(Self.target); @TribeDependency var p: any Store }\nstruct B: Tribe { \(Self.target) }")
    ])
    #expect(report.components(separatedBy: "\"needs\"").count == 2)
    let flat = report.filter { !$0.isWhitespace }
    #expect(flat.contains(#""needs":[{"property":"p","type":"anyStore"}]"#))
  }
}
