/// A tribe that works in batches and, after an interruption, continues after the last batch.
///
/// ```swift
/// import Foundation
/// import Nomad
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
/// Each batch saves its cursor as a checkpoint. If the ledger commits data and records together, such as
/// `PostgresLedger` with a `PostgresBatchTribe`, the checkpoint is part of the batch's transaction. With other ledgers,
/// a batch during which the process dies runs again. The run stops between two batches when its task is cancelled or
/// its deadline passes.
public protocol BatchTribe: Tribe, Sendable {
  /// The position that the tribe has reached, such as the last id. Keep it small, because every batch saves it.
  associatedtype Cursor: Codable & Sendable

  /// The time to wait between two batches, so that other work can proceed; zero by default.
  static var pause: Duration { get }

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

  /// Migrates one batch after another.
  ///
  /// - Throws: The errors of ``migrate(after:)``, `CancellationError` if the run has to stop, or the ledger's error.
  public func migrate() async throws {
    let name = "cursor"
    let attempt = TribeAttempt.current
    var state = try attempt?.checkpoint(name, as: BatchState<Cursor>.self) ?? BatchState()
    while !state.isOver {
      let (before, after) = (state.cursor, Locked(state))
      let work = { @Sendable (save: @escaping TribeAttempt.Saving) async throws in
        let saveState = { @Sendable (state: BatchState<Cursor>) in
          after.value = state
          try save(state)
        }
        try await Batch.$current.withValue(Batch { try saveState(BatchState(after: $0 as? Cursor)) }) {
          try saveState(BatchState(after: try await migrate(after: before)))
        }
      }
      if let attempt { try await attempt.perform(savingAs: name, work) } else { try await work { _ in } }
      state = after.value
      if !state.isOver, Self.pause > .zero { try await Backoff.sleep(for: Self.pause) }
    }
  }
}

/// The batch of a ``BatchTribe`` that the current task migrates.
///
/// A type of its own, because a task local that is a function crashes in optimized builds (Swift 6.3.1).
package struct Batch: Sendable {
  @TaskLocal fileprivate static var current: Batch?

  fileprivate let save: @Sendable (_ cursor: (any Sendable)?) throws -> Void

  /// Saves the cursor after the batch, before the transaction of the batch ends.
  package static func end(at cursor: (some Sendable)?) throws {
    try current?.save(cursor)
  }
}

/// The progress of a ``BatchTribe``, as its checkpoint stores it.
private struct BatchState<Cursor: Codable & Sendable>: Codable, Sendable {
  var cursor: Cursor?
  var isOver = false

  init() {}

  /// Creates the state after a batch.
  init(after cursor: Cursor?) {
    (self.cursor, isOver) = (cursor, cursor == nil)
  }
}
