import GRDB
import Nomad
import NomadAdoption
import NomadGRDB

/// The notes of a user, in one database.
public struct NoteStore {
  private let database: any DatabaseWriter

  /// Makes a store for the notes of a database, which is opened only when it is needed.
  public init(_ database: any DatabaseWriter) {
    self.database = database
  }

  /// Returns the migrator that upgrades the database to a version of the app.
  public func nomad(at version: CurrentVersion = .unlimited) -> Nomad {
    var nomad = Nomad(.generated, ledger: .grdb(database), currentVersion: version)
    // Releases 1.0 and 1.1 had a `DatabaseMigrator`.
    nomad.predecessors = [
      .grdb(database, targets: ["createNotes": .literal("1.0.0"), "addTitles": .literal("1.1.0")])
    ]
    return nomad
  }

  /// Returns the titles of all notes, with their tags.
  public func titles() async throws -> [String] {
    try await database.read { db in
      let tags = "(SELECT group_concat(' #' || tag, '') FROM noteTag WHERE noteID = note.id)"
      return try String.fetchAll(db, sql: "SELECT title || coalesce(\(tags), '') FROM note ORDER BY id")
    }
  }

  /// Returns the titles of the notes that contain a word.
  public func search(_ word: String) async throws -> [String] {
    try await database.read { db in
      let found = "id IN (SELECT rowid FROM noteSearch WHERE noteSearch MATCH ?)"
      return try String.fetchAll(db, sql: "SELECT title FROM note WHERE \(found) ORDER BY id", arguments: [word])
    }
  }
}
