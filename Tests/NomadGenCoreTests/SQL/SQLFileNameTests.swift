import NomadTargets
import Testing

@testable import NomadGenCore

@Suite struct SQLFileNameTests {
  @Test(
    "A name gives a target and the name of a type",
    arguments: [
      ("2.1.0-add-tags.sql", TribeTarget.literal("2.1.0"), "SQL_2_1_0_add_tags"),
      ("2.1.0.sql", .literal("2.1.0"), "SQL_2_1_0"),
      ("2.1.0+add_tags.sql", .literal("2.1.0"), "SQL_2_1_0_add_tags"),
      ("2.1.0-beta.1+add-tags.sql", .literal("2.1.0-beta.1"), "SQL_2_1_0__beta_1_add_tags"),
      ("2.1-x2.sql", .dotted("2.1"), "SQL_2_1_x2"),
      ("1.1-1+x.sql", .dotted("1.1-1"), "SQL_1_1__1_x"),
      ("1.1.0.0-1+x.sql", .dotted("1.1.0.0-1"), "SQL_1_1_0_0__1_x"),
      ("once-2026-11-move-token.sql", .once("2026-11-move-token"), "SQL_once_2026_11_move_token"),
      ("whenChanged-views.sql", .whenChanged("views"), "SQL_whenChanged_views"),
      ("first-start.sql", .first, "SQL_first_start"),
      ("always-clean-up.sql", .always, "SQL_always_clean_up"),
      ("2.1.0-prefix.sql", .literal("2.1.0"), "SQL_2_1_0_prefix"),
    ]
  )
  func legal(name: String, target: TribeTarget, typeName: String) throws {
    let read = try SQLFileName(name)
    #expect(read.target == target && read.typeName == typeName)
  }

  @Test(
    "A name that could mean two targets, or none, is illegal, and the remedy has a legal name",
    arguments: [
      ("2.1.0-beta.1-x.sql", "2.1.0-beta.1+add-tags.sql"), ("2.1.0-rc1.sql", "2.1.0-rc.1+add-tags.sql"),
      ("2.1.0-beta-users.sql", "2.1.0+beta-users.sql"), ("1.1-1-x.sql", "2.1.0-beta.1+add-tags.sql"),
      ("1.1.1-1+x.sql", "1.1.1.0-1"), ("2.1.0-.sql", "2.1.0-beta.1+add-tags.sql"), ("3-x.sql", "3.0.0"),
      ("2.1.0-a b.sql", "2.1.0-beta.1+add-tags.sql"), ("2.1.0+.sql", "2.1.0-add-tags.sql"),
      ("add-tags.sql", "2.1.0-add-tags.sql"), ("V2__add_tags.sql", "2.1.0-V2__add_tags.sql"),
      (".sql", "2.1.0-add-tags"),
      ("once-.sql", "once-2026-11-move-token.sql"), ("always.sql", "always-clean-up.sql"),
      ("literal-1.0.0.sql", "2.1.0"),
      ("2.1.0-für.sql", "2.1.0-beta.1+add-tags.sql"), ("2.1.0-x.SQL", ".sql"), ("2..0-x.sql", "2.1.0"),
      ("2.1.0__add_tags.sql", "2.1.0"), ("first-1.sql", "first-clean-up.sql"),
      ("once-a b.sql", "once-2026-11-move-token"),
    ]
  )
  func illegal(name: String, remedy: String) throws {
    let problem = #expect(throws: SQLFileName.Problem.self) { _ = try SQLFileName(name) }
    #expect(problem?.remedy.contains(remedy) == true, "\(String(describing: problem))")
  }
}
