public import Nomad
internal import NomadFiles

/// A tribe that works in batches and, after an interruption, continues after the last batch.
///
/// ```swift
/// import Foundation
/// import Nomad
/// import NomadBatches
///
/// struct LowercaseNames: BatchTribe {
///   static let target: TribeTarget = .literal("2.2.0")
///   static let pause: Duration = .milliseconds(50)
///
///   func migrate(after last: String?) async throws -> String? {
///     let names = try FileManager.default.contentsOfDirectory(atPath: "notes").sorted()
///     let batch = names.filter { $0 > last ?? "" }.prefix(100)
///     for name in batch where name != name.lowercased() {
///       try FileManager.default.moveItem(atPath: "notes/\(name)", toPath: "notes/\(name.lowercased())")
///     }
///     return batch.last
///   }
/// }
/// ```
///
/// If data is added while the tribe runs, give the tribe an upper bound: implement `upperBound()`
/// and `migrate(after:upTo:)`. Otherwise it can follow the end of the data without reaching it.
///
/// Each batch saves its cursor as a checkpoint. If the ledger commits data and records together, such as
/// `PostgresLedger` with a `PostgresBatchTribe`, the checkpoint is part of the batch's transaction. With other ledgers,
/// a batch during which the process dies runs again. The run stops between two batches when its task is cancelled or
/// its deadline passes.
///
/// A tribe can call a batch tribe that it has merged, but only once in an attempt.
public protocol BatchTribe: Tribe, Sendable {
  /// The position that the tribe has reached, such as the last id. Keep it small, because every batch saves it.
  associatedtype Cursor: Codable & Sendable

  /// The time to wait between two batches, so that other work can proceed; zero by default.
  static var pause: Duration { get }

  /// Returns the last position that the tribe has to migrate, such as the highest id; nil, the default, for no bound.
  ///
  /// It is read when the tribe begins, and saved with the first cursor. A later run continues with the saved one.
  ///
  /// - Returns: The upper bound. It is also nil if there is no data.
  /// - Throws: Any error. The next run reads the bound again.
  func upperBound() async throws -> Cursor?

  /// Migrates one batch of the data up to a bound. Implement it instead of `migrate(after:)` if the tribe has an upper
  /// bound.
  ///
  /// - Parameters:
  ///   - cursor: The cursor that the previous batch returned; nil for the first batch.
  ///   - bound: The upper bound; nil if there is none.
  /// - Returns: The cursor after this batch; nil if nothing is left.
  /// - Throws: Any error. The next run continues after the last saved batch.
  func migrate(after cursor: Cursor?, upTo bound: Cursor?) async throws -> Cursor?

  /// Migrates one batch.
  ///
  /// - Parameter cursor: The cursor that the previous batch returned; nil for the first batch.
  /// - Returns: The cursor after this batch; nil if nothing is left.
  /// - Throws: Any error. The next run continues after the last saved batch.
  func migrate(after cursor: Cursor?) async throws -> Cursor?
}

extension BatchTribe {
  /// The time to wait between two batches: zero.
  public static var pause: Duration { .zero }

  /// Returns nil: the tribe has no upper bound.
  public func upperBound() async throws -> Cursor? { nil }

  /// Migrates one batch without regard to a bound.
  public func migrate(after cursor: Cursor?, upTo bound: Cursor?) async throws -> Cursor? {
    try await migrate(after: cursor)
  }

  /// Throws an error, because the tribe implements no method that migrates a batch.
  public func migrate(after cursor: Cursor?) async throws -> Cursor? { throw MissingBatch() }

  /// Migrates one batch after another.
  public func migrate() async throws {
    let (attempt, cursorName) = (TribeAttempt.current, Self.cursorName)
    // The cursor of the other call would be that of this one.
    if attempt?.claim(cursorName) == false { throw RepeatedCall(name: String(describing: Self.self)) }
    do {
      try await migrate(in: attempt, savingAs: cursorName)
    } catch {
      attempt?.release(cursorName)
      throw error
    }
  }

  private func migrate(in attempt: TribeAttempt?, savingAs cursorName: String) async throws {
    // The cursor of the next batch, and the upper bound if there is one; none if nothing is left. An array is `Codable`
    // without a type of its own.
    var next = try attempt?.checkpoint(cursorName, as: [Cursor?].self) ?? [nil]
    // A cursor may have been saved without a bound.
    if next.count == 1, let bound = try await upperBound() { next.append(bound) }
    while !next.isEmpty {
      next = try await batch(from: next, in: attempt, savingAs: cursorName)
      if !next.isEmpty, Self.pause > .zero { try await Task.sleep(for: Self.pause) }
    }
  }

  /// Migrates one batch, saves what follows it, and returns that.
  private func batch(
    from next: [Cursor?],
    in attempt: TribeAttempt?,
    savingAs cursorName: String
  ) async throws -> [Cursor?] {
    let (cursor, bound, after) = (next[0], next.dropFirst(), Locked(next))
    let work = { @Sendable (save: @escaping TribeAttempt.Saving) async throws in
      let saveCursor = { @Sendable (cursor: Cursor?) in
        after.value = cursor.map { [$0] + bound } ?? []
        try save(after.value)
      }
      try await Batch.$current.withValue(Batch { try saveCursor($0 as? Cursor) }) {
        try saveCursor(try await migrate(after: cursor, upTo: bound.first ?? nil))
      }
    }
    if let attempt { try await attempt.perform(savingAs: cursorName, work) } else { try await work { _ in } }
    return after.value
  }

  /// The name of the checkpoint that contains the cursor.
  private static var cursorName: String {
    if TribeAttempt.current?.isAttempt(at: Self.self) != false { return "cursor" }
    // The attempt is that of a tribe that calls this one, and perhaps others.
    let name = String(reflecting: Self.self).split(separator: ".").filter { !$0.hasPrefix("(unknown context") }
    return "cursor of " + name.joined(separator: ".")
  }
}

/// An error for a batch tribe that implements no method for a batch.
private struct MissingBatch: Error, CustomStringConvertible {
  var description: String { "it implements neither migrate(after:) nor migrate(after:upTo:)" }
}

/// An error for a batch tribe that another tribe calls twice.
private struct RepeatedCall: Error, CustomStringConvertible {
  let name: String

  var description: String {
    "\(name) was called twice in one attempt, and both calls would have the same cursor: give each a type of its own"
  }
}

/// The batch of a ``BatchTribe`` that a task migrates.
private struct Batch: Sendable {
  @TaskLocal static var current: Batch?

  let saveCursor: @Sendable (_ cursor: (any Sendable)?) throws -> Void
}

extension BatchTribe {
  /// Saves the cursor after the current task's batch, for a protocol that gives each batch a transaction.
  ///
  /// It is called before the transaction ends, so that the ledger can make the cursor a part of it. Outside of a batch
  /// it does nothing.
  ///
  /// - Parameter cursor: The cursor after the batch; nil if nothing is left.
  /// - Throws: An error if the cursor is too large to be saved.
  public static func saveCursor(_ cursor: Cursor?) throws { try Batch.current?.saveCursor(cursor) }
}
