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
    // The cursor of the next batch; none if nothing is left. An array is `Codable` without a type of its own.
    var next: [Cursor?] = try attempt?.checkpoint(name, as: [Cursor?].self) ?? [nil]
    while let cursor = next.first {
      let after = Locked(next)
      let work = { @Sendable (save: @escaping TribeAttempt.Saving) async throws in
        let saveCursor = { @Sendable (cursor: Cursor?) in
          after.value = cursor.map { [$0] } ?? []
          try save(after.value)
        }
        try await Batch.$current.withValue(Batch { try saveCursor($0 as? Cursor) }) {
          try saveCursor(try await migrate(after: cursor))
        }
      }
      if let attempt { try await attempt.perform(savingAs: name, work) } else { try await work { _ in } }
      next = after.value
      if !next.isEmpty, Self.pause > .zero { try await Backoff.sleep(for: Self.pause) }
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
