public import Foundation
public import Nomad
internal import NomadFormat

/// One row of the table in which your own ledger keeps its records: a number, a record as JSON, and a checksum.
///
/// ```text
/// CREATE TABLE ledger (id INTEGER PRIMARY KEY, version INTEGER NOT NULL, record TEXT NOT NULL, checksum INTEGER)
/// ```
///
/// The row numbers have no gaps. A compaction leaves out records that no longer matter: it writes the remaining records
/// again under new numbers, after a row that marks the compaction: `{"at":"…","event":"compacted"}`.
public struct LedgerRow: Sendable {
  package enum Content: Sendable {
    case record(LedgerRecord)
    /// A compaction at this date left out earlier records that no longer mattered.
    case compacted(Date)
    /// The row was written by a newer version of Nomad.
    case newer(version: Int64)
    /// The row is not a record, for the given reason.
    case unreadable(String)
  }

  /// The version of the row format that this code writes.
  package static let version: Int64 = 1

  /// The highest row number that a ledger can reach.
  private static let lastID: Int64 = 1 << 53

  /// The row's number, from 1.
  public let id: Int64

  package let content: Content

  /// Reads a row.
  ///
  /// - Parameters:
  ///   - id: The row's number; 0 for none.
  ///   - version: The version of the row's format; nil if it is not a number.
  ///   - record: The record as JSON; nil if it is not text.
  ///   - checksum: The checksum; nil if the column is null, for example after a manual correction. Pass -1, which is
  ///     never right, if it is not a number.
  ///   - decoder: A decoder to share between rows, because creating one costs more than decoding a row.
  public init(
    id: Int64,
    version: Int64?,
    record: String?,
    checksum: Int64?,
    by decoder: JSONDecoder = JSONDecoder()
  ) {
    self.id = id
    if let version, version > Self.version {
      content = .newer(version: version)
      return
    }
    guard let version, version == Self.version else {
      content = .unreadable("its version is invalid")
      return
    }
    guard let record else {
      content = .unreadable("it is not text")
      return
    }
    if let checksum, checksum != Self.checksum(id: id, version: version, record: record) {
      content = .unreadable("it does not match its checksum")
      return
    }
    let json = Data(record.utf8)
    do {
      content = .record(try decoder.decode(LedgerRecord.self, from: json))
    } catch {
      let note = try? decoder.decode(Compacted.self, from: json)
      let date = note.flatMap { $0.event == Compacted().event ? Timestamp(Array($0.at.utf8)[...]) : nil }
      content = date.map { .compacted($0.date) } ?? .unreadable("it is not in the form of a record")
    }
  }

  private static func checksum(id: Int64, version: Int64, record: String) -> Int64 {
    Int64(CRC32C.checksum(of: Array("\(id) \(version) \(record)".utf8)))
  }

  /// The record; nil if the row is not one.
  public var record: LedgerRecord? { if case .record(let record) = content { record } else { nil } }

  /// The content of the row that a compaction writes before the remaining records.
  private struct Compacted: Codable {
    var event = "compacted"
    var at = Timestamp(Date()).text
  }
}

extension LedgerRow {
  /// A row to be written.
  public struct Draft: Codable, Sendable {
    /// The row's number.
    public let id: Int64
    /// The version of the row's format.
    public let version: Int64
    /// The record as JSON.
    public let record: String
    /// The CRC-32C of the number, the version and the record, separated by spaces.
    public let checksum: Int64

    fileprivate init(_ id: Int64, _ content: some Encodable) throws {
      self.id = id
      version = LedgerRow.version
      record = String(decoding: try LedgerRow.encoder.encode(content), as: UTF8.self)
      checksum = LedgerRow.checksum(id: id, version: version, record: record)
    }
  }

  private static let encoder = {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return encoder
  }()

  /// Returns the rows for new records, numbered after the last row.
  ///
  /// - Parameters:
  ///   - records: The records.
  ///   - last: The number of the last row; 0 if there is none.
  /// - Returns: The rows.
  /// - Throws: ``NomadError`` if a text is too long.
  public static func drafts(of records: [LedgerRecord], behind last: Int64) throws -> [Draft] {
    try records.enumerated().map { index, record in
      try record.checkLimits()
      // After the highest possible number, the database rejects the insertion.
      return try Draft(last &+ 1 &+ Int64(index), record)
    }
  }

  /// Returns the rows that replace all others in a compaction.
  ///
  /// - Parameters:
  ///   - records: All records, or those of a snapshot. Those that do not matter are left out.
  ///   - last: The number of the last row.
  /// - Returns: The rows, numbered after the last row. The first one marks the compaction.
  /// - Throws: ``NomadError`` if a text is too long.
  public static func compaction(of records: [LedgerRecord], behind last: Int64) throws -> [Draft] {
    [try Draft(last &+ 1, Compacted())]
      + (try drafts(of: LedgerHistory.Compaction.latest(of: records), behind: last &+ 1))
  }

  /// Returns whether it is time for a compaction: there are many records, and half of them no longer matter.
  ///
  /// - Parameter records: All records.
  /// - Returns: Whether to replace the rows with those of ``compaction(of:behind:)``.
  public static func needsCompaction(of records: [LedgerRecord]) -> Bool {
    func isMany(_ kept: Int) -> Bool { records.count >= LedgerHistory.Compaction.threshold(keeping: kept) }
    return isMany(0) && isMany(LedgerHistory.Compaction.latest(of: records).count)
  }

  /// Returns the history that the rows of a table hold.
  ///
  /// - Parameters:
  ///   - rows: All rows, in the order of their numbers.
  ///   - last: The number of the last row ever written; 0 if there was none, or if that is not known.
  ///   - ledger: The ledger's name in messages.
  ///   - table: The table in messages, such as `the table nomad_ledger`.
  ///   - whole: The object to drop in order to start over, such as `that table`.
  /// - Returns: The history.
  /// - Throws: ``NomadError`` with the code `ledgerDamaged` or `ledgerNewerFormat`, if a row is missing or unreadable.
  public static func history(
    of rows: [LedgerRow],
    last: Int64,
    ledger: String,
    table: String,
    dropping whole: String
  ) throws(NomadError) -> LedgerHistory {
    let (records, problem) = read(rows, last: last)
    if let problem { throw problem.error(of: ledger, in: table, dropping: whole) }
    return LedgerHistory(records)
  }

  /// Returns the records before the first problem, and the problem; nil if there is none.
  ///
  /// - Parameters:
  ///   - rows: All rows, in the order of their numbers.
  ///   - last: The number of the last row ever written; 0 if unknown.
  /// - Returns: The records, and the reason why no run uses the ledger.
  package static func read(_ rows: [LedgerRow], last: Int64) -> (records: [LedgerRecord], problem: LedgerProblem?) {
    var (records, next): ([LedgerRecord], Int64) = ([], 1)
    for (index, row) in rows.enumerated() {
      if index == 0, case .compacted = row.content { next = row.id }
      if row.id > lastID { return (records, .damaged("record \(row.id) has a number that no ledger reaches")) }
      if row.id != next { return (records, .damaged("record \(next) is missing")) }
      next = row.id + 1
      switch row.content {
      case .record(let record): records.append(record)
      case .compacted: if index > 0 { return (records, .damaged("record \(row.id) cannot be where it is")) }
      case .newer(let version): return (records, .newer("record \(row.id) has version \(version)"))
      case .unreadable(let reason): return (records, .damaged("record \(row.id) cannot be read: \(reason)"))
      }
    }
    // A ledger whose first commit was interrupted has an empty table.
    if rows.isEmpty { return ([], last > 0 ? .gone(acknowledged: Int(clamping: last)) : nil) }
    return (records, next <= last ? .lost(first: Int(clamping: next), last: Int(clamping: last)) : nil)
  }
}
