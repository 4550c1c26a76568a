import Foundation
import GRDB
import Nomad
import NomadGRDB

struct AddFolders: DatabaseTribe {
  static let target: TribeTarget = .literal("2.0.0")

  func migrate(_ db: Database) throws {
    try db.create(table: "folder") { table in
      table.autoIncrementedPrimaryKey("id")
      table.column("name", .text).notNull().unique()
    }
    try db.execute(sql: "INSERT INTO folder (name) VALUES ('Notes')")
    try db.alter(table: "note") { table in
      table.add(column: "folderID", .integer).references("folder", onDelete: .cascade)
    }
    try db.execute(sql: "UPDATE note SET folderID = (SELECT id FROM folder)")
  }
}

struct AddTags: DatabaseTribe {
  static let target: TribeTarget = .literal("2.1.0")

  func migrate(_ db: Database) throws {
    try db.create(table: "noteTag") { table in
      table.column("noteID", .integer).notNull().references("note", onDelete: .cascade)
      table.column("tag", .text).notNull()
      table.primaryKey(["noteID", "tag"])
    }
    for note in try Row.fetchAll(db, sql: "SELECT id, text FROM note") {
      let text: String = note["text"]
      for word in text.split(whereSeparator: \.isWhitespace) where word.hasPrefix("#") && word.count > 1 {
        try db.execute(
          sql: "INSERT OR IGNORE INTO noteTag (noteID, tag) VALUES (?, ?)",
          arguments: [note["id"], word.dropFirst().lowercased()]
        )
      }
    }
  }
}

/// Too much work for one transaction, so it runs in batches, each with a checkpoint.
struct CountWords: DatabaseTribe {
  static let target: TribeTarget = .literal("2.2.0")
  static let isTransactional = false

  func migrate(_ db: Database) throws {
    let attempt = TribeAttempt.current
    var last = try attempt?.checkpoint("last", as: Int64.self) ?? 0
    if last == 0, try !db.columns(in: "note").contains(where: { $0.name == "words" }) {
      try db.alter(table: "note") { $0.add(column: "words", .integer).notNull().defaults(to: 0) }
    }
    let batch = "SELECT max(id) FROM (SELECT id FROM note WHERE id > ? ORDER BY id LIMIT 2)"
    while let end = try Int64.fetchOne(db, sql: batch, arguments: [last]) {
      try db.inTransaction {
        let notes = "SELECT id, text FROM note WHERE id > ? AND id <= ?"
        for note in try Row.fetchAll(db, sql: notes, arguments: [last, end]) {
          let text: String = note["text"]
          // Added to the existing number, so that a batch which ran twice would be visible.
          let words = text.split(whereSeparator: \.isWhitespace).count
          try db.execute(sql: "UPDATE note SET words = words + ? WHERE id = ?", arguments: [words, note["id"]])
        }
        try attempt?.save(end, as: "last", in: db)
        return .commit
      }
      last = end
    }
  }
}
