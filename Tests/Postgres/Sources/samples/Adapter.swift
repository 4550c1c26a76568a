import Nomad
import NomadPostgres
import PostgresNIO

/// One session of a PostgreSQL server, through PostgresNIO.
struct NIOConnection: NomadPostgres.PostgresConnection {
  let connection: PostgresNIO.PostgresConnection
  let database: String

  static func connect(
    _ configuration: PostgresNIO.PostgresConnection.Configuration,
    to database: String
  ) async throws -> NIOConnection {
    do {
      let connection = try await PostgresNIO.PostgresConnection.connect(
        configuration: configuration,
        id: 1,
        logger: Logger(label: "nomad")
      )
      return NIOConnection(connection: connection, database: database)
    } catch let error as PSQLError {
      throw error.readable
    }
  }

  func query(_ sql: String, _ parameters: [String?]) async throws -> [[String?]] {
    var query = PostgresQuery(unsafeSQL: sql)
    for parameter in parameters { query.binds.append(parameter.map(TextParameter.init)) }
    do {
      // On its event loop, because a closed connection never answers; as a future, because a cancelled task would not
      // receive all rows of a sequence.
      let rows = connection.eventLoop.flatSubmit { [query] () -> EventLoopFuture<PostgresQueryResult> in
        guard !connection.isClosed else { return connection.eventLoop.makeFailedFuture(NIOFailure.closed) }
        return connection.query(query, logger: connection.logger)
      }
      return try await rows.get().map { row in try row.map { try $0.text } }
    } catch let error as PSQLError {
      throw error.readable
    }
  }

  func close() async {
    // It may be closed already.
    try? await connection.close()
  }
}

struct NIOFailure: Error, CustomStringConvertible {
  static let closed = NIOFailure(description: "the connection is closed")
  let description: String
}

extension PSQLError {
  /// The error that tells what happened: the description of the client's own error is always the same.
  var readable: any Error {
    guard let server = serverInfo, let sqlState = server[.sqlState] else {
      return NIOFailure(description: "there is no session: \(code)" + (underlying.map { ", \($0)" } ?? ""))
    }
    let fields: [PSQLError.ServerInfo.Field] = [.message, .detail, .hint]
    return NomadPostgres.PostgresError(
      code: sqlState,
      message: fields.compactMap { server[$0] }.joined(separator: ". ")
    )
  }
}

/// A value in text format, whose type the server infers.
struct TextParameter: PostgresDynamicTypeEncodable {
  let text: String
  var psqlType: PostgresDataType { .null }
  var psqlFormat: PostgresFormat { .text }

  func encode(into buffer: inout ByteBuffer, context: PostgresEncodingContext<some PostgresJSONEncoder>) {
    buffer.writeString(text)
  }
}

extension PostgresCell {
  /// The value in text format: PostgresNIO receives values in binary format.
  var text: String? {
    get throws {
      guard bytes != nil else { return nil }
      switch dataType {
      case .text, .varchar, .bpchar, .name, .json, .void: return try decode(String.self)
      case .bool: return try decode(Bool.self) ? "t" : "f"
      case .int2, .int4, .int8: return String(try decode(Int64.self))
      default: throw NIOFailure(description: "cast the column \(columnName) to text: its type is \(dataType)")
      }
    }
  }
}

func upgrade(_ configuration: PostgresNIO.PostgresConnection.Configuration) async throws {
  let session = try await NIOConnection.connect(configuration, to: "orders on db.example.com")
  do {
    try await Nomad(.generated, ledger: .postgres(session)).migrate()
  } catch {
    await session.close()
    throw error
  }
  await session.close()
}
