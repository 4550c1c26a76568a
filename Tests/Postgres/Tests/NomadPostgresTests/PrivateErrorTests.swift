import Nomad
import NomadLibPQ
import NomadPostgres
import Testing

/// Records and logs contain the texts of errors, so those must not contain a user's data.
@Suite("Errors without values of rows", .serialized)
struct PrivateErrorTests {
  private struct Unique: PostgresTribe {
    static let target: TribeTarget = .literal("1.0.0")

    func migrate(_ db: PostgresTransaction) async throws {
      try await db.execute("CREATE TABLE person (email text UNIQUE, age int CHECK (age > 0))")
      try await db.execute("INSERT INTO person VALUES ('ada@secret', 1), ('ada@secret', 1)")
    }
  }

  private struct Checked: PostgresTribe {
    static let target: TribeTarget = .literal("1.0.0")

    func migrate(_ db: PostgresTransaction) async throws {
      try await db.execute("CREATE TABLE person (email text UNIQUE, age int CHECK (age > 0))")
      try await db.execute("INSERT INTO person VALUES ('ada@secret', -1)")
    }
  }

  private struct Converting: PostgresTribe {
    static let target: TribeTarget = .literal("1.0.0")

    func migrate(_ db: PostgresTransaction) async throws {
      try await db.execute("SELECT email::int FROM (VALUES ('ada@secret')) AS person (email)")
    }
  }

  @Test(
    "The detail and quoted values are in the error's properties, and neither in its text nor in the ledger",
    arguments: [
      (Unique.self, "duplicate key value violates unique constraint \"person_email_key\" (SQLSTATE 23505)"),
      (
        Checked.self,
        "new row for relation \"person\" violates check constraint \"person_age_check\" (SQLSTATE 23514)"
      ),
      (Converting.self, "invalid input syntax for type integer: [value] (SQLSTATE 22P02)"),
    ] as [(any ListedTribe.Type, String)]
  )
  func texts(tribe: any ListedTribe.Type, text: String) async throws {
    let database = try await TestDatabase()
    let ledger = try await database.ledger()
    let error = await #expect(throws: NomadError.self) {
      try await Nomad(try TribeRegistry([tribe]), ledger: ledger).migrate()
    }
    let cause = try #require(error?.underlying as? PostgresError)
    #expect(cause.description == text)
    #expect("\(cause.message) \(cause.detail ?? "")".contains("ada@secret"))
    #expect(error?.message.contains("secret") == false)
    #expect(!"\(try await ledger.history().records)".contains("secret"))
  }
}
