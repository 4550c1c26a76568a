public import Foundation
public import Nomad

/// A copy of an app's data and of its ledger, taken before tribes ran or before a restore.
public struct Snapshot: Identifiable, Hashable, Sendable {
  /// The reason why a snapshot was taken.
  #if hasAttribute(nonexhaustive)
    @nonexhaustive
  #endif
  public enum Reason: String, Hashable, Sendable {
    /// Tribes were about to run, or to be reverted.
    case migration
    /// Another snapshot was about to be restored.
    case restore
  }

  /// The number of the snapshot, as text; a later snapshot has a higher number.
  public let id: String

  /// The reason why the snapshot was taken.
  public let reason: Reason

  /// The time when the snapshot was taken.
  public let date: Date

  /// The version of the app that took the snapshot; nil if the app has none.
  public let appVersion: String?

  /// The newest version whose tribe had finished; nil if there was none.
  public let dataVersion: String?

  /// The keys of the tribes that were about to run.
  public let pending: [LedgerKey]

  /// The size of the files in the snapshot, in bytes.
  ///
  /// Clones share this space with the data.
  public let size: Int64

  /// The folder of the snapshot.
  public let url: URL
}

/// The outcome of taking a snapshot before the first tribe of a run.
#if hasAttribute(nonexhaustive)
  @nonexhaustive
#endif
public enum SnapshotEvent: Sendable, CustomStringConvertible {
  /// A snapshot was taken, and is durable.
  case taken(Snapshot)

  /// The run continues one that failed, and keeps its snapshot.
  case kept(Snapshot)

  /// A snapshot could not be taken. The run stops, or continues without a snapshot if the policy allows that.
  case failed(NomadError)

  /// The outcome as a line for people, such as `took snapshot 1`.
  public var description: String {
    switch self {
    case .taken(let snapshot): "took snapshot \(snapshot.id)"
    case .kept(let snapshot): "kept snapshot \(snapshot.id)"
    case .failed(let error): "no snapshot: \(error.message)"
    }
  }
}

extension MigrationEvent {
  /// The outcome of taking a snapshot, if this event reports one; nil otherwise.
  ///
  /// ```swift
  /// func migrate(_ nomad: Nomad) async throws {
  ///   try await nomad.migrate { event in
  ///     if case .taken(let snapshot)? = event.snapshot { print(snapshot.id) }
  ///   }
  /// }
  /// ```
  public var snapshot: SnapshotEvent? {
    if case .prepared(let outcome) = self { outcome as? SnapshotEvent } else { nil }
  }
}
