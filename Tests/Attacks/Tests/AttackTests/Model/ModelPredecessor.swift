import Nomad
import NomadAdoption

/// The state of the app's earlier migration system.
struct ModelPredecessor: Equatable {
  /// The version up to which everything is done; nil for none.
  var version: Place?
  /// The single tribes that are done.
  var tribes: [ModelTribe] = []

  /// The newest version that it tells.
  var newest: Place? { ([version] + tribes.map(\.place)).compactMap(\.self).max() }

  /// The predecessor, as a migrator reads it.
  var predecessor: Predecessor {
    Predecessor("Old") { [self] in
      Predecessor.State(version: version?.targets[0], targets: tribes.map(\.target))
    }
  }
}

extension ModelTribe {
  /// The version or the id, as a record of an unlisted tribe names it.
  var text: String {
    if case .once(let id) = target { return id }
    guard case .version(let version) = try? target.position() else { return "" }
    return version.description
  }
}
