/// A tribe that works in batches, and goes on behind the last one when it is interrupted.
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
/// The cursor of each batch is saved as a checkpoint. In a ledger that commits data and record together, such as
/// `PostgresLedger` with a `PostgresBatchTribe`, it is in the transaction of the batch; with others, a batch during which
/// the process dies runs again. The run stops between two batches when its task is cancelled or its deadline passes.
public protocol BatchTribe: Tribe, Sendable {
  /// How far the tribe has come, such as the last id: small, as every batch saves it.
  associatedtype Cursor: Codable & Sendable

  /// How long to wait between two batches, so that others have their turn; zero by default.
  static var pause: Duration { get }

  /// Migrates one batch.
  ///
  /// - Parameter cursor: What the batch before returned; nil for the first one.
  /// - Returns: The cursor behind this batch; nil if nothing is left.
  /// - Throws: Whatever went wrong. The next run goes on behind the last batch that is saved.
  func migrate(after cursor: Cursor?) async throws -> Cursor?
}

extension BatchTribe {
  /// How long to wait between two batches: not at all.
  public static var pause: Duration { .zero }

  /// Migrates batch after batch.
  ///
  /// - Throws: What ``migrate(after:)`` throws, `CancellationError` if the run has to stop, or an error of the ledger.
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
        try await Batch.$save.withValue({ try saveState(BatchState(after: $0 as? Cursor)) }) {
          try saveState(BatchState(after: try await migrate(after: before)))
        }
      }
      if let attempt { try await attempt.perform(savingAs: name, work) } else { try await work { _ in } }
      state = after.value
      if !state.isOver, Self.pause > .zero { try await Task.sleep(for: Self.pause) }
    }
  }
}

/// The batch of a ``BatchTribe`` that the current task migrates.
package enum Batch {
  @TaskLocal fileprivate static var save: (@Sendable (_ cursor: (any Sendable)?) throws -> Void)?

  /// Says what the cursor behind the batch is, before the transaction of the batch ends.
  package static func end(at cursor: (some Sendable)?) throws {
    try save?(cursor)
  }
}

/// How far a ``BatchTribe`` has come, as its checkpoint keeps it.
private struct BatchState<Cursor: Codable & Sendable>: Codable, Sendable {
  var cursor: Cursor?
  var isOver = false

  init() {}

  /// The state behind a batch.
  init(after cursor: Cursor?) {
    (self.cursor, isOver) = (cursor, cursor == nil)
  }
}
