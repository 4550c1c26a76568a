private import Foundation
internal import NomadFiles

extension TribeAttempt {
  /// A closure that receives the value to save.
  package typealias Saving = @Sendable (any Encodable & Sendable) throws -> Void

  /// The maximum size of a checkpoint's value, in bytes of JSON.
  public static let valueLimit = 4_096

  /// The maximum number of checkpoints with different names that a tribe can have.
  public static let checkpointLimit = 1_000

  /// Reads a checkpoint that this or an earlier attempt at the tribe saved.
  ///
  /// - Parameters:
  ///   - name: The checkpoint's name.
  ///   - type: The type of the saved value.
  /// - Returns: The last value that was saved under that name since the tribe finished; nil if there is none.
  /// - Throws: `DecodingError` if the saved value is not of that type.
  public func checkpoint<Value: Decodable>(_ name: String, as type: Value.Type) throws -> Value? {
    guard let json = state.value.checkpoints[name] else { return nil }
    return try JSONDecoder().decode(type, from: json.data(using: .utf8) ?? Data())
  }

  /// Saves a checkpoint.
  ///
  /// When this returns, the checkpoint survives a crash of the process and a loss of power.
  ///
  /// A run stops inside a tribe by throwing an error here, so let the error pass through.
  ///
  /// - Parameters:
  ///   - value: A small value, such as the number of finished items: at most ``valueLimit`` bytes as JSON.
  ///   - name: The checkpoint's name, of at most ``LedgerRecord/nameLimit`` bytes. The value replaces the one that was
  ///     saved under this name before. A tribe can use ``checkpointLimit`` different names.
  /// - Throws: `CancellationError`, with nothing saved, if the task was cancelled, if the run's deadline has passed, or
  ///   if the system suspends the process; the error that encoding `value` throws; or ``NomadError`` if the value or
  ///   the name is too large, if there are too many names, if the attempt has ended, or if the checkpoint may not be
  ///   durable.
  public func save(_ value: some Encodable, as name: String) async throws {
    let json = try begin(saving: value, as: name)
    defer { state.withLock { $0.saves -= 1 } }
    try await session.append(record(.checkpoint(name: name, value: json)))
    keep(json, as: name)
  }

  /// Saves a checkpoint in a transaction of the database that contains the ledger, for a ledger's own kind of tribes.
  ///
  /// - Parameters:
  ///   - value: The value: see ``save(_:as:)``.
  ///   - name: The checkpoint's name.
  ///   - append: Adds the record in the transaction. It calls `onCommit` when the transaction is committed, and not if
  ///     it is rolled back.
  /// - Throws: The errors of ``save(_:as:)`` and of `append`.
  public func save(
    _ value: some Encodable,
    as name: String,
    by append: (LedgerRecord, _ onCommit: @escaping @Sendable () -> Void) throws -> Void
  ) throws {
    let json = try begin(saving: value, as: name)
    defer { state.withLock { $0.saves -= 1 } }
    let record = record(.checkpoint(name: name, value: json))
    try RunContext.current.willSave?(record)
    try append(record) { self.keep(json, as: name) }
  }

  /// Does a part of the tribe's work and saves a checkpoint, in one transaction if the ledger supports that.
  package func perform(
    savingAs name: String,
    _ work: @escaping @Sendable (_ save: @escaping Saving) async throws -> Void
  ) async throws {
    try checkStop()
    try open(name)
    defer { state.withLock { $0.saves -= 1 } }
    let json = Locked("null")
    try await session.perform {
      try await work { json.value = try self.json(of: $0, for: name) }
    } recording: {
      [self.record(.checkpoint(name: name, value: json.value))]
    }
    keep(json.value, as: name)
  }

  private func keep(_ json: String, as name: String) {
    state.withLock { $0.checkpoints[name] = json }
  }

  /// Checks that a checkpoint can be saved, and returns its value as JSON.
  private func begin(saving value: some Encodable, as name: String) throws -> String {
    try checkStop()
    let json = try json(of: value, for: name)
    try open(name)
    return json
  }

  /// Throws if the tribe has to stop.
  private func checkStop() throws {
    if Task.isCancelled || RunContext.current.isBound && state.value.isCancelled { throw CancellationError() }
    if let reason = limit.reached {
      state.withLock { $0.stopReason = reason }
      throw CancellationError()
    }
  }

  /// Returns the value of a checkpoint as JSON.
  private func json(of value: any Encodable, for name: String) throws -> String {
    let encoder = JSONEncoder()
    // An unchanged value must result in the same text, because a different text counts as progress.
    encoder.outputFormatting = .sortedKeys
    let json = String(decoding: try encoder.encode(value), as: UTF8.self)
    guard json.utf8.count <= Self.valueLimit else { throw NomadError.checkpointTooLarge(name, json.utf8.count, tribe) }
    return json
  }

  /// Begins to save a checkpoint, which keeps the attempt open.
  private func open(_ name: String) throws {
    guard name.utf8.count <= LedgerRecord.nameLimit else { throw NomadError.checkpointNameTooLong(name, tribe) }
    try state.withLock { state in
      guard state.isOpen else { throw NomadError.attemptEnded(tribe) }
      guard state.checkpoints[name] != nil || state.checkpoints.count < Self.checkpointLimit else {
        throw NomadError.tooManyCheckpoints(tribe)
      }
      state.saves += 1
    }
  }
}
