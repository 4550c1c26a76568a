/// One data migration of an app: a type with a place in the order, called its target, and a method that migrates.
///
/// Conform a type, give it a target, and the build finds it. Nothing else is needed.
///
/// ```swift
/// struct Tribe_2_0_0: Tribe {
///   static let target: TribeTarget = .literal("2.0.0")
///   func migrate() async throws { /* … */ }
/// }
/// ```
///
/// A tribe is made just before it runs. If the process dies while the tribe runs, it runs again at the next start. So
/// write the new data completely, and only then replace the old data.
public protocol Tribe {
  /// The place of the tribe in the order.
  static var target: TribeTarget { get }

  /// The urgency: whether the tribe runs when the app starts, or later; ``TribeUrgency/immediate`` by default.
  ///
  /// The build reads the value from the source, so write it out: `static let urgency: TribeUrgency = .deferred`.
  static var urgency: TribeUrgency { get }

  /// The oldest version of the app that can read the tribe's result; nil, the default, if none before the tribe can.
  ///
  /// The build reads the value from the source, so write it out, with its type:
  /// `static let readableSince: TribeVersion? = "2.3.0"`. See <doc:Downgrades>.
  static var readableSince: TribeVersion? { get }

  /// The tribes that must have finished before this one begins, besides those before it in the order; none by default.
  ///
  /// The build reads the value from the source, so write it out: `static let requires: [Any.Type] = [FillIndex.self]`.
  /// The type is `[Any.Type]`, because Swift 6 accepts no stored static property of type `[any Tribe.Type]` (SE-0470).
  static var requires: [Any.Type] { get }

  /// The stored types whose values this tribe brings from their old shape to the present one; none by default.
  ///
  /// Nothing happens with the list when the tribe runs. The check reads it from the source, so write it out:
  /// `static let migrates: [Any.Type] = [Note.self]`. A change of a listed type is then no finding. Everywhere else in
  /// the tribe, use private copies of stored types: see <doc:StoredTypes>.
  static var migrates: [Any.Type] { get }

  /// The tribes that this one replaces: their versions, as ``target`` has them, or their once-ids; none by default.
  ///
  /// The build reads the value from the source, so write it out, with its type:
  /// `static let merges: [String] = ["1.0.0", "1.1.0"]`. If the ledger has all of them as done, the tribe counts as done,
  /// too. So a tribe that also has work of its own lists its own target as well. See <doc:MergedTribes>.
  static var merges: [String] { get }

  /// The kind of the one transaction that contains everything that the tribe changes, such as `GRDB`; nil, the default,
  /// if there is no such transaction.
  ///
  /// If the ledger has transactions of the same kind, that transaction also contains the tribe's records: see
  /// ``Ledger/transactionKind``. A type whose `migrate()` also changes something else, such as a file, must
  /// return nil.
  static var transactionKind: String? { get }

  /// The database that the tribe gets from its ledger, or else as a dependency.
  static var _database: _TribeDatabase? { get }

  /// Creates the tribe. A run calls this just before the tribe runs.
  init()

  /// Migrates the data.
  ///
  /// - Throws: Any error. The run then halts, the tribe is not recorded, and the next run starts with it.
  func migrate() async throws
}

extension Tribe {
  /// The default urgency: the tribe runs when the app starts.
  public static var urgency: TribeUrgency { .immediate }

  /// The default: no version of the app before the tribe can read its result.
  public static var readableSince: TribeVersion? { nil }

  /// The default: the tribe may change something outside of a transaction, or in several.
  public static var transactionKind: String? { nil }

  /// The default: the tribe gets no database from a ledger.
  public static var _database: _TribeDatabase? { nil }

  /// The default: the tribe requires only the tribes before it in the order.
  public static var requires: [Any.Type] { [] }

  /// The default: the tribe migrates no stored type.
  public static var migrates: [Any.Type] { [] }

  /// The default: the tribe replaces no other tribe.
  public static var merges: [String] { [] }
}

/// The urgency of a tribe: it runs when the app starts, or later, when there is time.
///
/// Use a deferred tribe for long work that the app does not depend on yet, such as filling a search index: see
/// <doc:DeferredTribes>.
#if hasAttribute(nonexhaustive)
  @nonexhaustive
#endif
public enum TribeUrgency: Sendable {
  /// `migrate()` runs the tribe.
  case immediate

  /// `migrate(includingDeferred: true)` runs the tribe. `migrate()` runs it only if a tribe that runs requires it, or
  /// if its target is `.first`.
  case deferred
}

/// A tribe type that you can put in a registry by hand.
///
/// Its conformance to `Tribe` is not isolated to an actor.
public typealias ListedTribe = Tribe & SendableMetatype
