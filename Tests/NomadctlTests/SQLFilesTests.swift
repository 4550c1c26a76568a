#if Nomadctl
  import Foundation
  import Testing
  import ToolSupport

  /// The commands with tribes in SQL files.
  @Suite struct SQLFilesTests {
    private static let tool = Tool("nomadctl")

    private func folder() throws -> Folder {
      let folder = try Folder()
      try folder.write(
        "import NomadPostgres\n\nstruct Sort: Tribe { static let target: TribeTarget = .literal(\"2.0.0\") }\n",
        to: "Sources/App/A.swift"
      )
      let start = "-- The first.\nCREATE TABLE a (b text); -- One.\nSELECT ';'\n"
      try folder.write(start, to: "Sources/App/Migrations/1.0.0-start.sql")
      try folder.write("-- nomad:no-transaction\nVACUUM a", to: "Sources/App/Migrations/2.1.0-vacuum.sql")
      return folder
    }

    private func run(_ arguments: String..., in folder: Folder) throws -> Tool.Result {
      try Self.tool.run(arguments, in: folder.url)
    }

    @Test("A plan prints the statements of SQL files that run, and names the other tribes in comments")
    func plan() throws {
      let folder = try folder()
      let heading = "-- For review only: a run also records each tribe in the ledger, and these statements do not.\n"
      let rest = """

        -- App.Sort .literal("2.0.0") is in Swift: Sources/App/A.swift:3

        -- App.SQL_2_1_0_vacuum .literal("2.1.0"): Sources/App/Migrations/2.1.0-vacuum.sql
        VACUUM a;

        """
      let start = """

        -- App.SQL_1_0_0_start .literal("1.0.0"): Sources/App/Migrations/1.0.0-start.sql
        BEGIN;
        CREATE TABLE a (b text);
        SELECT ';';
        COMMIT;

        """
      let all = try run("plan", "--sql", in: folder)
      #expect(all.code == 0 && all.output == heading + start + rest, "\(all)")
      #expect(try run("plan", "--from", "1.0.0", "--sql", in: folder).output == heading + rest)
      #expect(try run("plan", "--from", "2.1.0", "--sql", in: folder).output == "-- No tribe runs.\n")
      #expect(try run("plan", "--sql", "--format", "json", in: folder).code != 0)
      // A lock does not hide the files.
      #expect(try run("lock", "--release", "2.1.0", in: folder).code == 0)
      #expect(try run("plan", "--sql", in: folder).output == heading + start + rest)
    }

    @Test("Lists, the lock and the check know the files, and an edited one that has shipped is a finding")
    func lock() throws {
      let folder = try folder()
      #expect(try run("list", in: folder).output.contains("Sources/App/Migrations/1.0.0-start.sql:1"))
      #expect(try run("lock", "--release", "2.1.0", in: folder).code == 0)
      #expect(try #require(folder.text("Tribes.lock")).contains("App.SQL_1_0_0_start"))
      let file = "Sources/App/Migrations/1.0.0-start.sql"
      try folder.write("CREATE TABLE a (b text);\r\n\r\nSELECT ';';\r\n", to: file)
      #expect(try run("check", in: folder).code == 0)
      try folder.write("CREATE TABLE a (c text);\nSELECT ';'\n", to: file)
      let result = try run("check", in: folder)
      #expect(result.code == 1 && result.error.contains("\(file):1:1: error: "))
      #expect(result.error.contains("[changed-tribe]"))
    }

    @Test("A tribe in an SQL file is not merged, because a merged tribe is in Swift")
    func merge() throws {
      let result = try run("merge", "1.0.0", "2.0.0", "--into", "2.0.0", in: try folder())
      #expect(result.code != 0 && result.error.contains("SQL_1_0_0_start cannot be merged: it is in an SQL file"))
    }

    @Test("New writes a file whose name has the version and the words, and which needs statements")
    func new() throws {
      let folder = try folder()
      let file = "Sources/App/Migrations/2.2.0-add-tags.sql"
      let result = try run("new", "2.2.0", "--sql", "add tags", in: folder)
      #expect(result.code == 0 && result.output == "wrote \(file)\n", "\(result)")
      let text = try #require(folder.text(file))
      #expect(text.hasPrefix("-- add tags\n"))
      #expect(try run("list", in: folder).error.contains("\(file):1:1: error: "))
      try folder.write(text + "SELECT 1", to: file)
      #expect(try run("list", in: folder).output.contains("App.SQL_2_2_0_add_tags"))
      let names = [
        (["2.3.0-beta.1"], "2.3.0-beta.1+x.sql"), (["2.4-1"], "2.4-1+x.sql"), (["--once", "move"], "once-move.sql"),
      ]
      for (arguments, name) in names {
        let result = try Self.tool.run(["new"] + arguments + ["--sql", "x", "--dry-run"], in: folder.url)
        #expect(result.output.hasPrefix("// Sources/App/Migrations/\(name)\n"), "\(result)")
      }
      // A tribe in Swift goes beside those in Swift.
      #expect(try run("new", "3.0.0", "--test", "none", in: folder).output.hasPrefix("wrote Sources/App/Tribe_3_0_0"))
      for wrong in [["2.1.0", "--sql", "again"], ["4.0.0", "--sql", "§"], ["4.0.0", "--sql", "x", "--name", "X"]] {
        #expect(try Self.tool.run(["new"] + wrong, in: folder.url).code != 0)
      }
    }
  }
#endif
