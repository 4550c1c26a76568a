// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

// The parts of PostgresNIO 1.33, SwiftNIO and swift-log that the documentation's adapter uses, with their signatures,
// so that it is type-checked without these packages. Nothing here runs.

private func standIn() -> Never { fatalError("This is a stand-in for PostgresNIO.") }

public final class PostgresConnection: Sendable {
  public typealias ID = Int

  public struct Configuration: Sendable {
    public struct TLS: Sendable {
      public static var disable: TLS { TLS() }
    }

    public init(host: String, port: Int = 5432, username: String, password: String?, database: String?, tls: TLS) {}
  }

  public var eventLoop: any EventLoop { standIn() }
  public var isClosed: Bool { standIn() }
  public var logger: Logger { standIn() }

  // In PostgresNIO, the event loop is the first parameter, with a default value.
  public static func connect(
    configuration: Configuration,
    id connectionID: ID,
    logger: Logger
  ) async throws -> PostgresConnection { standIn() }

  public func close() async throws { standIn() }
  public func close() -> EventLoopFuture<Void> { standIn() }

  @discardableResult
  public func query(
    _ query: PostgresQuery,
    logger: Logger,
    file: String = #fileID,
    line: Int = #line
  ) async throws -> PostgresRowSequence { standIn() }

  public func query(
    _ query: PostgresQuery,
    logger: Logger,
    file: String = #fileID,
    line: Int = #line
  ) -> EventLoopFuture<PostgresQueryResult> { standIn() }
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
  public init() {}
  public mutating func append<Value: PostgresThrowingDynamicTypeEncodable>(_ value: Value) throws { standIn() }
  public mutating func append<Value: PostgresThrowingDynamicTypeEncodable>(_ value: Value?) throws { standIn() }
  public mutating func append<Value: PostgresDynamicTypeEncodable>(_ value: Value) { standIn() }
  public mutating func append<Value: PostgresDynamicTypeEncodable>(_ value: Value?) { standIn() }
}

public protocol PostgresThrowingDynamicTypeEncodable {
  var psqlType: PostgresDataType { get }
  var psqlFormat: PostgresFormat { get }

  func encode<JSONEncoder: PostgresJSONEncoder>(
    into byteBuffer: inout ByteBuffer,
    context: PostgresEncodingContext<JSONEncoder>
  ) throws
}

public protocol PostgresDynamicTypeEncodable: PostgresThrowingDynamicTypeEncodable {
  func encode<JSONEncoder: PostgresJSONEncoder>(
    into byteBuffer: inout ByteBuffer,
    context: PostgresEncodingContext<JSONEncoder>
  )
}

public protocol PostgresJSONEncoder {}

public struct PostgresEncodingContext<JSONEncoder: PostgresJSONEncoder>: Sendable {}

// MARK: Rows

public struct PostgresRowSequence: Sendable {}

public struct PostgresQueryResult: Sendable, Sequence {
  public func makeIterator() -> IndexingIterator<[PostgresRow]> { standIn() }
}

public struct PostgresRow: Sendable, Sequence {
  public func makeIterator() -> IndexingIterator<[PostgresCell]> { standIn() }
}

public struct PostgresCell: Sendable {
  public var bytes: ByteBuffer?
  public var dataType: PostgresDataType
  public var format: PostgresFormat
  public var columnName: String
  public var columnIndex: Int

  public func decode<T: PostgresDecodable>(_: T.Type, file: String = #fileID, line: Int = #line) throws -> T {
    standIn()
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
  public struct Code: Sendable, Hashable {}

  public struct ServerInfo: Sendable {
    public struct Field: Hashable, Sendable {
      public static let sqlState = Field()
      public static let message = Field()
      public static let detail = Field()
      public static let hint = Field()
    }

    public subscript(field: Field) -> String? { standIn() }
  }

  public var code: Code { standIn() }
  public var serverInfo: ServerInfo? { standIn() }
  public var underlying: (any Error)? { standIn() }
}

// MARK: Parts of SwiftNIO and swift-log that PostgresNIO exports

public protocol EventLoop: AnyObject, Sendable {}

extension EventLoop {
  public func flatSubmit<T: Sendable>(_ task: @escaping @Sendable () -> EventLoopFuture<T>) -> EventLoopFuture<T> {
    standIn()
  }

  public func makeFailedFuture<T>(_ error: any Error) -> EventLoopFuture<T> { standIn() }
}

public final class EventLoopFuture<Value>: Sendable {
  public func get() async throws -> Value where Value: Sendable { standIn() }
}

public struct ByteBuffer: Sendable, Hashable {
  @discardableResult
  public mutating func writeString(_ string: String) -> Int { standIn() }
}

public struct Logger: Sendable {
  public init(label: String) {}
}
