import Foundation
import Testing
import ToolSupport

@testable import NomadGenCore
@testable import NomadSyntax

/// The scanner finishes on any input, however broken or deeply nested.
@Suite struct ScannerRobustnessTests {
  /// A file with most of the syntax that the scanner knows.
  private static let rich = #####"""
    #!/usr/bin/env swift
    @preconcurrency import Foundation
    #if canImport(Nomad)
    public import struct Nomad.TribeTarget
    #elseif os(Linux) && (DEBUG || !swift(>=6))
    import Nomad
    #else
    #error("no")
    #endif
    /* /* nested */ */ // nomad:ignore
    struct Ignored: Tribe { static let target = TribeTarget.first }
    @available(macOS 14, iOS 17.1, *) @MainActor public final class `class`<T>: Base<[T]>.Inner, @MainActor Nomad::Tribe where T: P {
      static let a = 1, target: TribeTarget = .literal(#"1.0.0-\#u{61}"#)
      class final var other: Int { get { /[/"]/; return 1 / 2 / 3 } }
      func migrate() async throws { print("\(f { "}" }) \("""
        x \(y)
          \u{41}
        """)") }
      enum E: String { case open, `private` = "x", last(Int = 3) }
    }
    extension Outer.Inner: ~Copyable, (A & B) where Self: Tribe, T == Int {
      static var target: TribeTarget {
        #if A
        get { return (.dotted("1.1-1")) as TribeTarget }
        #else
        .once("id")
        #endif
      }
    }
    protocol Refined<A>: Tribe where Self: AnyObject { associatedtype A }
    typealias Step = (any Tribe) & Sendable
    let (x, y) = (0x1p-3, t.0.1), z = 1...3, r = #/ "{ /#, s = <#placeholder#>
    actor été: Step { static let (target, b) = f() }
    infix operator /^/: P
    func /(a: A, b: B) { struct Local: Tribe {} }
    `
    """#####

  @Test("The scanner finishes on every prefix of a file")
  func prefixes() {
    let bytes = Array(Self.rich.utf8)
    for count in 0...bytes.count {
      let file = scan(Array(bytes[..<count]))
      #expect(file.declarations.allSatisfy { $0.location.line <= 60 })
    }
  }

  @Test("The scanner finishes on suffixes of a file")
  func suffixes() {
    let bytes = Array(Self.rich.utf8)
    for count in stride(from: 0, through: bytes.count, by: 3) { _ = scan(Array(bytes[count...])) }
  }

  @Test("A randomly damaged file gives the same registry in two runs", arguments: 1...8)
  func mutations(seed: Int) {
    var generator = SeededGenerator(seed: UInt64(seed))
    let original = Array(Self.rich.utf8)
    for _ in 0..<20 {
      var bytes = original
      for _ in 0..<Int.random(in: 1...12, using: &generator) {
        let place = Int.random(in: 0..<bytes.count, using: &generator)
        switch Int.random(in: 0..<5, using: &generator) {
        case 0: bytes[place] = UInt8.random(in: .min ... .max, using: &generator)
        case 1: bytes.remove(at: place)
        case 2: bytes.insert(bytes.randomElement(using: &generator) ?? 0, at: place)
        case 3: bytes.swapAt(place, Int.random(in: 0..<bytes.count, using: &generator))
        default:
          let end = min(bytes.count, place + Int.random(in: 0...40, using: &generator))
          bytes.insert(contentsOf: bytes[place..<end], at: Int.random(in: 0...bytes.count, using: &generator))
        }
      }
      let text = String(decoding: bytes, as: UTF8.self)
      let first = find(["A.swift": text, "B.swift": Self.rich])
      #expect(first.registry == find(["B.swift": Self.rich, "A.swift": text]).registry)
    }
  }

  @Test(
    "The scanner handles 10,000 levels of any nesting on the stack of a secondary thread",
    arguments: [
      ("{", "}"), ("(", ")"), ("[", "]"), ("<", ">"), ("/*", "*/"), ("{", ""), ("(", ""), ("(", "}"), ("[", "}"),
      ("", "}"),
      ("", ")"), ("struct A: Tribe {", "}"), ("struct A: Tribe {", ""), ("extension A {", "}"), ("func f() {", "}"),
      ("func f() { struct A: Tribe {", "}}"), ("#if A\n", "#endif\n"), ("#if A\nstruct A: Tribe {}\n", "#endif\n"),
      ("#if A\n#else\n", "#endif\n"), ("#if A\n", ""), ("static let target = (", ")"), ("let a: [", "]"), ("A<", ">"),
      ("struct A: B<", ">"), ("@a(", ")"), ("@available(", ")"), ("`", "`"), ("class ", ""), ("public ", ""),
      ("+/**/", ""), ("#a(", ")"), ("#a {", "}"), ("#a<", ""), ("var a: <", ""), ("struct A { var a: [", "]}"),
      ("@a<", ""),
      ("@a #b ", ""),
      ("<#", ""), ("#/\n", ""), ("case a(", ")"), ("struct A: Tribe { static let target: TribeTarget = (", ")}"),
      ("typealias A = (", ")"), ("var target: A { #if B\n", "#endif\n}"), ("x? ", ": y"), ("\"\\(", ")\""),
      ("\"\"\"\n\\(", ")\n\"\"\""), ("#\"\"\"\\#(", ")"), ("extension A: Tribe { static var target: B { ", "}}"),
    ]
  )
  func depth(opening: String, closing: String) async {
    // The stack has 52 bytes for each level, less than a frame.
    let (count, stackSize) = (10_000, 1 << 19)
    let text =
      String(repeating: opening, count: count) + "\nx\n" + String(repeating: closing, count: count)
      + "\nstruct Z: Tribe {}"
    let tribes = await withCheckedContinuation { continuation in
      let thread = Thread { continuation.resume(returning: find(["A.swift": text]).tribes.count) }
      thread.stackSize = stackSize
      thread.start()
    }
    #expect(tribes <= count * 2 + 1)
  }

  @Test("The scanner finds a tribe after 10,000 #elseif directives")
  func branches() {
    let text = "#if A\n" + String(repeating: "#elseif B\n", count: 10_000) + "struct Z: Tribe {}\n#endif"
    #expect(find(["A.swift": text]).names == ["Z"])
  }

  @Test("The scanner finds a tribe after 100,000 pound signs")
  func pounds() {
    #expect(find(["A.swift": String(repeating: "#", count: 100_000) + "\nstruct Z: Tribe {}"]).names == ["Z"])
  }

  @Test("The scanner finds a tribe at the end of a line of more than 400 KB")
  func longLine() {
    let text =
      String(repeating: "let a = \"\\(b)\"; /c/ ; ", count: 20_000)
      + "struct Z: Tribe { static let target = TribeTarget.first }"
    #expect(find(["A.swift": text]).summary == ["Z .first"])
  }
}
