import Foundation
import GRDB
import Nomad
import NomadGRDB

struct AddPictures: DatabaseTribe {
  static let target: TribeTarget = .literal("2.5.0")

  func migrate(_ db: Database) throws {
    try db.execute(sql: "CREATE TABLE IF NOT EXISTS picture (id INTEGER PRIMARY KEY, name TEXT NOT NULL)")
  }
}

struct MovePictures: Tribe {
  static let target: TribeTarget = .literal("2.6.0")

  @TribeDependency private var folder: URL

  func migrate() async throws {
    let old = folder.appending(path: "images")
    guard FileManager.default.fileExists(atPath: old.path) else { return }
    try FileManager.default.moveItem(at: old, to: folder.appending(path: "pictures"))
  }
}

/// Records all tribes in the database.
func upgrade(_ dbPool: DatabasePool, and folder: URL) async throws {
  try await Nomad(.generated, ledger: .grdb(dbPool)).providing(folder).migrate()
}

/// Records all tribes in a file.
func upgrade(_ folder: URL, and dbPool: DatabasePool) async throws {
  let nomad = Nomad(.generated, ledger: .file(at: folder.appending(path: "notes.ledger")))
  try await nomad.providing(folder).providing(dbPool, as: (any DatabaseWriter).self).migrate()
}
