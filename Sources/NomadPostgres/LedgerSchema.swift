import Nomad
internal import NomadFormat

/// The tables of a ``PostgresLedger``, and the statements on them.
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

  private let quoted: String

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

  /// The query for the schema and for each of the tables: NULL for one that does not exist.
  var presence: (sql: String, parameters: [String?]) {
    (
      """
      SELECT to_regnamespace($1::text)::text, to_regclass($2::text)::text, to_regclass($3::text)::text,
        to_regclass($4::text)::text
      """,
      [quoted, run, ledger, host]
    )
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

  /// All records, with the tables' version and the number of the last record.
  var history: String {
    """
    SELECT r.version::text, r.last::text, l.id::text, l.version::text, l.record, l.checksum::text
    FROM \(run) r LEFT JOIN \(ledger) l ON true ORDER BY l.id
    """
  }

  private var locks: String {
    let parts = lock.split(separator: ",").map { $0.filter(\.isNumber) }
    return """
      pg_locks WHERE locktype = 'advisory' AND classid = \(parts[0])::oid AND objid = \(parts[1])::oid
      AND objsubid = 2 AND granted AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
      """
  }

  /// Whether the session has the lock.
  var holdsLock: String { "EXISTS (SELECT 1 FROM \(locks) AND pid = pg_backend_pid())" }

  /// Whether any session has the lock.
  var isLocked: String { "SELECT (EXISTS (SELECT 1 FROM \(locks)))::text" }

  /// Takes the lock if no session has it.
  ///
  /// It also sets a timeout, so that the server frees the lock if the session falls silent.
  ///
  /// A session can take a lock that it already has a second time. The statement therefore checks first: tasks of one
  /// process may share the session.
  var tryLock: String {
    """
    WITH before AS MATERIALIZED (SELECT current_setting('idle_session_timeout', true) AS timeout),
      attempt AS MATERIALIZED (
        SELECT CASE WHEN \(holdsLock) THEN false ELSE pg_try_advisory_lock(\(lock)) END AS taken, timeout FROM before
      )
    SELECT taken::text, timeout, pg_backend_pid()::text,
      CASE WHEN taken AND timeout IS NOT NULL THEN set_config('idle_session_timeout', $1::text, false) END
    FROM attempt
    """
  }

  /// Returns the statement that frees the lock and restores settings.
  ///
  /// One statement does both, so that the session keeps its timeout while it has the lock.
  func unlock(restoring settings: Int) -> String {
    let values = (0..<settings).map { ", set_config($\(2 * $0 + 1)::text, $\(2 * $0 + 2)::text, false)" }
    return "SELECT pg_advisory_unlock(\(lock))::text" + values.joined()
  }

  /// Frees a lock that another session took, as happens behind a pooler: directly if this session is now the one that
  /// has it, otherwise by ending that session.
  var expulsion: String {
    """
    SELECT CASE WHEN pid = pg_backend_pid() THEN pg_advisory_unlock(\(lock))
      WHEN $2::boolean THEN pg_terminate_backend(pid) ELSE false END::text
    FROM \(locks) AND pid = $1::int
    """
  }

  /// The holder of the lock, and the last record.
  var holder: String {
    """
    SELECT r.holder, to_char(r.since AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), a.application_name,
      (SELECT record FROM \(ledger) ORDER BY id DESC LIMIT 1)
    FROM \(run) r JOIN (SELECT pid FROM \(locks)) k ON k.pid = r.pid LEFT JOIN pg_stat_activity a ON a.pid = r.pid
    """
  }

  /// Records a new holder with a new token.
  ///
  /// A run with an older token can no longer commit.
  var takeover: String {
    """
    UPDATE \(run) SET token = token + 1, holder = $1::text, pid = pg_backend_pid(), since = clock_timestamp()
    WHERE \(holdsLock) RETURNING token::text, last::text, version::text
    """
  }

  /// Returns the statement that adds records after the last one, if the session has the lock, its token is current, and
  /// it is still in the given transaction.
  ///
  /// Otherwise the statement adds nothing.
  ///
  /// - Parameter needsLock: Whether the session must have the lock; otherwise the token and the last record suffice.
  /// - Returns: The statement.
  func append(needsLock: Bool) -> String {
    """
    WITH rows AS (
      SELECT * FROM jsonb_to_recordset($3::jsonb) AS r(id bigint, version bigint, record text, checksum bigint)
    ), fence AS (
      UPDATE \(run) SET last = (SELECT max(id) FROM rows)
      WHERE token = $1::bigint AND last = $2::bigint\(needsLock ? " AND \(holdsLock)" : "")
        AND ($4::text IS NULL OR pg_current_xact_id()::text = $4::text)
      RETURNING 1
    )
    INSERT INTO \(ledger) (id, version, record, checksum)
    SELECT rows.id, rows.version, rows.record, rows.checksum FROM rows, fence RETURNING id::text
    """
  }

  /// The current token, last record and holder, to explain a refusal.
  var standing: String {
    "SELECT token::text, last::text, \(holdsLock)::text, holder FROM \(run)"
  }

  /// Removes the records up to and including a number.
  var removal: String { "DELETE FROM \(ledger) WHERE id <= $1::bigint" }

  // MARK: Hosts

  /// Returns the query for the contract tribes that have begun or are approved.
  ///
  /// - Parameter lock: `FOR SHARE` to keep contract tribes from beginning, `FOR UPDATE` to also keep hosts from
  ///   joining, or an empty string.
  /// - Returns: The query.
  func contracts(_ lock: String) -> String {
    "SELECT contracts::text, released::text, version::text FROM \(run) \(lock)"
  }

  var beginContract: String { "UPDATE \(run) SET contracts = contracts || $1::jsonb" }

  /// Removes a contract tribe that has left nothing.
  var withdrawContract: String {
    """
    UPDATE \(run) SET contracts = (
      SELECT coalesce(jsonb_agg(c), '[]') FROM jsonb_array_elements(contracts) AS c
      WHERE c ->> 'key' <> $1::text OR c ? 'isPartial'
    )
    """
  }

  var approval: String {
    "UPDATE \(run) SET released = released || $1::jsonb WHERE NOT released @> $1::jsonb"
  }

  var withdrawal: String { "UPDATE \(run) SET released = released - $1::text" }

  var join: String {
    """
    INSERT INTO \(host) (id, name, version, contracts, lease)
    VALUES ($1::text, $2::text, $3::text, $4::jsonb, $5::bigint * interval '1 ms')
    ON CONFLICT (id) DO UPDATE SET seen = clock_timestamp()
    """
  }

  var beat: String { "UPDATE \(host) SET seen = clock_timestamp() WHERE id = $1::text RETURNING id" }

  var ready: String { "UPDATE \(host) SET ready = clock_timestamp() WHERE id = $1::text" }

  var leave: String { "DELETE FROM \(host) WHERE id = $1::text" }

  /// Removes the hosts that have been silent for longer than their lease.
  var prune: String { "DELETE FROM \(host) WHERE seen + lease < clock_timestamp()" }

  /// The hosts that serve or are about to.
  var hosts: String {
    let times = ["since", "seen", "ready"].map {
      "to_char(\($0) AT TIME ZONE 'UTC', 'YYYY-MM-DD\"T\"HH24:MI:SS.MS\"Z\"')"
    }
    return """
      SELECT id, name, version, contracts::text, \(times.joined(separator: ", ")) FROM \(host)
      WHERE seen + lease >= clock_timestamp() ORDER BY since, id
      """
  }
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
