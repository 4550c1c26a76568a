private import Foundation

/// One attempt at running a tribe: what the tribe can ask, keep and report while it runs.
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
  /// Says what to save.
  typealias Saving = @Sendable (any Encodable & Sendable) throws -> Void

  /// What a session does with work and the record of it: see ``LedgerSession/perform(_:recording:)``.
  typealias Performance =
    @Sendable (
      _ work: @escaping @Sendable () async throws -> Void,
      _ record: @escaping @Sendable () throws -> LedgerRecord
    ) async throws -> Void

  @TaskLocal static var running: TribeAttempt?

  /// Called before a checkpoint is added in a transaction of a tribe, past the session of the run; for tests.
  @TaskLocal package static var recording: (@Sendable (LedgerRecord) throws -> Void)?

  /// The attempt that the current task is a part of; nil outside of a run, as in a test that calls `migrate()` itself.
  public static var current: TribeAttempt? { running }

  /// Which attempt it is, from 1, counted anew when the tribe has finished.
  public let number: Int

  /// How many of the attempts just before this one ended with the death of their process, in a row.
  public let deaths: Int

  /// What the tribe threw when it failed last; nil if it has not, since it finished or ever.
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

  /// The phase of its tribe, as the registry has it.
  package var phase: TribePhase { tribe.phase }

  /// Whether the attempt is at a tribe of a type.
  package func isAttempt(at type: Any.Type) -> Bool {
    // Names in backticks have none in a registry (SE-0451).
    TypePath.components(of: type).joined(separator: ".").filter { $0 != "`" } == tribe.qualifiedName
  }

  private let limit: RunLimit
  private let state: Locked<State>
  /// Held while progress is observed, also by an observer that reports.
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

  /// Whether the process died in an attempt before this one, since the tribe finished last or ever.
  ///
  /// What that attempt did may be there, in part or whole. It stays true until the tribe finishes, even if attempts
  /// that failed followed: they need not have cleaned up.
  public let wasInterrupted: Bool

  /// The most bytes of a checkpoint's value, as JSON.
  public static let valueLimit = 4_096

  /// The most checkpoints with different names that a tribe can have.
  public static let checkpointLimit = 1_000

  /// Reads a checkpoint that this or an earlier attempt at the tribe saved.
  ///
  /// - Parameters:
  ///   - name: The checkpoint's name.
  ///   - type: The type that it was saved as.
  /// - Returns: What was saved last under that name since the tribe finished; nil if nothing was.
  /// - Throws: `DecodingError` if what was saved is nothing of that type.
  public func checkpoint<Value: Decodable>(_ name: String, as type: Value.Type) throws -> Value? {
    guard let json = state.value.checkpoints[name] else { return nil }
    return try JSONDecoder().decode(type, from: json.data(using: .utf8) ?? Data())
  }

  /// Saves a checkpoint: when this returns, it survives a crash of the process and a loss of power.
  ///
  /// This is where a run stops inside a tribe: let what it throws through.
  ///
  /// - Parameters:
  ///   - value: A small value, such as how many items are done: at most ``valueLimit`` bytes as JSON.
  ///   - name: The checkpoint's name, of at most ``LedgerRecord/nameLimit`` bytes; what was saved under it before is
  ///     replaced. A tribe can use ``checkpointLimit`` different names.
  /// - Throws: `CancellationError` if the task was cancelled, the run's deadline has passed or the system suspends the
  ///   process, and nothing is saved then; what `value` throws when it is encoded; or ``NomadError`` if the value or the name is too large, if there
  ///   are too many names, if the attempt has ended, or if the checkpoint is not known to be durable.
  public func save(_ value: some Encodable, as name: String) async throws {
    let json = try begin(saving: value, as: name)
    defer { state.withLock { $0.saves -= 1 } }
    try await append(record(.checkpoint(name: name, value: json)))
    keep(json, as: name)
  }

  /// Saves a checkpoint in a transaction of the database in which the ledger is.
  ///
  /// - Parameters:
  ///   - value: A small value.
  ///   - name: The checkpoint's name.
  ///   - append: Adds the record, and keeps the other closure for when it is committed.
  /// - Throws: What ``save(_:as:)`` throws.
  package func save(
    _ value: some Encodable,
    as name: String,
    by append: (LedgerRecord, _ onCommit: @escaping @Sendable () -> Void) throws -> Void
  ) throws {
    let json = try begin(saving: value, as: name)
    defer { state.withLock { $0.saves -= 1 } }
    let record = record(.checkpoint(name: name, value: json))
    try Self.recording?(record)
    try append(record) { self.keep(json, as: name) }
  }

  /// Does a part of the tribe's work, and saves a checkpoint: in one transaction, if the ledger can.
  ///
  /// - Parameters:
  ///   - name: The checkpoint's name.
  ///   - work: The work, which says what to save. It can do so again if it is tried again.
  /// - Throws: What `work` throws, or ``save(_:as:)``; nothing is saved then.
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

  /// Makes sure that a checkpoint can be saved, and gives it as JSON.
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

  /// The value of a checkpoint as JSON.
  private func json(of value: any Encodable, for name: String) throws -> String {
    let encoder = JSONEncoder()
    // A value that did not change has to look so: otherwise it counts as progress.
    encoder.outputFormatting = .sortedKeys
    let json = String(decoding: try encoder.encode(value), as: UTF8.self)
    guard json.utf8.count <= Self.valueLimit else { throw NomadError.checkpointTooLarge(name, json.utf8.count, tribe) }
    return json
  }

  /// Keeps the attempt open while a checkpoint is saved.
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

  /// Reports how far the tribe has come, which fires ``MigrationEvent/progressed(_:completed:total:)``.
  ///
  /// - Parameters:
  ///   - completed: How many units of work are done.
  ///   - total: How many there are.
  public func report(_ completed: Int, of total: Int) {
    // Child tasks report at once, and none may when the tribe has ended.
    reporting.lock()
    defer { reporting.unlock() }
    guard state.value.isOpen else { return }
    progress(completed, total)
  }

  /// Why the tribe had to stop, if a checkpoint was refused or a session interrupted it; nil if it had not to.
  var stopReason: RunLimit.Reason? {
    state.value.stopReason ?? (limit.activity?.hasExpired == true ? .suspension : nil)
  }

  /// Runs the tribe as this attempt.
  ///
  /// What the tribe left running can save and report nothing more when this returns.
  func run() async throws {
    do {
      try await Self.$running.withValue(self) { try await tribe.migrate() }
    } catch {
      await end()
      throw error
    }
    await end()
  }

  /// Ends the attempt, once the checkpoints are saved that are being saved.
  private func end() async {
    close()
    // In a task that is cancelled, nothing would wait.
    while state.value.saves > 0 { await Task { try? await Task.sleep(for: .milliseconds(1)) }.value }
  }

  private func close() {
    reporting.lock()
    defer { reporting.unlock() }
    state.withLock { $0.isOpen = false }
  }
}
