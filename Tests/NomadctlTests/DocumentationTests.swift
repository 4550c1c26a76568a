#if Nomadctl
  import Foundation
  import Testing

  @testable import nomadctl

  /// The pages of the catalogue list what the tool can find.
  @Suite struct DocumentationTests {
    private func lines(of page: String) throws -> [Substring] {
      let root = (0..<3).reduce(URL(fileURLWithPath: #filePath)) { url, _ in url.deletingLastPathComponent() }
      let file = root.appendingPathComponent("Sources/Nomad/Nomad.docc/\(page).md")
      return try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
    }

    private func rows(of page: String) throws -> [String] {
      try lines(of: page).filter { $0.hasPrefix("| `") }.compactMap {
        $0.split(separator: "`").dropFirst().first.map(String.init)
      }
    }

    @Test("The version is the newest one of the changelog, and a development one until that is released")
    func version() throws {
      let heading = try #require(try lines(of: "Changelog").first { $0.hasPrefix("### ") }).dropFirst(4)
      let unreleased = "Not released yet: "
      let expected =
        heading.hasPrefix(unreleased)
        ? "\(heading.dropFirst(unreleased.count))-dev" : String(heading.prefix { $0 != " " })
      #expect(Release.version == expected)
    }

    @Test("Every code of the doctor has its row, and every row is a code")
    func doctor() throws {
      #expect(try rows(of: "SupportTickets").sorted() == LedgerFinding.Code.allCases.map(\.rawValue).sorted())
    }

    @Test("Every code of verify has its row, and every row is a code")
    func verify() throws {
      #expect(try rows(of: "Verify").sorted() == VerifyFinding.Code.allCases.map(\.rawValue).sorted())
    }
  }
#endif
