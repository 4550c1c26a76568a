import Testing

@testable import NomadGenCore

/// Statements are split where psql and the sqlite3 shell split them.
@Suite struct SQLScriptTests {
  private func split(_ text: String, for database: SQLScript.Database) -> [String] {
    let bytes = Array(text.utf8)
    return SQLScript(bytes, for: database).statements.map { String(decoding: bytes[$0.range], as: UTF8.self) }
  }

  @Test(
    "A semicolon in a quote, a comment, brackets or a body ends no statement of PostgreSQL",
    arguments: [
      "SELECT 'a;''b;'", #"SELECT 'back\'"#, #"SELECT E'a\';b' 'c'"#, "SELECT E'a'\n  'b\\';'", "SELECT e'\\\\'",
      #"SELECT "a;""b;""#, "SELECT $$a;b$$", "SELECT $a$ $$;$b$; $a$", "SELECT $1, a$b$c", "SELECT U&'\\0074;'",
      "SELECT /* ; /* ; */ ; */ 1", "SELECT -- ;\n 1", "SELECT (1; 2)", "SELECT array['a;b']",
      "CREATE FUNCTION f() RETURNS int BEGIN ATOMIC SELECT CASE WHEN true THEN 1 END; SELECT 2; END",
      "create or replace procedure p() begin atomic select 1; end",
      "CREATE FUNCTION f() RETURNS int AS $f$ BEGIN; RETURN 1; END; $f$ LANGUAGE plpgsql", "SELECT 'ü;' AS ü$1",
    ]
  )
  func postgres(statement: String) {
    #expect(split("\(statement)\n;\n;; SELECT 2;\n", for: .postgres) == [statement, "SELECT 2"])
  }

  @Test(
    "A semicolon in a quote, a comment or a trigger ends no statement of SQLite",
    arguments: [
      #"SELECT 'a;''b;'"#, #"SELECT 'back\'"#, "SELECT \"a;\"\"b\"", "SELECT `a;``b`", "SELECT [a;'b]",
      "SELECT /* /* ; */ 1", "SELECT $a, '$$;'", "SELECT CASE 1 WHEN 1 THEN 2 END",
      "CREATE TRIGGER t AFTER UPDATE ON n BEGIN SELECT CASE 1 WHEN 1 THEN 2 END; SELECT 1; END",
      "create temp trigger if not exists t after update on n begin select 1 ; end", "CREATE TABLE trigger_log (a)",
    ]
  )
  func sqlite(statement: String) {
    #expect(split("\(statement);\nSELECT 2", for: .sqlite) == [statement, "SELECT 2"])
  }

  @Test("A statement ends with its last token, so that a comment cannot hide the semicolon after it")
  func comments() {
    for database in SQLScript.Database.allCases {
      let statements = split("SELECT 1 -- ;\n;SELECT 2 /* ; */ ;\n-- b\n SELECT -- c\n3 -- d", for: database)
      #expect(statements == ["SELECT 1", "SELECT 2", "SELECT -- c\n3"])
    }
    // Both servers' lexers are followed.
    #expect(split("-- a\rSELECT 1;\nSELECT 2", for: .postgres) == ["SELECT 1", "SELECT 2"])
    #expect(split("-- a\rSELECT 1;\nSELECT 2", for: .sqlite) == ["SELECT 2"])
  }

  @Test("A text without statements has none, and one without an end has a problem at its start")
  func ends() {
    #expect(split(" -- a;\n;;/* b; */;\n", for: .postgres).isEmpty)
    for text in ["'a", "\"a", "$$a", "$a$ $$", "/* /* */", "'a''"] {
      #expect(SQLScript(Array("SELECT 1;\(text)".utf8), for: .postgres).problems.map(\.offset) == [9], "\(text)")
    }
    for text in ["E'a\\'", "E'a"] {
      #expect(SQLScript(Array("SELECT 1;\(text)".utf8), for: .postgres).problems.map(\.offset) == [10], "\(text)")
    }
    for text in ["'a", "\"a", "`a", "[a", "/* a"] {
      #expect(SQLScript(Array("SELECT 1;\(text)".utf8), for: .sqlite).problems.map(\.offset) == [9], "\(text)")
    }
  }

  @Test("White space and comments outside of quotes do not matter to the tokens")
  func tokens() {
    let texts = ["SELECT  'a  b' ,1\n-- c\n FROM t -- d\n;", "SELECT 'a  b' ,1 FROM/**/t"]
    let scripts = texts.map { SQLScript(Array($0.utf8), for: .postgres).statements.map(\.tokens) }
    #expect(scripts[0] == scripts[1] && scripts[0] == [Array("SELECT 'a  b' ,1 FROM t".utf8)])
  }

  @Test("Every prefix of a text can be read")
  func prefixes() {
    let text = #"CREATE FUNCTION f() AS $a$ ; $a$; SELECT E'\'' "x" /* /* */ */ -- nomad:x"# + "\n[`;\\"
    for count in 0...text.utf8.count {
      for database in SQLScript.Database.allCases {
        let script = SQLScript(Array(text.utf8.prefix(count)), for: database)
        #expect(script.statements.allSatisfy { !$0.range.isEmpty && $0.range.upperBound <= count })
      }
    }
  }
}
