import NomadTables

/// The settings of a session, so that a `SET` of a tribe ends with the tribe.
///
/// `RESET ALL` would also undo the settings of the app and of the ledger, and it would not undo `SET ROLE`.
enum SessionSettings {
  /// The current value, the value after `RESET` and the source of each setting.
  ///
  /// The role is first, because the others may need its privileges.
  private static let all = """
    SELECT place, name, current_setting(name) AS setting, 'none' AS reset_val, 'session' AS source, 'user' AS context
    FROM unnest(ARRAY['session_authorization', 'role']) WITH ORDINALITY AS roles(name, place)
    UNION ALL SELECT 3, name, setting, reset_val, source, context FROM pg_settings
    WHERE name NOT IN (\(exceptions.map { "'\($0)'" }.joined(separator: ", ")))
    """

  /// Whether the login role is a superuser, whatever role the session has taken since.
  private static let isSuperuser =
    "(SELECT rolsuper FROM pg_roles JOIN pg_stat_activity ON usesysid = pg_roles.oid WHERE pid = pg_backend_pid())"

  private static let exceptions = [
    // The heartbeat's.
    "application_name",
    // The transaction's.
    "transaction_isolation", "transaction_read_only", "transaction_deferrable",
    // The server refuses to change it after the first temporary table.
    "temp_buffers",
  ]

  /// An expression for the settings that `SET` has changed, as JSON.
  static let changed = "(SELECT json_object_agg(name, setting)::text FROM (\(all)) AS s WHERE source = 'session')"

  /// Returns an expression that restores the settings of an earlier ``changed``.
  ///
  /// - Parameter number: The number of the parameter with the JSON.
  /// - Returns: The expression.
  static func restoring(_ number: Int) -> String {
    """
    (SELECT count(set_config(name, wanted, false)) FROM (
      SELECT name, coalesce(value, reset_val) AS wanted FROM (\(all)) AS s
      LEFT JOIN json_each_text($\(number)::json) ON key = name
      WHERE (source = 'session' OR value IS NOT NULL) AND setting IS DISTINCT FROM coalesce(value, reset_val)
        AND (context <> 'superuser' OR \(isSuperuser))
      ORDER BY place
    ) AS s)::text
    """
  }
}

extension Server {
  /// Sets the timeouts of a transaction, and returns the settings of the session before, and the transaction's id, which
  /// stays the same to its end.
  private static let start = """
    WITH before AS MATERIALIZED (SELECT \(SessionSettings.changed) AS settings)
    SELECT settings, pg_current_xact_id()::text,
      set_config('lock_timeout', coalesce($1::text, current_setting('lock_timeout')), true),
      set_config('statement_timeout', coalesce($2::text, current_setting('statement_timeout')), true),
      set_config('synchronous_commit', CASE current_setting('synchronous_commit') WHEN 'off' THEN 'on'
        ELSE current_setting('synchronous_commit') END, true)
    FROM before
    """

  /// Runs a tribe in a transaction, and restores the settings of the session after it.
  ///
  /// - Parameters:
  ///   - isolation: The transaction's isolation level; nil for the server's default.
  ///   - timeouts: The transaction's `lock_timeout` and `statement_timeout`; nil to leave one alone.
  ///   - body: The statements. It is given the transaction's id.
  /// - Returns: The result of `body`.
  /// - Throws: The error of `body`, or an error of the database. Nothing is changed then.
  func transact<Value: Sendable>(
    isolation: String?,
    timeouts: [String?],
    _ body: (_ id: String) async throws -> Value
  ) async throws -> Value {
    let (value, settings, id) = try await transact(isolation: isolation) {
      let row = try await send(Self.start, timeouts).first ?? []
      let id = row.dropFirst().first.flatMap(\.self) ?? ""
      return (try await body(id), row.first.flatMap(\.self), id)
    }
    let status = "SELECT pg_xact_status($1::text::xid8)"
    var row: [String?]?
    do {
      row = try await send("\(status), \(SessionSettings.restoring(2))", [id, settings]).first
    } catch {
      // The work is committed already, so a setting that cannot be restored must not fail the tribe.
      row = try await send(status, [id]).first
    }
    // After a failed statement, COMMIT rolls back without an error.
    guard row?.first == "committed" else {
      throw TribeMisuse(
        description: "a statement that it did not wait for failed, so its transaction was rolled back"
      )
    }
    return value
  }

  /// Restores settings after a tribe without a transaction.
  ///
  /// The tribe's work is done, so a failure must not fail the tribe.
  func restore(_ settings: String?) async {
    _ = try? await send("SELECT " + SessionSettings.restoring(1), [settings])
  }
}
