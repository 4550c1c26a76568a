// With MemberImportVisibility (SE-0444), a file that imports only this module would not see the defaults of `Tribe`.
@_exported public import Nomad

/// A tribe that declares whether it removes a shape of the data, so that it can wait until no server needs the shape.
///
/// ``PostgresTribe`` and ``PostgresBatchTribe`` refine this protocol. Another tribe conforms to it itself, such as one
/// that removes files that only older versions of the app read:
///
/// ```swift
/// struct RemoveThumbnails: FleetTribe {
///   static let target: TribeTarget = .literal("3.1.0")
///   static let phase: TribePhase = .contract
///
///   func migrate() async throws {
///     try await Thumbnails.removeOldSizes()
///   }
/// }
/// ```
public protocol FleetTribe: Tribe, SendableMetatype {
  /// The phase of the tribe; ``TribePhase/expand`` by default.
  ///
  /// The check reads the value from the source, so write it out: `static let phase: TribePhase = .contract`.
  static var phase: TribePhase { get }
}

extension FleetTribe {
  /// The default phase, ``TribePhase/expand``: the tribe runs even if hosts need the old shape of the data.
  public static var phase: TribePhase { .expand }
}

/// The expand/contract phase of a tribe: it either adds to the shape of the data, or removes an old shape.
///
/// The phase matters where several versions of an app work on the same data at once, as in a rolling deployment: see "A
/// fleet of servers" in the documentation of Nomad. Only a ``PostgresLedger`` regards it. With any other ledger, a
/// contract tribe is like every other tribe.
///
/// With a ``PostgresLedger``, a contract tribe is never late, and it delays no other tribe while it waits or is on
/// hold. A process that only reads the data does not wait for it.
#if hasAttribute(nonexhaustive)
  @nonexhaustive
#endif
public enum TribePhase: Sendable {
  /// The tribe adds something, such as a column. The previous release can continue to work.
  case expand

  /// The tribe removes something, such as a column that no release uses any more. It waits until no host needs the old
  /// shape.
  case contract
}

extension TribeRegistry.Entry {
  /// Whether the tribe is a contract tribe.
  var isContract: Bool { (type as? any FleetTribe.Type)?.phase == .contract }
}
