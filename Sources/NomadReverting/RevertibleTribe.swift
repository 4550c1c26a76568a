// With MemberImportVisibility (SE-0444), a file that imports only this module would not see the defaults of `Tribe`.
@_exported public import Nomad

/// A tribe that can be undone, so that the data can go back to an older version of the app.
///
/// ```swift
/// import Foundation
/// import NomadReverting
///
/// struct MoveNotes: RevertibleTribe {
///   static let target: TribeTarget = .literal("2.1.0")
///   @TribeDependency private var folder: URL
///
///   func migrate() async throws { try move("notes", to: "library") }
///
///   func revert() async throws { try move("library", to: "notes") }
///
///   private func move(_ old: String, to new: String) throws {
///     let (old, new) = (folder.appending(path: old), folder.appending(path: new))
///     // The process may have died after the move and before its record.
///     if !FileManager.default.fileExists(atPath: old.path) { return }
///     try FileManager.default.moveItem(at: old, to: new)
///   }
/// }
/// ```
///
/// The process can die in `revert()`, as in `migrate()`. The data is then between two versions, and the tribe counts as
/// begun: the next `revert(to:)` calls `revert()` again, and the next `migrate()` calls `migrate()`. So each of the two
/// methods has to be able to work on data that the other one, or itself, left half done. The protocols for databases,
/// whose reverts are transactions, do not leave such data.
///
/// The protocol refines `SendableMetatype`, because a migrator could not see a conformance that is isolated to an actor.
public protocol RevertibleTribe: Tribe, SendableMetatype {
  /// The kind of the one transaction that contains everything that ``revert()`` changes, such as `GRDB`; nil, the
  /// default, if there is no such transaction.
  ///
  /// It is what `transactionKind` is for `migrate()`.
  static var revertTransactionKind: String? { get }

  /// Undoes what `migrate()` did.
  ///
  /// It runs as `migrate()` does, with the tribe's dependencies, and with a `TribeAttempt` that saves checkpoints and
  /// reports progress. The checkpoints of `migrate()` and of `revert()` are kept apart.
  ///
  /// - Throws: Any error. The revert then halts, and the next one starts with this tribe.
  func revert() async throws
}

extension RevertibleTribe {
  /// The default: the revert may change something outside of a transaction, or in several.
  public static var revertTransactionKind: String? { nil }
}

extension TribeRegistry.Entry {
  /// The type if the tribe can be undone; nil if it cannot.
  var revertible: (any RevertibleTribe.Type)? { type as? any RevertibleTribe.Type }

  /// Returns the tribe with its undoing as its work; nil if it cannot be undone.
  var reverting: TribeRegistry.Entry? {
    revertible.map { reverting(by: Self.undoing(by: $0)) }
  }

  /// The tribe with nothing to undo as its work.
  var revertingNothing: TribeRegistry.Entry { reverting {} }

  private static func undoing<Tribe: RevertibleTribe>(by type: Tribe.Type) -> @Sendable () async throws -> Void {
    { try await TribeRegistry._ready(Tribe()).revert() }
  }
}
