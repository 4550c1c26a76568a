import Nomad

/// A tribe of a random history.
struct ModelTribe: Equatable {
  /// The identity of a tribe in a ledger: see the last section of the page Order.md.
  enum Identity: Hashable {
    case first(module: String, name: String)
    case version(Place)
    /// The bytes of the id: canonically equivalent ids are different ids.
    case once([UInt8])
    /// The bytes of the id, and the source, of which each is a tribe of its own.
    case changed([UInt8], source: Int)
    case always(module: String, name: String)

    /// Whether no other tribe may have the same target.
    var isOneTribe: Bool {
      switch self {
      case .version, .once, .changed: true
      case .first, .always: false
      }
    }

    /// Whether the tribe runs once, so that it can be marked as done.
    var isOfOneRun: Bool { isOneTribe && !isChanged }

    /// Whether the tribe runs when its source changes.
    var isChanged: Bool { if case .changed = self { true } else { false } }

    /// The name of the tribe for one that merges it.
    var text: String {
      switch self {
      case .version(let place): "version \(place)"
      case .once(let id): "once \(id)"
      default: ""
      }
    }

    /// Whether this is the same tribe, or one with another source.
    func isSame(as other: Identity) -> Bool {
      guard case (.changed(let id, _), .changed(let otherID, _)) = (self, other) else { return self == other }
      return id == otherID
    }
  }

  let module: String
  var name: String
  var target: TribeTarget
  /// The tribe's version in the order; nil if it has none.
  let place: Place?
  var isDeferred = false
  /// The types of the tribes that it requires.
  var requires: [String] = []
  /// The oldest app that can read the tribe's result; nil if no app before the tribe can.
  var readableSince: Place?
  /// The tribes that it merges, perhaps with itself.
  var merges: [Identity] = []
  /// Whether it can be undone.
  var isRevertible = true
  /// The number of the source of a tribe that runs when it changes.
  var source = 1

  var identity: Identity {
    switch (target, place) {
    case (_, let place?): .version(place)
    case (.first, _): .first(module: module, name: name)
    case (.once(let id), _): .once(Array(id.utf8))
    case (.whenChanged(let id), _): .changed(Array(id.utf8), source: source)
    default: .always(module: module, name: name)
    }
  }

  /// The tribe, and those that it merges.
  var keys: [Identity] { [identity] + merges.filter { $0 != identity } }

  /// Whether a tribe with the same target had shipped before.
  var mergesItself: Bool { merges.contains(identity) }

  /// The qualified name of the type.
  var type: String { "\(module).\(name)" }

  /// Returns the tribes in migration order: by target, and by name and module for tribes with the same target.
  static func sorted(_ tribes: [ModelTribe]) -> [ModelTribe] {
    func rank(_ tribe: ModelTribe) -> (Int, Int, [UInt8]) {
      switch tribe.identity {
      case .first: (0, 0, [])
      case .version(let place): (1, place.rawValue, [])
      case .once(let id): (2, 0, id)
      case .changed(let id, _): (3, 0, id)
      case .always: (4, 0, [])
      }
    }
    return tribes.sorted { left, right in
      let (one, other) = (rank(left), rank(right))
      if one.0 != other.0 { return one.0 < other.0 }
      if one.1 != other.1 { return one.1 < other.1 }
      if one.2 != other.2 { return one.2.lexicographicallyPrecedes(other.2) }
      return (left.name, left.module) < (right.name, right.module)
    }
  }
}

extension ModelTribe: CustomStringConvertible {
  var description: String { "\(type) \(target)" }

  /// The tribe, with all its properties.
  var detail: String {
    description + (identity.isChanged ? " from source \(source)" : "") + (isDeferred ? " deferred" : "")
      + (readableSince.map { " readable since \($0.text)" } ?? "")
      + (requires.isEmpty ? "" : " requiring \(requires)")
      + (merges.isEmpty ? "" : " merging \(merges.map(\.text))") + (isRevertible ? "" : " for good")
  }
}
