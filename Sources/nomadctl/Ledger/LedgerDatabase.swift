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
      /// - Returns: The contents of the ledger's table.
      /// - Throws: ``Failure`` if the database has no ledger, or cannot be read.
      static func account(of path: String, named name: String) throws -> LedgerAccount {
        var configuration = Configuration()
        configuration.readonly = true
        configuration.busyMode = .timeout(5)
        do {
          return try DatabaseQueue(path: path, configuration: configuration).read { db in
            let (isThere, last) = (try LedgerTable.standard.exists(db), try LedgerTable.standard.lastIDEver(db))
            guard isThere || last > 0 else {
              throw Failure("\(name) is a database without a ledger: it has no table nomad_ledger")
            }
            let rows = isThere ? try LedgerTable.standard.rows(db) : []
            let size = try? FileManager.default.attributesOfItem(atPath: path)[.size] as? Int
            return LedgerAccount(
              ofTable: rows.map(LedgerLine.init),
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
    #else
      static func account(of path: String, named name: String) throws -> LedgerAccount {
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
