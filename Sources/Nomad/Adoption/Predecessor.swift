private import Foundation

/// Another way in which an app kept what ran, before it had Nomad.
///
/// ```swift
/// var migrator = Nomad(.generated)
/// migrator.predecessors = [.collector(), .monarch()]
/// try await migrator.migrate()
/// ```
///
/// At the first start, what it kept is read, and the tribes that are done according to it are marked in the ledger: all
/// at once, before any tribe with a version or a once-id runs. An id that is done is marked though no tribe has it now:
/// one may be listed at a later start. What it kept is left as it is, and never read again once a tribe is recorded.
public struct Predecessor: Sendable {
  /// What one kept.
  public struct State: Hashable, Sendable {
    /// The version up to which everything is done, as a `.literal` or a `.dotted`; nil for none.
    public var version: TribeTarget?

    /// The once-ids of what is done.
    public var ids: Set<String>

    /// Makes a state.
    ///
    /// - Parameters:
    ///   - version: The version up to which everything is done, sub-migrations after it not included; nil for none.
    ///   - ids: The once-ids of what is done.
    public init(version: TribeTarget? = nil, ids: Set<String> = []) {
      self.version = version
      self.ids = ids
    }
  }

  /// What messages and records call it.
  public let name: String

  let read: @Sendable () throws -> State?

  /// Makes a predecessor of your own.
  ///
  /// - Parameters:
  ///   - name: What messages and records call it.
  ///   - read: Reads what it kept, without changing anything; nil if it kept nothing. It throws if there is something
  ///     that cannot be read: nothing is run then.
  public init(_ name: String, read: @escaping @Sendable () throws -> State?) {
    self.name = name
    self.read = read
  }
}

extension Predecessor {
  /// Nomad 0.9, which kept the version that it came to under `nomad:current_target`.
  ///
  /// - Parameter suite: The suite of the `UserDefaults`; nil for the standard ones.
  /// - Returns: The predecessor.
  public static func nomad09(suite: String? = nil) -> Predecessor {
    Predecessor("Nomad 0.9") {
      // It took what is no Semantic Version, too.
      try version(under: "nomad:current_target", in: suite) { [.literal($0), .dotted($0), .dotted($0 + ".0")] }
        .map { State(version: $0) }
    }
  }

  /// Collector or MFMigrationManager, which kept the version that it came to under `MFMigrationManagerLastVersionKey`,
  /// and some of them that of the first launch under `MFMigrationManagerInitialVersionKey`; or these plus `-NAME`.
  ///
  /// - Parameters:
  ///   - name: The name of the manager; nil for the one without.
  ///   - suite: The suite of the `UserDefaults`; nil for the standard ones.
  /// - Returns: The predecessor.
  public static func collector(named name: String? = nil, suite: String? = nil) -> Predecessor {
    let suffix = name.map { "-\($0)" } ?? ""
    return Predecessor("Collector") {
      let kept = try ["MFMigrationManagerLastVersionKey", "MFMigrationManagerInitialVersionKey"].compactMap { key in
        try version(under: key + suffix, in: suite) { [.dotted($0), .dotted($0 + ".0")] }
      }
      let newest = try kept.max { try $0.order() < $1.order() }
      return newest.map { State(version: $0) }
    }
  }

  /// Monarch, which kept the ids of what is done under `com.migrations.Monarch.completed`.
  ///
  /// - Parameter suite: The suite of the `UserDefaults`; nil for the standard ones.
  /// - Returns: The predecessor.
  public static func monarch(suite: String? = nil) -> Predecessor {
    let key = "com.migrations.Monarch.completed"
    return Predecessor("Monarch") {
      guard let value = try value(under: key, in: suite) else { return nil }
      guard let ids = value as? [String] else { throw Unreadable(key: key, value: "\(value)") }
      return State(ids: Set(ids))
    }
  }

  /// What is kept is not what the predecessor writes.
  struct Unreadable: Error, Hashable, CustomStringConvertible {
    let key: String
    let value: String

    var description: String { "under \(key) stands \(value.debugDescription)" }
  }

  /// The first of some readings of a version that is legal; nil if nothing is kept.
  private static func version(
    under key: String,
    in suite: String?,
    _ readings: (String) -> [TribeTarget]
  ) throws(Unreadable) -> TribeTarget? {
    guard let value = try value(under: key, in: suite) else { return nil }
    guard let text = value as? String, let target = readings(text).first(where: { (try? $0.order()) != nil }) else {
      throw Unreadable(key: key, value: "\(value)")
    }
    return target
  }

  private static func value(under key: String, in suite: String?) throws(Unreadable) -> Any? {
    guard let suite else { return UserDefaults.standard.object(forKey: key) }
    guard let defaults = UserDefaults(suiteName: suite) else { throw Unreadable(key: key, value: "suite \(suite)") }
    return defaults.object(forKey: key)
  }
}
