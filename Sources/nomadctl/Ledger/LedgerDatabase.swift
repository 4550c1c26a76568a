#if Nomadctl
  import Foundation
  import NomadCheck
  import NomadGenCore
  import NomadSources
  #if NomadctlGRDB
    import GRDB
    import Nomad
    import NomadGRDB
    import NomadTables
  #endif

  /// A ledger in an SQLite database.
  enum LedgerDatabase {
    /// Whether a file is an SQLite database: see <https://www.sqlite.org/fileformat.html#magic_header_string>.
    static func isOne(at path: String) -> Bool {
      guard let file = FileHandle(forReadingAtPath: path) else { return false }
      defer { try? file.close() }
      return (try? file.read(upToCount: 16)) == Data("SQLite format 3\0".utf8)
    }

    #if NomadctlGRDB
      /// Reads the ledger in a database, without changing it.
      ///
      /// - Parameters:
      ///   - path: The path of the database.
      ///   - name: The name of the database in failures.
      ///   - table: The ledger's table; by default, `nomad_ledger`, or the only one that looks like a ledger.
      /// - Returns: The contents of the ledger's table.
      /// - Throws: ``Failure`` if the database has no ledger, or cannot be read.
      static func account(of path: String, named name: String, in table: String?) throws -> LedgerAccount {
        var configuration = Configuration()
        configuration.readonly = true
        configuration.busyMode = .timeout(5)
        do {
          return try DatabaseQueue(path: path, configuration: configuration).read { db in
            let table = try self.table(table, in: db, named: name)
            let (isThere, last) = (try table.exists(db), try table.lastIDEver(db))
            guard isThere || last > 0 else {
              throw Failure("'\(name.printable)' is a database without a ledger: it has no table \(table.name)")
            }
            let (records, problem) = LedgerRow.read(isThere ? try table.rows(db) : [], last: last)
            let error = problem?.error(of: name, in: "the table \(table.name)", dropping: "that table")
            return LedgerAccount(history: LedgerHistory(records), error: error, table: table.name)
          }
        } catch let error as DatabaseError {
          throw Failure("cannot read '\(name.printable)': \(error.message ?? "\(error.resultCode)")")
        }
      }

      /// Returns the table with a name, or else the ledger's table.
      private static func table(_ name: String?, in db: Database, named database: String) throws -> LedgerTable {
        if let name {
          do throws(NomadError) { return try LedgerTable(name) } catch { throw Failure("--table: \(error.message)") }
        }
        if try LedgerTable.standard.exists(db) { return .standard }
        let all = try LedgerTable.all(in: db)
        guard all.count < 2 else {
          let names = all.map(\.name).joined(separator: ", ")
          throw Failure("'\(database.printable)' has several ledgers: choose one with --table, of \(names)")
        }
        return all.first ?? .standard
      }
    #else
      static func account(of path: String, named name: String, in table: String?) throws -> LedgerAccount {
        throw Failure(
          "'\(name.printable)' is an SQLite database: to read it, add the trait NomadctlGRDB to the package Nomad, as in "
            + #".package(url: …, traits: ["NomadctlGRDB"]), or --traits NomadctlGRDB in a clone of Nomad"#
        )
      }
    #endif
  }
#endif
