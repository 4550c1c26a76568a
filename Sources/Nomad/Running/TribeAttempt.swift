private import Foundation

/// One attempt to run a tribe, with which the tribe saves checkpoints, reports progress and looks up earlier attempts.
///
/// ```swift
/// func migrate() async throws {
///   let attempt = TribeAttempt.current
///   var next = try attempt?.checkpoint("next", as: Int.self) ?? 0
///   while next < notes.count {
///     try convert(notes[next..<min(next + 100, notes.count)])
///     next += 100
///     try await attempt?.save(next, as: "next")
///     attempt?.report(next, of: notes.count)
///   }
/// }
/// ```
public final class TribeAttempt: Sendable {
  /// A closure that receives the value to save.
  typealias Saving = @Sendable (any Encodable & Sendable) throws -> Void

  /// A closure that does work and adds the record of it, as ``LedgerSession/perform(_:recording:)`` does.
  typealias Performance =
    @Sendable (
      _ work: @escaping @Sendable () async throws -> Void,
      _ record: @escaping @Sendable () throws -> LedgerRecord
    ) async throws -> Void

  @TaskLocal static var running: TribeAttempt?

  /// A hook for tests.
  ///
  /// It is called before a tribe's own transaction, bypassing the run's session, adds a checkpoint.
  @TaskLocal package static var recording: Recording?

  /// The hook as a type: a task local that is a function crashes in optimized builds (Swift 6.3.1).
  package struct Recording: Sendable {
    let record: @Sendable (LedgerRecord) throws -> Void

    package init(_ record: @escaping @Sendable (LedgerRecord) throws -> Void) {
      self.record = record
    }
  }

  /// The attempt that the current task belongs to; nil outside of a run, as in a test that calls `migrate()` itself.
  public static var current: TribeAttempt? { running }

  /// The number of this attempt, from 1.
  ///
  /// Counting starts again when the tribe has finished.
  public let number: Int

  /// The number of attempts in a row, directly before this one, during which the process died.
  public let deaths: Int

  /// The text of the last error that the tribe threw since it last finished; nil if there is none.
  public let previousError: String?

  private struct State {
    var checkpoints: [String: String]
    var isOpen = true
    var stopReason: RunLimit.Reason?
    var saves = 0
  }

  private let tribe: TribeRegistry.Entry

  /// The attempt whose tribe started the run of this one; nil if no tribe did.
  package let parent = TribeAttempt.current

  /// The phase of the tribe, according to the registry.
  package var phase: TribePhase { tribe.phase }

  /// Whether this is an attempt to run a tribe of the given type.
  package func isAttempt(at type: Any.Type) -> Bool {
    // Names in a registry have no backticks (SE-0451).
    TypePath.components(of: type).joined(separator: ".").filter { $0 != "`" } == tribe.qualifiedName
  }

  private let limit: RunLimit
  private let state: Locked<State>
  /// Held while the observer is called.
  ///
  /// It is recursive, because the observer may report progress itself.
  private let reporting = NSRecursiveLock()
  private let record: @Sendable (LedgerRecord.Kind) -> LedgerRecord
  private let append: @Sendable (LedgerRecord) async throws -> Void
  private let perform: Performance
  private let progress: @Sendable (_ completed: Int, _ total: Int) -> Void

  init(
    at tribe: TribeRegistry.Entry,
    after attempts: LedgerHistory.Attempts,
    within limit: RunLimit,
    as record: @escaping @Sendable (LedgerRecord.Kind) -> LedgerRecord,
    recording append: @escaping @Sendable (LedgerRecord) async throws -> Void,
    performing perform: @escaping Performance,
    reporting progress: @escaping @Sendable (_ completed: Int, _ total: Int) -> Void
  ) {
    self.tribe = tribe
    number = attempts.count + 1
    deaths = attempts.deaths
    wasInterrupted = attempts.wasInterrupted
    previousError = attempts.error
    state = Locked(State(checkpoints: attempts.checkpoints(of: tribe.name)))
    self.limit = limit
    self.record = record
    self.append = append
    self.perform = perform
    self.progress = progress
  }

  /// Whether the process died in an earlier attempt since the tribe last finished.
  ///
  /// That attempt may have done its work in part or completely. The value stays true until the tribe finishes, even if
  /// later attempts threw an error, because they may not have cleaned up.
  public let wasInterrupted: Bool

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
    try await append(record(.checkpoint(name: name, value: json)))
    keep(json, as: name)
  }

  /// Saves a checkpoint in a transaction of the database that contains the ledger.
  ///
  /// - Parameters:
  ///   - value: A small value.
  ///   - name: The checkpoint's name.
  ///   - append: The closure that adds the record. It must call its second argument when the transaction is committed.
  /// - Throws: The errors of ``save(_:as:)``.
  package func save(
    _ value: some Encodable,
    as name: String,
    by append: (LedgerRecord, _ onCommit: @escaping @Sendable () -> Void) throws -> Void
  ) throws {
    let json = try begin(saving: value, as: name)
    defer { state.withLock { $0.saves -= 1 } }
    let record = record(.checkpoint(name: name, value: json))
    try Self.recording?.record(record)
    try append(record) { self.keep(json, as: name) }
  }

  /// Does a part of the tribe's work and saves a checkpoint, in one transaction if the ledger supports that.
  ///
  /// - Parameters:
  ///   - name: The checkpoint's name.
  ///   - work: The work, which passes on the value to save. If the work is retried, it can pass another value.
  /// - Throws: The errors of `work` and of ``save(_:as:)``; nothing is saved then.
  func perform(
    savingAs name: String,
    _ work: @escaping @Sendable (_ save: @escaping Saving) async throws -> Void
  ) async throws {
    try checkStop()
    try open(name)
    defer { state.withLock { $0.saves -= 1 } }
    let json = Locked("null")
    try await perform {
      try await work { json.value = try self.json(of: $0, for: name) }
    } _: {
      self.record(.checkpoint(name: name, value: json.value))
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
    try Task.checkCancellation()
    if RunContext.isCancelled { throw CancellationError() }
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

  /// Reports the tribe's progress, which sends ``MigrationEvent/progressed(_:completed:total:)`` to the observer.
  ///
  /// - Parameters:
  ///   - completed: The number of finished units of work.
  ///   - total: The number of all units of work.
  public func report(_ completed: Int, of total: Int) {
    // Child tasks may report at the same time, and must not report after the tribe has ended.
    reporting.lock()
    defer { reporting.unlock() }
    guard state.value.isOpen else { return }
    progress(completed, total)
  }

  /// The reason why a checkpoint was refused or a session interrupted the tribe; nil if neither happened.
  var stopReason: RunLimit.Reason? {
    state.value.stopReason ?? (limit.activity?.hasExpired == true ? .suspension : nil)
  }

  /// Runs the tribe as this attempt.
  ///
  /// When this returns, tasks that the tribe left running can no longer save or report anything.
  func run() async throws {
    do {
      try await Self.$running.withValue(self) { try await tribe.migrate() }
    } catch {
      await end()
      throw error
    }
    await end()
  }

  /// Ends the attempt, after the saves that are in progress.
  private func end() async {
    close()
    while state.value.saves > 0 { await Backoff.sleepWithoutCancellation(for: .milliseconds(1)) }
  }

  private func close() {
    reporting.lock()
    defer { reporting.unlock() }
    state.withLock { $0.isOpen = false }
  }
}
