/// One migration unit: a type that brings the app's data to its target.
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
/// A tribe is instantiated only just before it runs. A process can die while it runs, and it then runs again at
/// the next start: write the new data completely, and only then put it in the place of the old.
public protocol Tribe {
  /// Where the tribe stands in the order.
  static var target: TribeTarget { get }

  /// Whether the tribe waits for hosts that need the old shape of the data; ``TribePhase/expand`` by default.
  ///
  /// The build reads it, so it is written out: `static let phase: TribePhase = .contract`.
  static var phase: TribePhase { get }

  /// Whether the tribe runs when the app starts, or later; ``TribeUrgency/immediate`` by default.
  ///
  /// The build reads it, so it is written out: `static let urgency: TribeUrgency = .deferred`.
  static var urgency: TribeUrgency { get }

  /// The oldest version of the app that can read the tribe's result; empty, the default, if none before the tribe can.
  ///
  /// The build reads it, so it is written out: `static let readableSince = "2.3.0"`. See <doc:Downgrades>.
  static var readableSince: String { get }

  /// The tribes that must have finished before this one begins, besides those that stand before it; none by default.
  ///
  /// The build reads it, so it is written out: `static let requires: [Any.Type] = [FillIndex.self]`. The type is
  /// `[Any.Type]`, because Swift 6 accepts no stored static property of type `[any Tribe.Type]` (SE-0470).
  static var requires: [Any.Type] { get }

  /// Makes the tribe, just before it runs.
  init()

  /// Migrates the data.
  ///
  /// - Throws: Whatever went wrong. The run then halts, the tribe is not recorded, and the next run starts with it.
  func migrate() async throws
}

extension Tribe {
  /// Whether the tribe waits for hosts that need the old shape of the data: it does not.
  public static var phase: TribePhase { .expand }

  /// Whether the tribe runs when the app starts: it does.
  public static var urgency: TribeUrgency { .immediate }

  /// The oldest version of the app that can read the tribe's result: none before the tribe.
  public static var readableSince: String { "" }

  /// The tribes that must have finished before this one begins: only those that stand before it.
  public static var requires: [Any.Type] { [] }
}
