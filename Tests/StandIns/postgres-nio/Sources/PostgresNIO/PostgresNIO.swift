// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

// The parts of PostgresNIO 1.33 and SwiftNIO that NomadPostgresNIO and the documentation use, with their signatures, so
// that nothing is downloaded. Statements run in a `StandInSession`, which tests set, and every value is a text.

import Foundation

@_exported import struct Logging.Logger

/// The server of the stand-in.
public enum StandIn {
  /// A session with the server, through another client.
  ///
  /// A query throws ``Refusal`` for an error of the server.
  public struct Session: Sendable {
    public let query: @Sendable (String, [String?]) async throws -> [[String?]]
    public let close: @Sendable () async -> Void

    public init(
      query: @escaping @Sendable (String, [String?]) async throws -> [[String?]],
      close: @escaping @Sendable () async -> Void
    ) {
      (self.query, self.close) = (query, close)
    }
  }

  public struct Refusal: Error {
    public let sqlState: String
    public let message: String
    public let position: Int?

    public init(sqlState: String, message: String, position: Int?) {
      (self.sqlState, self.message, self.position) = (sqlState, message, position)
    }
  }

  public typealias Connect = @Sendable (PostgresConnection.Configuration) async throws -> Session

  private static let lock = NSLock()
  private nonisolated(unsafe) static var storage: Connect = { _ in throw PSQLError(code: .connectionError) }

  public static var connect: Connect {
    get { lock.withLock { storage } }
    set { lock.withLock { storage = newValue } }
  }
}

public final class PostgresConnection: Sendable {
  public typealias ID = Int

  public struct Configuration: Sendable {
    public struct TLS: Sendable {
      public static var disable: TLS { TLS() }
    }

    public var host: String?
    public var port: Int?
    public var unixSocketPath: String? { nil }
    public var establishedChannel: (any Channel)? { nil }
    public var username: String
    public var password: String?
    public var database: String?

    public init(host: String, port: Int = 5432, username: String, password: String?, database: String?, tls: TLS) {
      (self.host, self.port, self.username, self.password, self.database) = (host, port, username, password, database)
    }
  }

  private let session: StandIn.Session
  private let state = State()

  private final class State: @unchecked Sendable {
    private let lock = NSLock()
    private var closed = false
    var isClosed: Bool {
      get { lock.withLock { closed } }
      set { lock.withLock { closed = newValue } }
    }
  }

  private init(_ session: StandIn.Session) { self.session = session }

  deinit { precondition(isClosed, "PostgresConnection deinitialized before being closed.") }

  public var eventLoop: any EventLoop { Loop() }
  public var isClosed: Bool { state.isClosed }

  // In PostgresNIO, the event loop is the first parameter, with a default value.
  public static func connect(
    configuration: Configuration,
    id connectionID: ID,
    logger: Logger
  ) async throws -> PostgresConnection {
    do {
      return PostgresConnection(try await StandIn.connect(configuration))
    } catch {
      throw PSQLError(code: .connectionError, underlying: error)
    }
  }

  public func close() async throws { try await close().get() }

  public func close() -> EventLoopFuture<Void> {
    EventLoopFuture { [session, state] in
      state.isClosed = true
      await session.close()
    }
  }

  public func query(
    _ query: PostgresQuery,
    logger: Logger,
    file: String = #fileID,
    line: Int = #line
  ) -> EventLoopFuture<PostgresQueryResult> {
    EventLoopFuture { [session, state] in
      do {
        return PostgresQueryResult(try await session.query(query.sql, query.binds.values))
      } catch let error as StandIn.Refusal {
        var fields: [PSQLError.ServerInfo.Field: String] = [.sqlState: error.sqlState, .message: error.message]
        fields[.position] = error.position.map(String.init)
        throw PSQLError(code: .server, serverInfo: PSQLError.ServerInfo(fields: fields))
      } catch {
        state.isClosed = true
        throw PSQLError(code: .serverClosedConnection, underlying: error)
      }
    }
  }
}

// MARK: Statements

public struct PostgresQuery: Sendable, Hashable {
  public var sql: String
  public var binds: PostgresBindings

  public init(unsafeSQL sql: String, binds: PostgresBindings = PostgresBindings()) {
    (self.sql, self.binds) = (sql, binds)
  }
}

public struct PostgresBindings: Sendable, Hashable {
  fileprivate var values: [String?] = []

  public init() {}

  public mutating func append<Value: PostgresDynamicTypeEncodable>(_ value: Value?) {
    guard let value else { return values.append(nil) }
    var buffer = ByteBuffer()
    value.encode(into: &buffer, context: PostgresEncodingContext<JSON>())
    values.append(buffer.text)
  }

  private struct JSON: PostgresJSONEncoder {}
}

public protocol PostgresDynamicTypeEncodable {
  var psqlType: PostgresDataType { get }
  var psqlFormat: PostgresFormat { get }

  func encode<JSONEncoder: PostgresJSONEncoder>(
    into byteBuffer: inout ByteBuffer,
    context: PostgresEncodingContext<JSONEncoder>
  )
}

public protocol PostgresJSONEncoder {}

public struct PostgresEncodingContext<JSONEncoder: PostgresJSONEncoder>: Sendable {}

// MARK: Rows

public struct PostgresQueryResult: Sendable, Sequence {
  private let rows: [PostgresRow]

  fileprivate init(_ rows: [[String?]]) { self.rows = rows.map(PostgresRow.init) }

  public func makeIterator() -> IndexingIterator<[PostgresRow]> { rows.makeIterator() }
}

public struct PostgresRow: Sendable, Sequence {
  fileprivate let values: [String?]

  public func makeIterator() -> IndexingIterator<[PostgresCell]> {
    values.map { PostgresCell(bytes: $0.map(ByteBuffer.init)) }.makeIterator()
  }
}

public struct PostgresCell: Sendable {
  public var bytes: ByteBuffer?
  public var dataType: PostgresDataType { .text }
  public var columnName: String { "column" }

  public func decode<T: PostgresDecodable>(_: T.Type, file: String = #fileID, line: Int = #line) throws -> T {
    guard let value = bytes?.text as? T else { throw PSQLError(code: .messageDecodingFailure) }
    return value
  }
}

public protocol PostgresDecodable {}
extension Bool: PostgresDecodable {}
extension Int64: PostgresDecodable {}
extension String: PostgresDecodable {}

public enum PostgresFormat: Int16, Sendable {
  case text = 0
  case binary = 1
}

public struct PostgresDataType: RawRepresentable, Sendable, Hashable {
  public let rawValue: UInt32
  public init(rawValue: UInt32) { self.rawValue = rawValue }

  public static let null = PostgresDataType(rawValue: 0)
  public static let bool = PostgresDataType(rawValue: 16)
  public static let name = PostgresDataType(rawValue: 19)
  public static let int8 = PostgresDataType(rawValue: 20)
  public static let int2 = PostgresDataType(rawValue: 21)
  public static let int4 = PostgresDataType(rawValue: 23)
  public static let text = PostgresDataType(rawValue: 25)
  public static let json = PostgresDataType(rawValue: 114)
  public static let bpchar = PostgresDataType(rawValue: 1042)
  public static let varchar = PostgresDataType(rawValue: 1043)
  public static let void = PostgresDataType(rawValue: 2278)
}

// MARK: Errors

/// Has the same name as the type of NomadPostgres, on purpose.
public enum PostgresError: Error {
  case connectionClosed
}

public struct PSQLError: Error {
  public enum Code: Sendable, Hashable {
    case server, connectionError, serverClosedConnection, messageDecodingFailure
  }

  public struct ServerInfo: Sendable {
    public enum Field: Hashable, Sendable {
      case sqlState, message, detail, hint, position
    }

    fileprivate let fields: [Field: String]

    public subscript(field: Field) -> String? { fields[field] }
  }

  public let code: Code
  public private(set) var serverInfo: ServerInfo?
  public private(set) var underlying: (any Error)?

  fileprivate init(code: Code, serverInfo: ServerInfo? = nil, underlying: (any Error)? = nil) {
    (self.code, self.serverInfo, self.underlying) = (code, serverInfo, underlying)
  }
}

// MARK: Parts of SwiftNIO that PostgresNIO exports

public protocol Channel: AnyObject, Sendable {}

public protocol EventLoop: AnyObject, Sendable {}

private final class Loop: EventLoop {}

extension EventLoop {
  public func flatSubmit<T: Sendable>(_ task: @escaping @Sendable () -> EventLoopFuture<T>) -> EventLoopFuture<T> {
    task()
  }

  public func makeFailedFuture<T: Sendable>(_ error: any Error) -> EventLoopFuture<T> {
    EventLoopFuture { throw error }
  }
}

public final class EventLoopFuture<Value: Sendable>: Sendable {
  private let task: Task<Value, any Error>

  fileprivate init(_ body: @escaping @Sendable () async throws -> Value) { task = Task(operation: body) }

  public func get() async throws -> Value { try await task.value }

  public func whenComplete(_ callback: @escaping @Sendable (Result<Value, any Error>) -> Void) {
    Task { callback(await task.result) }
  }
}

public struct ByteBuffer: Sendable, Hashable {
  fileprivate var text = ""

  @discardableResult
  public mutating func writeString(_ string: String) -> Int {
    text += string
    return string.utf8.count
  }
}
