public import Nomad
internal import NomadFiles

/// The work of a tribe that a ledger in a database runs, so that one transaction can contain the tribe's changes and
/// its records.
///
/// A session performs the tribe's work as one. The code that runs the statements of a tribe finds it as ``own``, and
/// decides whether their transaction also contains the records:
///
/// ```text
/// TribeRun of Nomad            by the type's transactionKind: how the begin of the tribe is recorded
///   session.perform            makes a TribeWork, and calls the tribe's work
///     the tribe's statements   isRecorder(of:): is this the tribe itself, and for the first time?
///       yes                    one commit of statements and records(), and then noteCommit()
///       no                     a commit of the statements alone
///     append                   otherwise: a commit of the records alone
/// ```
public final class TribeWork: Sendable {
  @TaskLocal private static var current: TribeWork?

  /// The session that runs the tribe.
  public let session: any LedgerSession & AnyObject

  private let makeRecords: @Sendable () throws -> [LedgerRecord]
  /// Whether the records were committed together with the work.
  private let isRecorded = Locked(false)
  /// The tribe's attempt that started this run; nil if no tribe started it.
  private let parent: TribeAttempt?

  /// Creates the work of a tribe.
  ///
  /// - Parameters:
  ///   - session: The session that runs the tribe.
  ///   - records: Makes the records of the work.
  public init(
    in session: any LedgerSession & AnyObject,
    recording records: @escaping @Sendable () throws -> [LedgerRecord]
  ) {
    (self.session, makeRecords) = (session, records)
    // A batch runs within the context of its tribe.
    parent = if let own = Self.own, own.session === session { own.parent } else { TribeAttempt.current }
  }

  /// The work of the run that the current task belongs to; nil if a ledger of another kind runs it.
  ///
  /// A tribe can start another run, which may have another ledger.
  public static var own: TribeWork? {
    guard let current, current.parent === TribeAttempt.current?.parent else { return nil }
    return current
  }

  /// Performs the work, and adds its records unless a transaction of the work contained them.
  ///
  /// If they cannot be added together with the begin of the next tribe, it tries to add those of this tribe alone.
  ///
  /// - Parameters:
  ///   - work: The work of the tribe.
  ///   - append: Adds records, all or none of them.
  /// - Throws: The errors of the work, of the records, and of adding them.
  public func perform(
    _ work: () async throws -> Void,
    adding append: ([LedgerRecord]) async throws -> Void
  ) async throws {
    try await Self.$current.withValue(self) { try await work() }
    if isRecorded.value { return }
    let records = try makeRecords()
    do {
      try await append(records)
    } catch {
      guard let alone = recordsAlone(in: records) else { throw error }
      do { try await append(alone) } catch _ { throw error }
    }
  }

  /// Performs the work in the same way, and blocks the thread meanwhile.
  ///
  /// - Parameters:
  ///   - work: The work of the tribe.
  ///   - append: Adds records, all or none of them.
  /// - Throws: The errors of the work, of the records, and of adding them.
  public func performBlocking(
    _ work: () throws -> Void,
    adding append: ([LedgerRecord]) throws -> Void
  ) throws {
    try Self.$current.withValue(self) { try work() }
    if isRecorded.value { return }
    let records = try makeRecords()
    do {
      try append(records)
    } catch {
      guard let alone = recordsAlone(in: records) else { throw error }
      do { try append(alone) } catch _ { throw error }
    }
  }

  /// Returns the records without the begin of the next tribe; nil if they had none.
  private func recordsAlone(in records: [LedgerRecord]) -> [LedgerRecord]? {
    (try? makeRecords()).flatMap { $0.count < records.count ? $0 : nil }
  }

  /// Runs a closure as a part of the work, such as on a thread of a database, which has no values of the task.
  ///
  /// - Parameter body: The closure.
  /// - Returns: The result of the closure.
  /// - Throws: The error of the closure.
  public func during<Value>(_ body: () throws -> Value) rethrows -> Value {
    try Self.$current.withValue(self) { try body() }
  }

  /// Returns whether a transaction of a tribe has to contain the records.
  ///
  /// A tribe that another tribe calls must not commit the record of its caller.
  ///
  /// - Parameter type: The type of the tribe.
  /// - Returns: Whether the work is that of a tribe of this type, and has no committed records.
  public func isRecorder(of type: Any.Type) -> Bool {
    TribeAttempt.current?.isAttempt(at: type) == true && !isRecorded.value
  }

  /// Makes the records, for the transaction of the tribe.
  ///
  /// - Returns: The records.
  /// - Throws: An error, after which the transaction must be rolled back.
  public func records() throws -> [LedgerRecord] { try makeRecords() }

  /// Notes that the transaction with the records is committed.
  public func noteCommit() { isRecorded.value = true }
}

/// An error for a tribe that misused its transaction or its connection.
public struct TribeMisuse: Error, CustomStringConvertible {
  /// The mistake, as a clause about the tribe: `it left a transaction open`.
  public let description: String

  /// Creates an error.
  ///
  /// - Parameter description: The mistake, as a clause about the tribe.
  public init(description: String) { self.description = description }
}
