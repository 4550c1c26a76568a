#if Nomadctl
  import Foundation
  import Testing

  @testable import nomadctl

  /// The pages of the catalogue list what the tool can find.
  @Suite struct DocumentationTests {
    private func rows(of page: String) throws -> [String] {
      let root = (0..<3).reduce(URL(fileURLWithPath: #filePath)) { url, _ in url.deletingLastPathComponent() }
      let file = root.appendingPathComponent("Sources/Nomad/Nomad.docc/\(page).md")
      let lines = try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
      return lines.filter { $0.hasPrefix("| `") }.compactMap {
        $0.split(separator: "`").dropFirst().first.map(String.init)
      }
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
