import GRDB
import Nomad
import NomadGRDB

struct CreateNotes: DatabaseTribe {
  static let target: TribeTarget = .literal("1.0.0")

  func migrate(_ db: Database) throws {
    try db.create(table: "note") { table in
      table.autoIncrementedPrimaryKey("id")
      table.column("text", .text).notNull()
    }
  }
}

struct AddTitles: DatabaseTribe {
  static let target: TribeTarget = .literal("1.1.0")

  func migrate(_ db: Database) throws {
    try db.alter(table: "note") { $0.add(column: "title", .text).notNull().defaults(to: "") }
    for note in try Row.fetchAll(db, sql: "SELECT id, text FROM note") {
      let text: String = note["text"]
      let title = text.split(separator: "\n").first.map(String.init) ?? ""
      try db.execute(sql: "UPDATE note SET title = ? WHERE id = ?", arguments: [title, note["id"]])
    }
  }
}
