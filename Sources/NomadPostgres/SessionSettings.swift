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
  /// Restores settings after a tribe.
  ///
  /// The tribe's work may be committed already, so a failure must not fail the tribe.
  func restore(_ settings: String?) async {
    _ = try? await send("SELECT " + SessionSettings.restoring(1), [settings])
  }
}
