import GRDB
import Nomad
import NomadGRDB

/// Rebuilds the table, which SQLite requires to make a column `NOT NULL`, and its search index.
struct RebuildNotes: DatabaseTribe {
  static let target: TribeTarget = .literal("3.0.0")

  func migrate(_ db: Database) throws {
    try db.execute(
      sql: """
        CREATE TABLE new_note (
          id INTEGER PRIMARY KEY AUTOINCREMENT,
          title TEXT NOT NULL,
          text TEXT NOT NULL,
          words INTEGER NOT NULL,
          folderID INTEGER NOT NULL REFERENCES folder (id) ON DELETE CASCADE
        );
        INSERT INTO new_note SELECT id, title, text, words, folderID FROM note;
        DROP TABLE note;
        ALTER TABLE new_note RENAME TO note;
        CREATE INDEX noteOnFolderID ON note (folderID);
        CREATE VIRTUAL TABLE noteSearch USING fts5 (title, text, content = 'note', content_rowid = 'id');
        INSERT INTO noteSearch (noteSearch) VALUES ('rebuild');
        CREATE TRIGGER noteInserted AFTER INSERT ON note BEGIN
          INSERT INTO noteSearch (rowid, title, text) VALUES (new.id, new.title, new.text);
        END;
        """
    )
  }
}

struct Vacuum: DatabaseTribe {
  static let target: TribeTarget = .once("2026-11-vacuum")
  static let isTransactional = false

  func migrate(_ db: Database) throws { try db.execute(sql: "VACUUM") }
}
