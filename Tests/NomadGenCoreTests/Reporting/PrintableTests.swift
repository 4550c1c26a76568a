import Foundation
import Testing

@testable import NomadCheck
@testable import NomadGenCore

/// Text from untrusted sources is printed as plain text everywhere.
@Suite struct PrintableTests {
  @Test(
    "Only characters that a terminal or a CI service would interpret are escaped",
    arguments: [
      ("plain ünïcödé 日本 😀👩‍👩‍👧‍👦", "plain ünïcödé 日本 😀👩‍👩‍👧‍👦"), ("a\u{1B}[2J", #"a\u{1B}[2J"#), ("a\nb\r\t", #"a\nb\r\t"#),
      ("\u{9B}31m\u{7F}", #"\u{009B}31m\u{7F}"#), ("\u{202E}gnp\u{2028}\u{FEFF}", #"\u{202E}gnp\u{2028}\u{FEFF}"#),
      ("##[stop-commands]x", #"##\[stop-commands]x"#), ("#[a] ##a", "#[a] ##a"),
    ]
  )
  func escaped(text: String, expected: String) {
    #expect(text.printable == expected)
    #expect(expected.printable == expected)
  }

  private static let path = "\u{1B}[31m\u{202E}A.swift"
  private static func run(_ text: String) -> Pipeline.Output { Pipeline.run(sources: [path: text], module: "App") }

  private static var output: Pipeline.Output {
    run(#"struct `x\#u{9B}y`: Tribe { static let target: TribeTarget = .once("\u{1B}]0;\u{85}") }"#)
  }

  private static var wrong: Pipeline.Output {
    run(#"struct A: Tribe { static let target: TribeTarget = .literal("\u{1B}[2J\n::error::x") }"#)
  }

  private static var both: CheckedPackage { CheckedPackage([output, wrong]) }

  @Test("Every report contains only printable characters", arguments: ReportFormat.allCases)
  func reports(format: ReportFormat) {
    #expect(Self.wrong.hasErrors)
    let text = format.report(Self.both)
    #expect(!text.isEmpty && text.unicodeScalars.allSatisfy { $0 == "\n" || $0.isPrintable }, "\(text)")
    if format == .text || format == .github {
      // In the text report, the note has a line of its own.
      #expect(format.report(CheckedPackage([Self.wrong])).split(separator: "\n").count == (format == .text ? 2 : 1))
    }
  }

  @Test("JSON escapes control characters without changing the text")
  func json() throws {
    let text = "\u{1B}\u{9B}\u{202E}\u{E0001}😀\u{200D}"
    let printed = JSON.string(text).printed()
    #expect(printed == #""\u001b\u009b\u202e\udb40\udc01😀"# + "\u{200D}\"")
    let read = try JSONSerialization.jsonObject(with: Data("[\(printed)]".utf8)) as? [String]
    #expect(read?.first.map { Array($0.utf8) } == Array(text.utf8))
  }

  @Test("The text report puts './' before a path that starts like a CI command")
  func start() {
    let output = Pipeline.run(sources: ["::error::A.swift": "struct A: Tribe {}"], module: "App")
    #expect(ReportFormat.text.report(CheckedPackage([output])).hasPrefix("./::error::A.swift:1:8: error: "))
  }
}
