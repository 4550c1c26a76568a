import Foundation
import Testing

@testable import NomadCheck
@testable import NomadGenCore
@testable import nomadctl

@Suite struct ReportTests {
  /// The output for two modules with a tribe of each kind and findings of several kinds, one of them with a note.
  private static var outputs: [Pipeline.Output] {
    let members = "static let target: TribeTarget ="
    let app = """
      @available(macOS 14, iOS 17, *) public enum O { public struct `in`: Tribe { \(members) .literal("1.0.0") } }
      #if DEBUG
      struct B: Tribe { \(members) .once("a\\nb\\"") }
      #endif
      /* é🐪 */ struct C: Tribe { \(members) .literal("1.0.0") }
      struct D: Tribe { \(members) f() }
      struct E: Tribe {}
      struct F: Tribe { \(members) .dotted("1.1-1") }
      """
    return [
      Pipeline.run(sources: ["Sources/App/a b,c:%.swift": app], module: "App"),
      Pipeline.run(
        sources: [
          "/Sources/Kit/K.swift": "struct K: Tribe { \(members) .always }\nstruct L: Tribe { \(members) .first }\n"
            + "struct M: Tribe { \(members) .whenChanged(\"m\") }"
        ],
        module: "Kit"
      ),
    ]
  }

  private static func parse(_ format: ReportFormat) throws -> [String: Any] {
    let object = try JSONSerialization.jsonObject(with: Data(format.report(CheckedPackage(outputs)).utf8))
    return try #require(object as? [String: Any])
  }

  @Test("The text report has a line for each finding, which ends with its code, and a line for each note")
  func text() {
    let lines = ReportFormat.text.report(CheckedPackage(Self.outputs)).split(separator: "\n")
    #expect(lines.count == 10)
    let path = "Sources/App/a b,c:%.swift"
    #expect(lines[0].hasPrefix("\(path):3:58: error: ") && lines[0].hasSuffix(" [illegal-target]"))
    #expect(lines[1].hasPrefix("\(path):3:58: note: write "))
    #expect(lines[2].hasPrefix("\(path):5:74: error: ") && lines[2].hasSuffix(" [duplicate-target]"))
    #expect(lines[3].hasPrefix("\(path):1:") && lines[3].contains(": note: "))
    #expect(lines[6].hasSuffix(" [unreadable-target]"))
    #expect(lines[8].hasSuffix(" [missing-target]"))
    #expect(lines.count { $0.contains(": note: ") } == 6)
    #expect(ReportFormat.text.report(CheckedPackage([Self.outputs[1]])) == "")
  }

  @Test("The text report keeps a finding on one line if the file name contains a line break")
  func oddPath() {
    let output = Pipeline.run(sources: ["a\nb.swift": "struct A: Tribe {}"], module: "App")
    let lines = ReportFormat.text.report(CheckedPackage([output])).split(separator: "\n")
    #expect(lines.map { $0.prefix(21) } == ["a b.swift:1:8: error:", "a b.swift:1:8: note: "])
  }

  @Test("The JSON report has the version, the tribes in migration order and the findings, with all members")
  func json() throws {
    let document = try Self.parse(.json)
    #expect(Set(document.keys) == ["version", "tribes", "diagnostics"])
    #expect(document["version"] as? Int == 1)
    let tribes = try #require(document["tribes"] as? [[String: Any]])
    #expect(tribes.compactMap { $0["name"] as? String } == ["L", "C", "O.in", "F", "M", "K", "B", "D", "E"])
    for tribe in tribes {
      #expect(
        Set(tribe.keys) == [
          "name", "module", "target", "file", "line", "column", "access", "conditions", "availability",
        ]
      )
      #expect(tribe["line"] is Int && tribe["column"] is Int)
    }
    let nested = tribes[2]
    #expect(nested["module"] as? String == "App")
    #expect(nested["target"] as? [String: String] == ["kind": "literal", "value": "1.0.0"])
    #expect(nested["file"] as? String == "Sources/App/a b,c:%.swift")
    #expect(nested["line"] as? Int == 1 && nested["column"] as? Int == 63)
    #expect(nested["access"] as? String == "public")
    #expect(nested["availability"] as? [String] == ["macOS 14", "iOS 17"])
    #expect(nested["conditions"] as? [String] == [])
    #expect(tribes[0]["target"] as? [String: String] == ["kind": "first"])
    #expect(tribes[3]["target"] as? [String: String] == ["kind": "dotted", "value": "1.1-1"])
    #expect(tribes[4]["target"] as? [String: String] == ["kind": "whenChanged", "value": "m"])
    #expect(tribes[5]["target"] as? [String: String] == ["kind": "always"])
    #expect(tribes[6]["target"] as? [String: String] == ["kind": "once", "value": "a\nb\""])
    #expect(tribes[6]["conditions"] as? [String] == ["DEBUG"])

    let findings = try #require(document["diagnostics"] as? [[String: Any]])
    #expect(
      findings.compactMap { $0["code"] as? String } == [
        "illegal-target", "duplicate-target", "unreadable-target", "missing-target",
      ]
    )
    for finding in findings {
      #expect(Set(finding.keys) == ["severity", "code", "message", "file", "line", "column", "notes", "fixIts"])
      #expect(finding["severity"] as? String == "error")
      #expect(finding["fixIts"] is [Any])
      for note in try #require(finding["notes"] as? [[String: Any]]) {
        #expect(Set(note.keys) == ["message", "file", "line", "column"])
      }
    }
    let notes = try #require(findings[1]["notes"] as? [[String: Any]])
    #expect(
      notes.compactMap { $0["message"] as? String } == [
        "'O.in' is here", "once one of them has run, the other counts as done", "give the newer tribe another target",
      ]
    )
    #expect(notes.compactMap { $0["line"] as? Int } == [1, 5, 5])
  }

  @Test("An empty JSON report is still a document")
  func emptyJSON() throws {
    let text = ReportFormat.json.report()
    let object = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any]
    #expect((object?["tribes"] as? [Any])?.isEmpty == true)
    #expect(text.hasSuffix("}\n"))
  }

  @Test("The GitHub report has one escaped workflow command for each finding")
  func github() {
    let lines = ReportFormat.github.report(CheckedPackage(Self.outputs)).split(separator: "\n")
    #expect(lines.count == 4)
    #expect(
      lines[0].hasPrefix(
        "::error file=Sources/App/a b%2Cc%3A%25.swift,line=3,col=58,title=illegal-target::.once(\"a\\nb\\\"\")"
      )
    )
    // The notes are further lines of the message. A note about another place names the place.
    #expect(
      lines[1].hasSuffix(
        "%0ASources/App/a b,c:%25.swift:1: 'O.in' is here%0Aonce one of them has run, the other counts as done"
          + "%0Agive the newer tribe another target"
      )
    )
    // Each message stays on one line.
    #expect(lines.allSatisfy { $0.hasPrefix("::error file=") })
  }

  @Test("The SARIF report is a 2.1.0 log with regions in code points and a rule for every code")
  func sarif() throws {
    let log = try Self.parse(.sarif)
    #expect(log["version"] as? String == "2.1.0")
    #expect((log["$schema"] as? String)?.contains("sarif-2.1.0") == true)
    let runs = try #require(log["runs"] as? [[String: Any]])
    #expect(runs.count == 1)
    #expect(runs[0]["columnKind"] as? String == "unicodeCodePoints")
    let driver = try #require((runs[0]["tool"] as? [String: Any])?["driver"] as? [String: Any])
    #expect(driver["name"] as? String == "nomad-gen")
    let described = try #require(driver["rules"] as? [[String: Any]])
    let rules = described.compactMap { $0["id"] as? String }
    let pages = Finding.Code.allCases.map { "Findings/\($0.rawValue).md" }
    #expect(zip(described, pages).allSatisfy { ($0["helpUri"] as? String)?.hasSuffix($1) == true })
    #expect(described.allSatisfy { ($0["helpUri"] as? String).flatMap(URL.init)?.host() == "github.com" })
    #expect(rules == Finding.Code.allCases.map(\.rawValue))
    let results = try #require(runs[0]["results"] as? [[String: Any]])
    #expect(results.count == 4)
    for result in results {
      #expect(rules.contains(result["ruleId"] as? String ?? ""))
      #expect(result["level"] as? String == "error")
      #expect((result["message"] as? [String: Any])?["text"] is String)
      let locations =
        (result["locations"] as? [[String: Any]] ?? []) + (result["relatedLocations"] as? [[String: Any]] ?? [])
      #expect(!locations.isEmpty)
      for location in locations {
        let place = try #require(location["physicalLocation"] as? [String: Any])
        let uri = try #require((place["artifactLocation"] as? [String: Any])?["uri"] as? String)
        #expect(uri == "Sources/App/a%20b%2Cc%3A%25.swift")
        let region = try #require(place["region"] as? [String: Any])
        #expect((region["startLine"] as? Int ?? 0) >= 1 && (region["startColumn"] as? Int ?? 0) >= 1)
      }
    }
    let text = (results[1]["message"] as? [String: Any])?["text"] as? String
    #expect(text?.split(separator: "\n").last == "give the newer tribe another target")
    #expect((results[1]["relatedLocations"] as? [Any])?.count == 1)
    let region = ((results[1]["locations"] as? [[String: Any]])?[0]["physicalLocation"] as? [String: Any])?["region"]
    // "é🐪" is two code points and six bytes.
    #expect((region as? [String: Int])?["startColumn"] == 70)
  }

  @Test("The SARIF report writes an absolute path as a file URI")
  func absolute() {
    let output = Pipeline.run(sources: ["/a b/é.swift": "struct A: Tribe {}"], module: "App")
    #expect(ReportFormat.sarif.report(CheckedPackage([output])).contains("\"file:///a%20b/%C3%A9.swift\""))
  }
}
