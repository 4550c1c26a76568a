#if Nomadctl
  import Foundation
  import Nomad
  import NomadFormat
  import NomadRepair
  import NomadCheck
  import NomadGenCore
  import NomadTables
  #if GRDB
    import GRDB
    import NomadGRDB
  #endif

  /// A ledger in an SQLite database.
  enum LedgerDatabase {
    /// Whether a file is an SQLite database: see <https://www.sqlite.org/fileformat.html#magic_header_string>.
    static func isOne(at path: String) -> Bool {
      guard let file = FileHandle(forReadingAtPath: path) else { return false }
      defer { try? file.close() }
      return (try? file.read(upToCount: 16)) == Data("SQLite format 3\0".utf8)
    }

    #if GRDB
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
              throw Failure("\(name) is a database without a ledger: it has no table \(table.name)")
            }
            let rows = isThere ? try table.rows(db) : []
            let size = try? FileManager.default.attributesOfItem(atPath: path)[.size] as? Int
            return LedgerAccount(
              ofTable: rows.map(LedgerLine.init),
              table: table.name,
              problem: LedgerRow.problem(of: rows, last: last),
              last: Int(clamping: min(last, 1 << 53)),
              size: size,
              file: path
            )
          }
        } catch let error as DatabaseError {
          throw Failure("cannot read \(name): \(error.message ?? "\(error.resultCode)")")
        }
      }

      /// Returns the table with a name, or else the ledger's table.
      private static func table(_ name: String?, in db: Database, named database: String) throws -> LedgerTable {
        let all = try LedgerTable.all(in: db)
        let names = all.map(\.name).joined(separator: ", ")
        if let name {
          do throws(NomadError) { return try LedgerTable(name) } catch {
            throw Failure("--table: \(error.message)" + (all.isEmpty ? "" : " \(database) has the ledgers \(names)."))
          }
        }
        let isStandard = try LedgerTable.standard.exists(db)
        if isStandard || all.count < 2 {
          let others = all.map(\.name).filter { isStandard && $0 != LedgerTable.standard.name }
          if !others.isEmpty {
            Console.error.note("other ledgers in this database, for --table: \(others.joined(separator: ", "))")
          }
          return isStandard ? .standard : all.first ?? .standard
        }
        throw Failure("\(database) has several ledgers: choose one with --table, of \(names)")
      }
    #else
      static func account(of path: String, named name: String, in table: String?) throws -> LedgerAccount {
        throw Failure(
          "\(name) is an SQLite database: to read it, build nomadctl with the trait GRDB as well, for example with "
            + "--traits Nomadctl,GRDB in a clone of Nomad"
        )
      }
    #endif
  }

  extension LedgerLine {
    /// Creates a line without bytes from a row.
    fileprivate init(_ row: LedgerRow) {
      let number = Int(clamping: max(0, min(row.id, 1 << 53)))
      let content: Content =
        switch row.content {
        case .record(let record): .payload(.record(record), sequence: number)
        case .compacted(let date): .payload(.compacted(Timestamp(date)), sequence: number)
        case .newer: .unknown(sequence: number)
        case .unreadable: .unreadable(claim: nil)
        }
      self.init(content: content, number: number, bytes: number..<number)
    }
  }
#endif
