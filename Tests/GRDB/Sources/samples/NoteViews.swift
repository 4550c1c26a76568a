import GRDB
import Nomad
import NomadGRDB

struct NoteViews: DatabaseTribe {
  static let target: TribeTarget = .whenChanged("note-views")

  func migrate(_ db: Database) throws {
    try db.execute(sql: "DROP VIEW IF EXISTS openNote")
    try db.execute(sql: "CREATE VIEW openNote AS SELECT * FROM note WHERE isOpen")
  }
}
