#if LibPQ
  import CLibPQ
  import Foundation
  import NomadPostgres

  /// A libpq connection.
  ///
  /// Only one queue uses it, except for ``cancel()``.
  final class Handle: @unchecked Sendable {
    private var connection: OpaquePointer?
    // Guards the connection, which `close()` may free while another thread cancels a statement.
    private let lock = NSLock()
    private let secrets: Secrets

    init(connectingTo url: String) throws {
      try ConnectionString.check(url)
      // Later settings in the list replace earlier ones.
      let defaults = [
        ("connect_timeout", "10"), ("keepalives_idle", "10"), ("keepalives_interval", "5"), ("keepalives_count", "4"),
        ("tcp_user_timeout", "30000"),
      ]
      // Texts are UTF-8 here, whatever encoding the database or the environment sets.
      let settings = defaults + [("dbname", url), ("client_encoding", "UTF8")]
      connection = Self.withPointers(to: settings.map(\.0)) { names in
        Self.withPointers(to: settings.map(\.1)) { values in PQconnectdbParams(names, values, 1) }
      }
      let options = PQconninfo(connection)
      defer { PQconninfoFree(options) }
      let used = options.map(Setting.all) ?? []
      // A password file is no setting.
      let passwords = used.filter(\.isSecret).map(\.value) + [PQpass(connection).map { String(cString: $0) } ?? ""]
      secrets = Secrets(url, passwords)
      guard PQstatus(connection) == CONNECTION_OK else {
        let error = used.contains(where: \.hidesConnectionString) ? .misplacedConnectionString : lost()
        close()
        throw error
      }
      PQsetNoticeProcessor(connection, { _, _ in }, nil)
    }

    deinit { close() }

    /// Returns a text about the connection from one of libpq's functions.
    func text(_ function: (OpaquePointer?) -> UnsafeMutablePointer<CChar>?) -> String? {
      function(connection).map { String(cString: $0) }
    }

    func run(_ sql: String, _ parameters: [String?]) throws -> [[String?]] {
      guard let connection else { throw LibPQError(description: "the connection is closed") }
      guard ([sql] + parameters.compactMap(\.self)).allSatisfy({ !$0.utf8.contains(0) }) else {
        throw LibPQError(description: "a statement or a parameter has a zero byte, which PostgreSQL has no text for")
      }
      let result = Self.withPointers(to: parameters) { values in
        PQexecParams(connection, sql, CInt(parameters.count), nil, values, nil, nil, 0)
      }
      defer { PQclear(result) }
      switch PQresultStatus(result) {
      case PGRES_TUPLES_OK, PGRES_COMMAND_OK, PGRES_EMPTY_QUERY:
        return (0..<PQntuples(result)).map { row in
          (0..<PQnfields(result)).map { column in
            if PQgetisnull(result, row, column) == 1 { return nil }
            let bytes = UnsafeRawBufferPointer(
              start: PQgetvalue(result, row, column),
              count: Int(PQgetlength(result, row, column))
            )
            return String(decoding: bytes, as: UTF8.self)
          }
        }
      case PGRES_COPY_IN, PGRES_COPY_OUT, PGRES_COPY_BOTH:
        // The server still expects the client to transfer the data.
        close()
        throw LibPQError(description: "COPY to and from the client is not supported; the connection is closed")
      default:
        guard let code = PQresultErrorField(result, Self.sqlState) else { throw lost() }
        throw PostgresError(
          code: String(cString: code),
          message: secrets.removed(from: Self.message(of: result)),
          detail: Self.text(Self.messageDetail, of: result).map(secrets.removed),
          position: PQresultErrorField(result, Self.statementPosition).flatMap { Int(String(cString: $0)) }
        )
      }
    }

    /// Asks the server to cancel the running statement.
    func cancel() {
      let request = lock.withLock { connection.flatMap(PQgetCancel) }
      defer { PQfreeCancel(request) }
      var reason = [CChar](repeating: 0, count: 256)
      PQcancel(request, &reason, CInt(reason.count))
    }

    func close() {
      lock.withLock {
        PQfinish(connection)
        connection = nil
      }
    }

    private func lost() -> LibPQError {
      let lines = secrets.removed(from: text(PQerrorMessage) ?? "").split(whereSeparator: \.isNewline)
      return LibPQError(description: lines.map { $0.trimmingCharacters(in: .whitespaces) }.joined(separator: " "))
    }

    /// Returns the server's message, with its hint.
    private static func message(of result: OpaquePointer?) -> String {
      [messagePrimary, messageHint].compactMap { text($0, of: result) }.joined(separator: ". ")
    }

    /// Returns a field of an error; nil if the server did not send it.
    private static func text(_ field: CInt, of result: OpaquePointer?) -> String? {
      PQresultErrorField(result, field).map { String(cString: $0) }
    }

    // The macros PG_DIAG_SQLSTATE, _MESSAGE_PRIMARY, _MESSAGE_DETAIL, _MESSAGE_HINT and _STATEMENT_POSITION are
    // characters.
    private static let sqlState = CInt(UInt8(ascii: "C"))
    private static let messagePrimary = CInt(UInt8(ascii: "M"))
    private static let messageDetail = CInt(UInt8(ascii: "D"))
    private static let messageHint = CInt(UInt8(ascii: "H"))
    private static let statementPosition = CInt(UInt8(ascii: "P"))

    /// Calls a function with C strings, and with nil after the last one.
    private static func withPointers<Value>(
      to texts: [String?],
      _ body: ([UnsafePointer<CChar>?]) -> Value
    ) -> Value {
      let copies = texts.map { $0.flatMap { strdup($0) } }
      defer { copies.forEach { free($0) } }
      return body(copies.map { UnsafePointer($0) } + [nil])
    }
  }
#endif
