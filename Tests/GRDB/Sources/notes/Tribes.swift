import GRDB
import NomadGRDB

// Each tribe records that it ran, so a tribe that runs twice is recorded twice.

struct CreateNotes: DatabaseTribe {
  static let target: TribeTarget = .literal("1.0.0")

  func migrate(_ db: Database) throws {
    try db.execute(sql: "CREATE TABLE note (id INTEGER PRIMARY KEY, text TEXT NOT NULL)")
    try db.execute(sql: "CREATE TABLE ran (tribe TEXT NOT NULL)")
    try db.execute(sql: "INSERT INTO ran (tribe) VALUES ('CreateNotes')")
  }
}

struct AddPart1: DatabaseTribe {
  static let target: TribeTarget = .literal("1.1.0")

  func migrate(_ db: Database) throws {
    try db.execute(sql: "ALTER TABLE note ADD COLUMN part1 TEXT")
    try db.execute(sql: "INSERT INTO ran (tribe) VALUES ('AddPart1')")
  }
}

struct AddPart2: DatabaseTribe {
  static let target: TribeTarget = .literal("1.2.0")

  func migrate(_ db: Database) throws {
    try db.execute(sql: "ALTER TABLE note ADD COLUMN part2 TEXT")
    try db.execute(sql: "INSERT INTO ran (tribe) VALUES ('AddPart2')")
  }
}

struct AddPart3: DatabaseTribe {
  static let target: TribeTarget = .literal("1.3.0")

  func migrate(_ db: Database) throws {
    try db.execute(sql: "ALTER TABLE note ADD COLUMN part3 TEXT")
    try db.execute(sql: "INSERT INTO ran (tribe) VALUES ('AddPart3')")
  }
}

struct AddPart4: DatabaseTribe {
  static let target: TribeTarget = .literal("1.4.0")

  func migrate(_ db: Database) throws {
    try db.execute(sql: "ALTER TABLE note ADD COLUMN part4 TEXT")
    try db.execute(sql: "INSERT INTO ran (tribe) VALUES ('AddPart4')")
  }
}

struct AddPart5: RevertibleDatabaseTribe {
  static let target: TribeTarget = .literal("1.5.0")
  static let readableSince: TribeVersion? = "1.5.0"

  func migrate(_ db: Database) throws {
    try db.execute(sql: "ALTER TABLE note ADD COLUMN part5 TEXT")
    try db.execute(sql: "INSERT INTO ran (tribe) VALUES ('AddPart5')")
  }

  func revert(_ db: Database) throws {
    try db.execute(sql: "ALTER TABLE note DROP COLUMN part5")
    try db.execute(sql: "DELETE FROM ran WHERE tribe = 'AddPart5'")
  }
}

struct AddPart6: RevertibleDatabaseTribe {
  static let target: TribeTarget = .literal("1.6.0")

  func migrate(_ db: Database) throws {
    try db.execute(sql: "ALTER TABLE note ADD COLUMN part6 TEXT")
    try db.execute(sql: "INSERT INTO ran (tribe) VALUES ('AddPart6')")
  }

  func revert(_ db: Database) throws {
    try db.execute(sql: "ALTER TABLE note DROP COLUMN part6")
    try db.execute(sql: "DELETE FROM ran WHERE tribe = 'AddPart6'")
  }
}

struct AddPart7: RevertibleDatabaseTribe {
  static let target: TribeTarget = .literal("1.7.0")

  func migrate(_ db: Database) throws {
    try db.execute(sql: "ALTER TABLE note ADD COLUMN part7 TEXT")
    try db.execute(sql: "INSERT INTO ran (tribe) VALUES ('AddPart7')")
  }

  func revert(_ db: Database) throws {
    try db.execute(sql: "ALTER TABLE note DROP COLUMN part7")
    try db.execute(sql: "DELETE FROM ran WHERE tribe = 'AddPart7'")
  }
}

struct AddPart8: RevertibleDatabaseTribe {
  static let target: TribeTarget = .literal("1.8.0")

  func migrate(_ db: Database) throws {
    try db.execute(sql: "ALTER TABLE note ADD COLUMN part8 TEXT")
    try db.execute(sql: "INSERT INTO ran (tribe) VALUES ('AddPart8')")
  }

  func revert(_ db: Database) throws {
    try db.execute(sql: "ALTER TABLE note DROP COLUMN part8")
    try db.execute(sql: "DELETE FROM ran WHERE tribe = 'AddPart8'")
  }
}

struct AddPart9: RevertibleDatabaseTribe {
  static let target: TribeTarget = .literal("1.9.0")
  static let readableSince: TribeVersion? = "1.9.0"

  func migrate(_ db: Database) throws {
    try db.execute(sql: "ALTER TABLE note ADD COLUMN part9 TEXT")
    try db.execute(sql: "INSERT INTO ran (tribe) VALUES ('AddPart9')")
  }

  func revert(_ db: Database) throws {
    try db.execute(sql: "ALTER TABLE note DROP COLUMN part9")
    try db.execute(sql: "DELETE FROM ran WHERE tribe = 'AddPart9'")
  }
}

/// Changes data outside of the database.
struct Ordinary: Tribe {
  static let target: TribeTarget = .literal("1.4.5")

  func migrate() async throws {}
}
