#if GRDB
  package import Foundation
  import GRDB
  package import Nomad

  /// A row of the table of a ``GRDBLedger``.
  package struct LedgerRow: Sendable {
    package enum Content: Sendable {
      case record(LedgerRecord)
      /// Records that no longer mattered were left out before it.
      case compacted(Date)
      /// A newer version of Nomad wrote it.
      case newer(version: Int64)
      /// It is no record, for a reason.
      case unreadable(String)
    }

    /// Nobody comes so far.
    private static let lastID: Int64 = 1 << 53

    package let id: Int64
    package let content: Content

    /// What a row holds that stands before those that were written anew.
    struct Compacted: Codable {
      var event = "compacted"
      var at = Timestamp(Date()).text
    }

    static let encoder = {
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
      return encoder
    }()

    init(_ row: Row, by decoder: JSONDecoder) {
      // Any column can hold a value of any type, and GRDB would end the process for one of another type.
      id = Int64.fromDatabaseValue(row["id"]) ?? 0
      let version = Int64.fromDatabaseValue(row["version"])
      if let version, version > LedgerTable.version {
        content = .newer(version: version)
        return
      }
      guard let version, version == LedgerTable.version else {
        content = .unreadable("its version is none that ever was")
        return
      }
      guard let text = String.fromDatabaseValue(row["record"]) else {
        content = .unreadable("it is no text")
        return
      }
      let checksum: DatabaseValue = row["checksum"]
      if !checksum.isNull, Int64.fromDatabaseValue(checksum) != Self.checksum(id: id, version: version, record: text) {
        content = .unreadable("it does not match its checksum")
        return
      }
      let json = Data(text.utf8)
      do {
        content = .record(try decoder.decode(LedgerRecord.self, from: json))
      } catch {
        let note = try? decoder.decode(Compacted.self, from: json)
        let date = note.flatMap { $0.event == Compacted().event ? Timestamp(Array($0.at.utf8)[...]) : nil }
        content = date.map { .compacted($0.date) } ?? .unreadable("it is not in the form of a record")
      }
    }

    /// The checksum of a row.
    static func checksum(id: Int64, version: Int64, record: String) -> Int64 {
      Int64(CRC32C.checksum(of: Array("\(id) \(version) \(record)".utf8)))
    }

    /// The record, if the row holds one.
    package var record: LedgerRecord? { if case .record(let record) = content { record } else { nil } }

    /// Why rows cannot be used as a ledger; nil if they can.
    ///
    /// - Parameters:
    ///   - rows: All rows, in the order of their numbers.
    ///   - last: The number of the last row that was ever written; 0 if that is not known.
    /// - Returns: What is wrong first.
    package static func fault(of rows: [LedgerRow], last: Int64) -> LedgerFault? {
      var next: Int64 = 1
      for (index, row) in rows.enumerated() {
        if index == 0, case .compacted = row.content { next = row.id }
        if row.id > lastID { return .damaged("record \(row.id) has a number that nobody can have reached") }
        if row.id != next { return .damaged("record \(next) is missing") }
        next = row.id + 1
        switch row.content {
        case .record: break
        case .compacted: if index > 0 { return .damaged("record \(row.id) cannot be where it is") }
        case .newer(let version): return .newer("record \(row.id) has version \(version)")
        case .unreadable(let reason): return .damaged("record \(row.id) cannot be read: \(reason)")
        }
      }
      if rows.isEmpty { return .gone(acknowledged: Int(clamping: last)) }
      return next <= last ? .lost(first: Int(clamping: next), last: Int(clamping: last)) : nil
    }
  }
#endif
