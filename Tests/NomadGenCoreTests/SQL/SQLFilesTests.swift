import Testing

@testable import NomadCheck
@testable import NomadGenCore
@testable import NomadSyntax

@Suite struct SQLFilesTests {
  private static let postgres = ["A.swift": "internal import NomadPostgres\n"]
  private static let grdb = ["A.swift": "import NomadGRDB\n"]

  private func find(_ files: [String: String], in module: [String: String] = postgres) -> Pipeline.Output {
    Pipeline.run(sources: files.merging(module) { $1 }, module: "App")
  }

  @Test("The files in a folder Migrations are tribes at the start of their files, in the order of all tribes")
  func tribes() throws {
    let output = find([
      "Sources/Migrations/2.1.0-add-tags.sql": "ALTER TABLE note ADD tags text",
      "Sources/migrations/1.0.0-start.sql": "CREATE TABLE note (id int)",
      "Sources/Migrations/once-x.sql": "SELECT 1", "Sources/query.sql": "\\i nothing",
      "B.swift": #"import Nomad; struct B: Tribe { static let target: TribeTarget = .literal("2.0.0") }"#,
    ])
    #expect(
      output.summary == [
        #"SQL_1_0_0_start .literal("1.0.0")"#, #"B .literal("2.0.0")"#, #"SQL_2_1_0_add_tags .literal("2.1.0")"#,
        #"SQL_once_x .once("x")"#,
      ]
    )
    #expect(output.findings.isEmpty)
    let place = try #require(output.tribes.first?.location)
    #expect(place.file == "Sources/migrations/1.0.0-start.sql" && (place.line, place.column) == (1, 1))
    let registry = try #require(output.registry)
    #expect(registry.contains("\nimport Nomad\ninternal import NomadPostgres\n"))
    #expect(registry.contains("nonisolated struct SQL_1_0_0_start: NomadPostgres._SQLTribe {\n"))
    #expect(registry.contains(#"    (1, "ALTER TABLE note ADD tags text"),"#))
  }

  @Test("The settings in comments are traits, and the statements have the numbers of their lines")
  func settings() throws {
    let text = """
      \u{FEFF}-- Adds tags.\r
      -- nomad:deferred\r
      --nomad: readable-since 2.0.0  \r
      -- nomad:no-transaction\r
      ALTER TABLE a ADD b text; SELECT 'x\r
      y';\r
      -- nomad:contract\r
      BEGIN; COMMIT\r\n
      """
    let output = find(["Migrations/2.1.0-x.sql": text])
    #expect(output.findings.isEmpty)
    #expect(output.tribes.first?.traits.map(\.value) == [.deferred, .readableSince("2.0.0"), .contract])
    let registry = try #require(output.registry)
    #expect(registry.contains("  static let isTransactional = false\n"))
    #expect(registry.contains("  static let phase: NomadPostgres.TribePhase = .contract\n"))
    for line in [
      #"(5, "ALTER TABLE a ADD b text")"#, #"(5, "SELECT 'x\u{d}\u{a}y'")"#, #"(8, "BEGIN")"#, #"(8, "COMMIT")"#,
    ] {
      #expect(registry.contains("    \(line),\n"), "\(line)")
    }
  }

  @Test(
    "A text that cannot be a tribe is a finding at its place",
    arguments: [
      ("", "1:1"), ("-- nothing\n;\n", "1:1"), ("SELECT 1;\nBEGIN;", "2:1"), (" commit", "1:2"),
      ("SELECT 1; END", "1:11"),
      ("ROLLBACK", "1:1"), ("START TRANSACTION", "1:1"), ("PREPARE TRANSACTION 'a'", "1:1"), ("ABORT", "1:1"),
      ("SELECT 1;\n\\i x.sql", "2:1"), ("a\0b", "1:2"), ("SELECT 'a", "1:8"), ("COPY a (b) FROM stdin;", "1:17"),
      ("SELECT 1 -- nomad:no-transacton", "1:13"), ("-- nomad:\nSELECT 1", "1:4"),
      ("-- nomad:readable-since x\nSELECT 1", "1:4"), ("-- Nomad:Deferred\nSELECT 1", "1:4"),
      ("\u{FEFF}-- nomad:no\nSELECT 1", "1:7"),
      ("-- nomad:readable-since 1.0.0\n-- nomad:readable-since 2.0.0\nSELECT 1", "2:4"),
      ("-- nomad:deferred now\nSELECT 1", "1:4"), ("SELECT 1;\n/* nomad:deferred */", "2:1"),
    ]
  )
  func illegal(text: String, place: String) {
    let output = find(["Migrations/2.1.0-x.sql": text])
    #expect(output.places == ["Migrations/2.1.0-x.sql:\(place) illegal-sql"])
    #expect(output.tribes.isEmpty && output.registry == nil)
  }

  @Test("Statements that only look like the end of a transaction are no findings")
  func transactions() {
    let texts = [
      "SAVEPOINT a; ROLLBACK TO a; ROLLBACK TRANSACTION TO SAVEPOINT a; RELEASE a", "PREPARE x AS SELECT 1",
      "DO $$ BEGIN NULL; END $$", "COPY a FROM 'stdin.csv'", "SELECT 'nomad:x' -- see nomad: x",
      "-- nomad:no-transaction\nBEGIN; SELECT 1; COMMIT",
    ]
    for text in texts { #expect(find(["Migrations/2.1.0-x.sql": text]).places.isEmpty, "\(text)") }
  }

  @Test("A text that is not UTF-8 is a finding at the first wrong byte")
  func encoding() throws {
    let bytes = Array("SELECT 1;\nSELECT '".utf8) + [0xFF, UInt8(ascii: "'")]
    let output = try Pipeline.run(["Migrations/1.0.0-a.sql", "A.swift"], module: "App") { path, body in
      (path == "A.swift" ? Array("import NomadGRDB".utf8) : bytes).withUnsafeBufferPointer(body)
    }
    #expect(output.places == ["Migrations/1.0.0-a.sql:2:9 illegal-sql"])
  }

  @Test("A text that ends within a character is a finding", arguments: [[0xEF, 0xBF], [0xEF], [0xC3]] as [[UInt8]])
  func truncated(end: [UInt8]) throws {
    let bytes = Array("SELECT a".utf8) + end
    let output = try Pipeline.run(["Migrations/1.0.0-a.sql", "A.swift"], module: "App") { path, body in
      (path == "A.swift" ? Array("import NomadGRDB".utf8) : bytes).withUnsafeBufferPointer(body)
    }
    #expect(output.findings.map(\.code) == [.illegalSQL] && output.tribes.isEmpty)
  }

  @Test("Contract tribes and shells' commands depend on the database")
  func databases() {
    #expect(find(["Migrations/1.0.0.sql": "-- nomad:contract\nSELECT 1"], in: Self.grdb).places.count == 1)
    #expect(find(["Migrations/1.0.0.sql": ".read x"], in: Self.grdb).places == ["Migrations/1.0.0.sql:1:1 illegal-sql"])
    #expect(find(["Migrations/1.0.0.sql": "SELECT 1"], in: Self.grdb).registry?.contains("NomadGRDB._SQLTribe") == true)
    let unknown = ["Migrations/1.0.0.sql:1:1 unknown-database"]
    #expect(find(["Migrations/1.0.0.sql": "SELECT 1"], in: ["A.swift": "import Nomad"]).places == unknown)
    let both = ["A.swift": "import NomadGRDB", "B.swift": "import NomadPostgres"]
    #expect(find(["Migrations/1.0.0.sql": "SELECT 1", "Migrations/2.0.0.sql": "x"], in: both).places == unknown)
  }

  @Test("A setting decides whether the transaction checks foreign keys, and a pragma that does nothing is a finding")
  func foreignKeys() throws {
    func places(_ text: String, in module: [String: String] = Self.grdb) -> [String] {
      find(["Migrations/1.0.0.sql": text], in: module).places
    }
    for (word, value) in [("off", "disabled"), ("immediate", "immediate")] {
      let output = find(["Migrations/1.0.0.sql": "-- nomad:foreign-keys \(word)\nSELECT 1"], in: Self.grdb)
      #expect(output.findings.isEmpty)
      let member = "  static let foreignKeyChecks: NomadGRDB.ForeignKeyChecks = .\(value)\n"
      #expect(output.registry?.contains(member) == true)
    }
    let wrong = ["Migrations/1.0.0.sql:1:4 illegal-sql"]
    #expect(places("-- nomad:foreign-keys\nSELECT 1") == wrong)
    #expect(places("-- nomad:foreign-keys on\nSELECT 1") == wrong)
    #expect(places("-- nomad:foreign-keys off\n-- nomad:no-transaction\nSELECT 1") == wrong)
    #expect(places("-- nomad:foreign-keys off\nSELECT 1", in: Self.postgres) == wrong)
    let pragma = ["Migrations/1.0.0.sql:2:1 illegal-sql"]
    for text in ["PRAGMA foreign_keys = OFF", "pragma main.foreign_keys(0)"] {
      #expect(places("SELECT 1;\n\(text)") == pragma)
      #expect(places("-- nomad:no-transaction\n\(text)").isEmpty)
    }
    #expect(places("PRAGMA defer_foreign_keys = ON; PRAGMA foreign_key_check").isEmpty)
  }

  @Test("A setting behind code, and a comment after a statement that would take the file out, are errors")
  func misplacedSettings() {
    let wrong = { (place: String) in ["Migrations/1.0.0.sql:\(place) illegal-sql"] }
    let places = { (text: String) in find(["Migrations/1.0.0.sql": text]).places }
    #expect(places("CREATE TABLE a (x int); -- nomad:ignore\nSELECT 1") == wrong("1:28"))
    #expect(places("CREATE TABLE a (x int);\n-- nomad:ignore\nSELECT 1") == wrong("2:4"))
    #expect(places("SELECT\n  -- nomad:ignore\n1") == wrong("2:6"))
    #expect(places("SELECT 1; -- nomad:no-transaction") == wrong("1:14"))
    #expect(places("\n  -- nomad:ignore\nBEGIN").isEmpty)
    #expect(places("\u{FEFF}-- nomad:ignore\nBEGIN").isEmpty)
    #expect(places("/* a\nb */ -- nomad:ignore\nBEGIN").isEmpty)
    #expect(find(["Migrations/query.sql": "\u{FEFF}-- nomad:ignore\nSELECT 1"]).places.isEmpty)
  }

  @Test("Names and folders are findings at the start of the file, unless a comment takes the file out")
  func names() {
    let output = find([
      "Migrations/add-tags.sql": "SELECT 1", "Migrations/2.0.0-a.SQL": "SELECT 1", "Other/2.0.0-b.sql": "SELECT 1",
      "Migrations/query.sql": "-- nomad:ignore\nSELECT 1", "Other/3.0.0-b.sql": "-- nomad:ignore",
      "Migrations/4.0.0.sql": "-- nomad:ignore\nBEGIN", "Migrations/always-a-b.sql": "SELECT 1",
      "Migrations/always-a_b.sql": "SELECT 1",
    ])
    #expect(
      output.places == [
        "Migrations/2.0.0-a.SQL:1:1 sql-file-name", "Migrations/add-tags.sql:1:1 sql-file-name",
        "Migrations/always-a_b.sql:1:1 sql-file-name", "Other/2.0.0-b.sql:1:1 sql-file-name",
      ]
    )
    #expect(output.findings.map(\.severity) == [.error, .error, .error, .warning])
  }

  @Test("A file in a folder below Migrations is an error, whatever its name, unless a comment takes it out")
  func below() {
    let output = find([
      "Migrations/2026/11/add-tags.sql": "SELECT 1", "Migrations/2026/2.0.0-b.sql": "SELECT 1",
      "Migrations/2026/query.sql": "-- nomad:ignore\nSELECT 1", "App/migrations/old/x.SQL": "SELECT 1",
      "App/migrations/3.0.0.sql": "SELECT 1", "Queries/add-tags.sql": "SELECT 1",
    ])
    #expect(
      output.places == [
        "App/migrations/old/x.SQL:1:1 sql-file-name", "Migrations/2026/11/add-tags.sql:1:1 sql-file-name",
        "Migrations/2026/2.0.0-b.sql:1:1 sql-file-name",
      ]
    )
    #expect(output.findings.allSatisfy { $0.severity == .error })
  }

  @Test("A folder Migrations around the target has nothing to do with its files")
  func around() {
    let files = ["/home/Migrations/App/all.sql": "SELECT 1", "/home/Migrations/App/Queries/one.sql": "SELECT 1"]
    let module = ["/home/Migrations/App/A.swift": "import NomadPostgres\n", "/tmp/Generated.swift": ""]
    #expect(find(files, in: module).places == [])
  }

  @Test("Two tribes at one target are a finding, also if one is in Swift")
  func duplicates() {
    let swift = #"import Nomad; struct B: Tribe { static let target: TribeTarget = .dotted("2.1") }"#
    let output = find(["Migrations/2.1.0-x.sql": "SELECT 1", "B.swift": swift])
    #expect(output.findings.map(\.code) == [.duplicateTarget] && output.findings.allSatisfy(\.fixIts.isEmpty))
  }

  @Test("Swift code can require the tribe of a file, and add a member to it")
  func namedInSwift() {
    let swift = """
      import Nomad
      struct B: Tribe {
        static let target: TribeTarget = .literal("3.0.0")
        static let requires: [Any.Type] = [SQL_2_1_0_x.self]
      }
      extension SQL_2_1_0_x { static let urgency: TribeUrgency = .deferred }
      """
    let output = find(["Migrations/2.1.0-x.sql": "SELECT 1", "B.swift": swift])
    #expect(output.findings.isEmpty)
    #expect(output.tribes.map { $0.traits.map(\.value) } == [[.deferred], [.requires(["App.SQL_2_1_0_x"])]])
  }

  @Test("Types of another protocol have nothing to do with SQL files")
  func otherProtocol() {
    let output = Pipeline.run(
      sources: ["Migrations/2.1.0-x.sql": "BEGIN", "A.swift": "import NomadPostgres"],
      module: "App",
      protocolName: "Step"
    )
    #expect(output.findings.isEmpty && output.tribes.isEmpty)
  }

  @Test("The checksum survives line ends, blanks and comments, and no other change")
  func checksums() throws {
    func checksum(_ text: String, _ name: String = "2.1.0-x.sql") throws -> UInt64 {
      let module = checked(["Migrations/\(name)": text].merging(Self.postgres) { $1 })
      #expect(module.findings.isEmpty)
      return try #require(module.checksums.values.first)
    }
    let text = "ALTER TABLE a\n  ADD b text;\nUPDATE a SET b = 'x y';\n"
    let same = [
      text.replacing("\n", with: "\r\n"), text.replacing("\n", with: "  \n"), "\u{FEFF}" + text, "-- More.\n" + text,
      text.replacing("\n  ADD", with: " ADD"), String(text.dropLast(2)),
    ]
    for other in same { #expect(try checksum(other) == checksum(text), "\(other)") }
    #expect(try checksum(text, "2.1.0-other.sql") == checksum(text))
    let different = [
      text.replacing("x y", with: "x  y"), text.replacing("b text", with: "c text"), text + "SELECT 1",
      "-- nomad:no-transaction\n" + text, text.replacing(";\nUP", with: " UP"),
      text.replacing("x y", with: "x\ny"), text.replacing("x y", with: "x\r\ny"),
    ]
    for other in different { #expect(try checksum(other) != checksum(text), "\(other)") }
  }

  @Test("A shipped file that has changed is a finding, and so is one that is gone")
  func shipped() throws {
    func files(_ text: String?) -> TribeCensus {
      census(["App": (text.map { ["Migrations/2.1.0-x.sql": $0] } ?? [:]).merging(Self.postgres) { $1 }])
    }
    let lock = try locked(files("SELECT 1"), in: "2.1.0")
    #expect(lock.findings(files("-- Why.\nSELECT 1;")).isEmpty)
    #expect(lock.findings(files("SELECT 2")) == ["App/Migrations/2.1.0-x.sql:1:1 changed-tribe"])
    #expect(lock.findings(in: files(nil)).map(\.code) == [.removedTribe])
  }
}
