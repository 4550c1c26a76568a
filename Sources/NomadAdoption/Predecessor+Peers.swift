private import Foundation
internal import Nomad
internal import NomadTargets

extension Predecessor {
  /// Returns a predecessor for Nomad 0.9, which stored the version of the last tribe that ran under
  /// `nomad:current_target`.
  ///
  /// The version is parsed as Nomad 0.9 parsed it, which accepted more than Semantic Versioning does: `1.2.3-01` is the
  /// pre-release `1.2.3-1`, and `1.5.0-` is `1.5.0`.
  ///
  /// ```swift
  /// var migrator = Nomad(.generated)
  /// migrator.predecessors = [
  ///   .nomad09(unreadable: { value in
  ///     value == "spring" ? Predecessor.State(version: .literal("1.4.0")) : nil
  ///   })
  /// ]
  /// ```
  ///
  /// - Parameters:
  ///   - suite: The suite of the `UserDefaults`; nil for the standard ones.
  ///   - unreadable: Decides about a value that is not a version that Nomad 0.9 could compare. It receives the value as
  ///     text, and returns what is done, or nil if the value is to be ignored. Without it, or if it throws, nothing
  ///     runs and `migrate()` throws `NomadError` with the code `predecessorUnreadable`.
  /// - Returns: The predecessor.
  public static func nomad09(
    suite: String? = nil,
    unreadable: (@Sendable (_ value: String) throws -> State?)? = nil
  ) -> Predecessor {
    Predecessor(Nomad09.name) {
      try UserDefaults.value(under: Nomad09.key, in: suite).flatMap {
        try state(of: $0, under: Nomad09.key, unreadable, TribeVersion.init(nomad09:))
      }
    }
  }

  /// Returns a predecessor for Collector or MFMigrationManager, which stored the version of the last migration under
  /// `MFMigrationManagerLastVersionKey`.
  ///
  /// Old releases also stored the version of the first launch, under `MFMigrationManagerInitialVersionKey`. A manager
  /// with a name appended `-NAME` to both keys.
  ///
  /// Collector also stored the version of the bundle, whatever its form. The numbers at its start count, with the
  /// number of a sub-migration: `2.0b1` is read as `2.0`, and `1.1 (45)` as `1.1`. An empty value is ignored.
  ///
  /// - Parameters:
  ///   - name: The name of the manager; nil for a manager without a name.
  ///   - suite: The suite of the `UserDefaults`; nil for the standard ones.
  ///   - unreadable: Decides about a value that does not start with a number: see ``nomad09(suite:unreadable:)``. It is
  ///     called for each of the two values that is unreadable.
  /// - Returns: The predecessor.
  public static func collector(
    named name: String? = nil,
    suite: String? = nil,
    unreadable: (@Sendable (_ value: String) throws -> State?)? = nil
  ) -> Predecessor {
    let suffix = name.map { "-\($0)" } ?? ""
    let keys = ["MFMigrationManagerLastVersionKey", "MFMigrationManagerInitialVersionKey"].map { $0 + suffix }
    return Predecessor(
      "Collector",
      readingAll: {
        try keys.compactMap { key in
          guard let value = try UserDefaults.value(under: key, in: suite), value as? String != "" else { return nil }
          return try state(of: value, under: key, unreadable, TribeVersion.init(collector:))
        }
      }
    )
  }

  /// Returns a predecessor for Monarch, which stored the ids of completed migrations under
  /// `com.migrations.Monarch.completed`.
  ///
  /// Monarch ran a group in the order of its list, but `.once` tribes run in the order of their ids. Rename ids that
  /// would change that order:
  ///
  /// ```swift
  /// var migrator = Nomad(.generated)
  /// migrator.predecessors = [.monarch(renaming: ["move-token": "0001-move-token", "drop-cache": "0002-drop-cache"])]
  /// ```
  ///
  /// - Parameters:
  ///   - suite: The suite of the `UserDefaults`; nil for the standard ones.
  ///   - ids: The new ids of migrations, by their old ids. Other ids stay as they are.
  /// - Returns: The predecessor.
  public static func monarch(suite: String? = nil, renaming ids: [String: String] = [:]) -> Predecessor {
    let key = "com.migrations.Monarch.completed"
    return Predecessor("Monarch") {
      guard let value = try UserDefaults.value(under: key, in: suite) else { return nil }
      guard let done = value as? [String] else { throw UnreadableValue(key: key, value: "\(value)") }
      return State(once: done.map { ids[$0] ?? $0 })
    }
  }

  /// Parses a value as the predecessor did, or lets the app decide about it.
  private static func state(
    of value: Any,
    under key: String,
    _ unreadable: ((String) throws -> State?)?,
    _ reading: (String) -> TribeVersion?
  ) throws -> State? {
    if let version = (value as? String).flatMap(reading) {
      var state = State()
      state.exactVersion = version
      return state
    }
    guard let unreadable else { throw UnreadableValue(key: key, value: "\(value)") }
    return try unreadable("\(value)")
  }
}

extension TribeVersion {
  /// Parses the version at the start of a text that Collector stored.
  init?(collector text: String) {
    let version = text.prefix { $0.isASCII && $0.isNumber || $0 == "." || $0 == "-" }
    let parts = version.split(separator: "-", maxSplits: 1, omittingEmptySubsequences: false)
    guard let written = parts.first?.split(separator: ".", omittingEmptySubsequences: false) else { return nil }
    let components = written.prefix { !$0.isEmpty }.compactMap { TribeVersion.Number(digits: $0) }
    guard !components.isEmpty else { return nil }
    let hasSubMigration = parts.count == 2 && components.count > 1 && components.count == written.count
    self.init(
      components,
      subMigration: hasSubMigration ? TribeVersion.Number(digits: parts[1].prefix { $0 != "." && $0 != "-" }) : nil
    )
  }
}
