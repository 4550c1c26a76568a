import GRDB
import Nomad
import NomadGRDB

/// Ten changes of a schema, each of them a tribe.
enum Steps {
  /// The number of notes that the first change makes.
  nonisolated(unsafe) static var notes = 0

  static let all: [(name: String, migrate: @Sendable (Database) throws -> Void)] = [
    ("create", { try Create().migrate($0) }), ("title", { try Title().migrate($0) }),
    ("folder", { try Folder().migrate($0) }), ("index", { try Index().migrate($0) }),
    ("tag", { try Tag().migrate($0) }), ("date", { try Date().migrate($0) }), ("words", { try Words().migrate($0) }),
    ("rebuild", { try Rebuild().migrate($0) }), ("view", { try View().migrate($0) }),
    ("drop", { try Drop().migrate($0) }),
  ]
}

struct Create: DatabaseTribe {
  static let target: TribeTarget = .literal("1.0.0")

  func migrate(_ db: Database) throws {
    try db.execute(sql: "CREATE TABLE note (id INTEGER PRIMARY KEY, text TEXT NOT NULL)")
    try db.execute(
      sql: """
        WITH RECURSIVE number (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM number LIMIT ?)
        INSERT INTO note (text) SELECT 'Note ' || n || ' with some words in it' FROM number WHERE ? > 0
        """,
      arguments: [Steps.notes, Steps.notes]
    )
  }
}

struct Title: DatabaseTribe {
  static let target: TribeTarget = .literal("1.1.0")

  func migrate(_ db: Database) throws {
    try db.execute(
      sql: "ALTER TABLE note ADD COLUMN title TEXT NOT NULL DEFAULT ''; UPDATE note SET title = substr(text, 1, 8)"
    )
  }
}

struct Folder: DatabaseTribe {
  static let target: TribeTarget = .literal("1.2.0")

  func migrate(_ db: Database) throws {
    try db.execute(
      sql: """
        CREATE TABLE folder (id INTEGER PRIMARY KEY, name TEXT NOT NULL);
        INSERT INTO folder (name) VALUES ('Notes');
        ALTER TABLE note ADD COLUMN folder INTEGER REFERENCES folder (id);
        UPDATE note SET folder = 1;
        """
    )
  }
}

struct Index: DatabaseTribe {
  static let target: TribeTarget = .literal("1.3.0")

  func migrate(_ db: Database) throws { try db.execute(sql: "CREATE INDEX noteOnFolder ON note (folder, title)") }
}

struct Tag: DatabaseTribe {
  static let target: TribeTarget = .literal("1.4.0")

  func migrate(_ db: Database) throws {
    try db.execute(
      sql: """
        CREATE TABLE tag (note INTEGER NOT NULL REFERENCES note (id) ON DELETE CASCADE, name TEXT NOT NULL);
        INSERT INTO tag SELECT id, 'some' FROM note WHERE id % 3 = 0;
        """
    )
  }
}

struct Date: DatabaseTribe {
  static let target: TribeTarget = .literal("1.5.0")

  func migrate(_ db: Database) throws { try db.execute(sql: "ALTER TABLE note ADD COLUMN date TEXT") }
}

struct Words: DatabaseTribe {
  static let target: TribeTarget = .literal("1.6.0")

  func migrate(_ db: Database) throws {
    try db.execute(sql: "ALTER TABLE note ADD COLUMN words INTEGER; UPDATE note SET words = length(text)")
  }
}

struct Rebuild: DatabaseTribe {
  static let target: TribeTarget = .literal("1.7.0")

  func migrate(_ db: Database) throws {
    try db.execute(
      sql: """
        CREATE TABLE new_note (id INTEGER PRIMARY KEY, title TEXT NOT NULL, text TEXT NOT NULL, words INTEGER NOT NULL,
          folder INTEGER NOT NULL REFERENCES folder (id), date TEXT);
        INSERT INTO new_note SELECT id, title, text, words, folder, date FROM note;
        DROP TABLE note;
        ALTER TABLE new_note RENAME TO note;
        """
    )
  }
}

struct View: DatabaseTribe {
  static let target: TribeTarget = .literal("1.8.0")

  func migrate(_ db: Database) throws { try db.execute(sql: "CREATE VIEW long AS SELECT * FROM note WHERE words > 30") }
}

struct Drop: DatabaseTribe {
  static let target: TribeTarget = .literal("1.9.0")

  func migrate(_ db: Database) throws { try db.execute(sql: "DELETE FROM tag WHERE note % 2 = 0") }
}
