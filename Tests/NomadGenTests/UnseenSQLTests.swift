import Testing
import ToolSupport

/// SQL files that a manifest keeps from the plugin, so that the build fails.
@Suite struct UnseenSQLTests {
  private static let file = "Sources/App/Migrations/1.0.0-a.sql"

  private func findings(
    _ options: String,
    _ text: String,
    plugin: String = SamplePackage.plugin,
    products: [String] = ["Nomad", "NomadGRDB"]
  ) throws -> [String] {
    let nomad = products.map { ".product(name: \"\($0)\", package: \"Nomad\")" }.joined(separator: ", ")
    let folder = try SamplePackage.folder(
      SamplePackage.manifest(".executableTarget(name: \"App\", dependencies: [\(nomad)], \(options)\(plugin))"),
      [
        Self.file: text,
        "Sources/App/main.swift": "import NomadGRDB\nlet nomad = Nomad(.generated), run = nomad.migrate\n",
      ]
    )
    let result = try CheckReport.run(in: folder.url)
    #expect(result.code == (result.report.findings.contains { $0.hasPrefix("error") } ? 1 : 0))
    for finding in result.report.diagnostics { #expect((finding.line, finding.column) == (1, 1)) }
    return result.report.findings
  }

  @Test(
    "A file in Migrations that the manifest keeps from the plugin is one error, whatever it contains",
    arguments: [
      #"exclude: ["Migrations"], "#, #"exclude: ["./Migrations/1.0.0-a.sql"], "#,
      #"resources: [.copy("Migrations/")], "#,
    ],
    ["SELECT 1;\n", "-- nomad:ignore\nSELECT 1;\n", "-- nomad:unheard\nSELECT 'a"]
  )
  func unseen(options: String, text: String) throws {
    #expect(try findings(options, text) == ["error sql-file-name \(Self.file)"])
  }

  @Test(
    "A file that the plugin sees is none",
    arguments: [
      "", #"exclude: ["Migrations/1.0.0"], "#, #"resources: [.process("Migrations")], "#,
      #"resources: [.copy("Migrations/1.0.0-a.sql")], "#, #"sources: ["main.swift"], "#,
    ]
  )
  func seen(options: String) throws {
    #expect(try findings(options, "SELECT 1;\n") == [])
  }

  @Test("A target without the plugin may exclude what it likes")
  func withoutPlugin() throws {
    let found = try findings(#"exclude: ["Migrations"], "#, "-- nomad:ignore\nSELECT 1;\n", plugin: "plugins: []")
    #expect(!found.contains { $0.contains("sql-file-name") })
  }

  @Test(
    "A file never runs in a target without the plugin, even if that depends on the product of a database only",
    arguments: [["Nomad", "NomadGRDB"], ["NomadGRDB"]]
  )
  func missingPlugin(products: [String]) throws {
    let found = try findings("", "SELECT 1;\n", plugin: "plugins: []", products: products)
    #expect(found.contains("error missing-plugin \(Self.file)"), "\(found)")
  }
}
