import Testing

@testable import NomadGenCore
@testable import NomadSyntax

/// The check reports a type that the registry cannot create, but only if that is certain.
@Suite struct CreationTests {
  private static let target = "static let target: TribeTarget = .first"

  private func findings(_ texts: String...) -> [String] {
    let names = ["A.swift", "B.swift"]
    return find(Dictionary(uniqueKeysWithValues: zip(names, texts))).findings
      .map { "\($0.location.line):\($0.location.column) \($0.code.rawValue) \($0.message)" }
  }

  @Test(
    "A tribe that the registry cannot create is a finding at its name, with the reason",
    arguments: [
      ("struct A: Tribe { \(target); let store: Int }", "'store' has no value"),
      ("struct A: Tribe { \(target); var store: [Int]\n  var other = 1 }", "'store' has no value"),
      ("struct A: Tribe { \(target); let store: Int?\n@W var other = 1 }", "'store' has no value"),
      ("struct A: Tribe { \(target); private let `in`: Int }", "'in' has no value"),
      ("struct A: Tribe { \(target); var store: (Int, String?) }", "'store' has no value"),
      ("struct A: Tribe { \(target); var store: () -> () }", "'store' has no value"),
      ("struct A: Tribe { \(target); var store: () -> Int? }", "'store' has no value"),
      ("struct A: Tribe { \(target); var store: (Int?).Type }", "'store' has no value"),
      ("struct A: Tribe { \(target); let store: () }", "'store' has no value"),
      ("struct A: Tribe { \(target); init(_ store: Int) {} }", "its 'init' has parameters"),
      (
        "struct A: Tribe { \(target); init(store: Int = 0) {} }",
        "its 'init' has parameters"
      ),
      ("struct A: Tribe { \(target); init?() {} }", "its 'init?()' can fail"),
      ("struct A: Tribe { \(target); init() async {} }", "its 'init()' is 'async'"),
      ("struct A: Tribe { \(target); init() throws {} }", "its 'init()' throws"),
      ("struct A: Tribe { \(target); init() throws(any Error) {} }", "its 'init()' throws"),
      ("struct A: Tribe { \(target); init<T>(_: T) {} }", "its 'init' is generic"),
      (
        "struct A: Tribe { \(target); @available(*, noasync) init() {} }",
        "its 'init()' is unavailable in asynchronous code"
      ),
      (
        "struct A: Tribe { \(target); @available(*, noasync) func migrate() {} }",
        "its 'migrate()' is unavailable in asynchronous code"
      ),
      (
        "struct A: Step { \(target) }\nprotocol Step: Tribe {}\nextension Step { @available(*, noasync) func migrate() {} }",
        "its 'migrate()' is unavailable in asynchronous code"
      ),
      ("struct A: Tribe { \(target); private init() {} }", "'init()' is private"),
      ("final class A: Tribe { \(target); init(_ store: Int) {} }", "its 'init' has parameters"),
      ("final class A: Tribe { \(target); let store: Int }", "'store' has no value"),
      ("actor A: Tribe { \(target); init(x: Int) {} }", "its 'init' has parameters"),
      ("enum A: Tribe { \(target); case a }", "no 'init()'"),
      ("enum A: String, Tribe { \(target); case a }", "no 'init()'"),
    ]
  )
  func uncreatable(text: String, reason: String) throws {
    let findings = findings(text)
    #expect(findings.count == 1, "\(text)")
    let column = text.utf8.prefix { $0 != UInt8(ascii: ":") }.count
    #expect(findings.first?.hasPrefix("1:\(column) uncreatable-tribe") == true, "\(text)")
    #expect(findings.first?.contains(reason) == true, "\(findings)")
  }

  @Test(
    "A tribe that has or may have an init() has no finding",
    arguments: [
      "struct A: Tribe { \(target); let store = 1 }",
      "struct A: Tribe { \(target); let store: Int; init() throws(Never) { store = 1 } }",
      "struct A: Tribe { \(target); @available(*, noasync) func migrate() {}; func migrate() async throws {} }",
      "struct A: Tribe { \(target); let store: Int; init() throws(Swift.Never) { store = 1 } }",
      "struct A: Tribe { \(target); func migrate() {} }\nextension Tribe { @available(*, noasync) func migrate() {} }",
      "struct A: Tribe { \(target); var store: Int? }",
      "struct A: Tribe { \(target); var store: Int! }",
      "struct A: Tribe { \(target); var store: Optional<Int> }",
      "struct A: Tribe { \(target); var store: () }",
      "struct A: Tribe { \(target); var store: (Int?) }",
      "struct A: Tribe { \(target); var store: (Int?, String?) }",
      "struct A: Tribe { \(target); var store: (a: [Int]?, b: ((), (() -> Int)?)) }",
      "struct A: Tribe { \(target); var store: Int { 1 } }",
      "struct A: Tribe { \(target); var store: Int = 1 { didSet {} } }",
      "struct A: Tribe { \(target); lazy var store: Int = 1 }",
      "struct A: Tribe { \(target); @Wrapper var store: Int }",
      "struct A: Tribe { \(target); let store: Int; init() { store = 1 } }",
      "struct A: Tribe { \(target); let store: Int }\nextension A { init() { store = 1 } }",
      "struct A: Tribe { \(target) }\nextension A { init(_ store: Int) {} }",
      "struct A: Tribe { \(target); init!() {} }",
      "struct A: Tribe { \(target); struct B { let store: Int; init(x: Int) {} } }",
      "struct A: Tribe { \(target); func f() { let store: Int; store = 1 } }",
      "@Macro struct A: Tribe { \(target); let store: Int }",
      "struct A: Tribe {\n\(target)\n#if X\ninit(x: Int) {}\n#endif\n}",
      "struct A: Tribe {\n\(target)\n#if X\nlet store: Int\n#endif\n}",
      "class A: NSObject, Tribe { \(target) }",
      "enum A: Foreign, Tribe { \(target); case a }",
      "enum A: Tribe { \(target); case a; init() { self = .a } }",
      "protocol P: Tribe {}\nextension P { init() { self.init(1) }; init(_ x: Int) { fatalError() } }\n"
        + "struct A: P { \(target); let x: Int }",
      "class B { init() {} }\nclass A: B, Tribe { \(target) }",
    ]
  )
  func creatable(text: String) {
    #expect(findings(text).isEmpty, "\(text): \(findings(text))")
  }

  @Test("The notes locate the property or initializer that prevents the creation, and give the remedy")
  func note() {
    let finding = find("struct A: Tribe {\n  \(Self.target)\n  let store: Int\n}").findings.first
    #expect(
      finding?.notes.map { "\($0.location.line):\($0.location.column) \($0.message)" } == [
        "3:7 'store' is here", "1:8 give 'store' a value, add an 'init()', or receive it with @TribeDependency",
      ]
    )
    func notes(_ members: String) -> [String]? {
      find("struct A: Tribe {\n  \(Self.target)\n  \(members)\n}").findings.first?
        .notes.map { "\($0.location.line):\($0.location.column) \($0.message)" }
    }
    #expect(notes("private init() {}") == ["3:11 the initializer is here", "1:8 make the 'init()' internal"])
    #expect(
      notes("init(x: Int) {}\n  init() throws {}") == [
        "4:3 the initializer is here", "1:8 add an 'init()' that does not throw",
      ]
    )
    #expect(
      find("enum A: Tribe { \(Self.target); case a }").findings.first?.notes.map(\.message) == ["add an 'init()'"]
    )
  }

  @Test(
    "An init() in an extension in another file counts",
    arguments: [
      ("struct A: Tribe { \(target); let x: Int }", "extension A { init() { self.init(x: 1) } }", nil),
      (
        "final class A: Tribe { \(target); let x: Int; init(x: Int) { self.x = x } }",
        "extension A { convenience init() { self.init(x: 1) } }", nil
      ),
      ("enum A: Tribe { \(target); case a }", "extension A { init() { self = .a } }", nil),
      ("struct A: Tribe { \(target); let x: Int }\ntypealias B = A", "extension B { init() { self.init(x: 1) } }", nil),
      (
        "enum A: String, CaseIterable, Tribe { \(target); case a }",
        "extension RawRepresentable where Self: CaseIterable { init() { self = Self.allCases.first! } }", nil
      ),
      ("struct A: Tribe { \(target); let x: Int }", "extension B { init() {} }", "uncreatable-tribe"),
    ]
  )
  func elsewhere(text: String, other: String, finding: String?) {
    let codes = find(text, other).findings.map(\.code.rawValue)
    #expect(codes == (finding.map { [$0] } ?? []), "\(other)")
  }
}
