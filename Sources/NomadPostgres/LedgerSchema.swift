import Nomad
internal import NomadFormat

/// The tables of a ``PostgresLedger`` and its lock, as statements name them.
///
/// `ledger` has the records, in the form of `LedgerRow`. `run` has one row: the number of the last record, the token
/// and the name of the current holder, and the contract tribes that have begun or are approved. `host` has the hosts
/// that serve.
struct LedgerSchema: Sendable {
  let name: String

  /// The qualified names of the tables, for statements.
  let ledger: String
  let run: String
  let host: String

  /// The key of the ledger's advisory lock, for statements: `NMAD` in ASCII, and a checksum of the schema's name.
  let lock: String

  /// The quoted name of the schema, for statements.
  let quoted: String

  /// Creates the statements for a schema.
  ///
  /// - Throws: ``NomadError`` if no schema can have the name.
  init(_ name: String) throws(NomadError) {
    if let reason = Self.problem(with: name) { throw .illegalSchema(name, reason) }
    self.name = name
    // By scalars, because a combining mark after a quotation mark makes one character of both.
    quoted =
      "\""
      + name.unicodeScalars.split(separator: "\"", omittingEmptySubsequences: false)
      .map { String($0) }.joined(separator: "\"\"") + "\""
    (ledger, run, host) = ("\(quoted).ledger", "\(quoted).run", "\(quoted).host")
    // 31 bits, because `pg_locks` shows the numbers as unsigned.
    lock = "1313685828, \(CRC32C.checksum(of: Array(name.utf8)) & 0x7fff_ffff)"
  }

  /// The version of the tables.
  static let version = 1

  /// Returns the reason why the ledger cannot be in a schema with a name; nil if it can.
  private static func problem(with name: String) -> String? {
    if name.isEmpty { return "its name is empty" }
    if name.utf8.contains(0) { return "its name has a zero byte" }
    // The server would cut a longer name, and two ledgers with a lock each would be in one schema.
    if name.utf8.count > 63 { return "its name has more than 63 bytes" }
    if name.utf8.starts(with: "pg_".utf8) { return "PostgreSQL reserves names that begin with pg_" }
    // A dump does not contain it, so every tribe would run again after a restore.
    return name == "information_schema" ? "it belongs to PostgreSQL" : nil
  }

  /// Returns the statement that makes the tables, all or none of them.
  func creation(hasSchema: Bool) -> String {
    let statements = """
      CREATE TABLE \(ledger) (
        id bigint PRIMARY KEY,
        version bigint NOT NULL,
        record text NOT NULL,
        checksum bigint
      );
      CREATE TABLE \(run) (
        single boolean PRIMARY KEY DEFAULT true CHECK (single),
        version bigint NOT NULL,
        token bigint NOT NULL,
        last bigint NOT NULL,
        holder text NOT NULL DEFAULT '',
        pid integer NOT NULL DEFAULT 0,
        since timestamptz NOT NULL DEFAULT now(),
        contracts jsonb NOT NULL DEFAULT '[]',
        released jsonb NOT NULL DEFAULT '[]'
      );
      CREATE TABLE \(host) (
        id text PRIMARY KEY,
        name text NOT NULL,
        version text NOT NULL,
        contracts jsonb NOT NULL,
        lease interval NOT NULL,
        since timestamptz NOT NULL DEFAULT clock_timestamp(),
        seen timestamptz NOT NULL DEFAULT clock_timestamp(),
        ready timestamptz
      );
      INSERT INTO \(run) (version, token, last) VALUES (\(Self.version), 0, 0);
      """
    // `CREATE SCHEMA` is left out for an existing schema, so that the role does not need the right to create one.
    let schema = hasSchema ? "" : "CREATE SCHEMA \(quoted);\n"
    // The tag of the quotes must not occur in the name of the schema.
    var tag = "nomad"
    while quoted.utf8.split(separator: UInt8(ascii: "$")).contains(where: { $0.elementsEqual(tag.utf8) }) { tag += "_" }
    return "DO $\(tag)$ BEGIN\n\(schema)\(statements)\nEND $\(tag)$"
  }

  /// The rows of `pg_locks` about the lock.
  var locks: String {
    let parts = lock.split(separator: ",").map { $0.filter(\.isNumber) }
    return """
      pg_locks WHERE locktype = 'advisory' AND classid = \(parts[0])::oid AND objid = \(parts[1])::oid
      AND objsubid = 2 AND granted AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
      """
  }

  /// Whether the session has the lock.
  var holdsLock: String { "EXISTS (SELECT 1 FROM \(locks) AND pid = pg_backend_pid())" }
}

extension NomadError {
  fileprivate static func illegalSchema(_ name: String, _ reason: String) -> NomadError {
    NomadError(
      .ledgerUnreadable,
      "The ledger cannot be in the schema \(name.debugDescription): \(reason).",
      advice: "Nothing was run. Give the ledger another schema, such as \"nomad\"."
    )
  }
}
