import NomadGenCore
package import NomadTargets

extension ReleaseLock {
  /// The releases that shipped tribes, sorted by version.
  ///
  /// If several texts stand for the same version, one of them is listed.
  package var releases: [(text: String, version: TribeVersion)] {
    var known: Set<TribeVersion> = []
    let shipments = entries.compactMap(\.shipment).filter { known.insert($0.version).inserted }
    return shipments.sorted { $0.version < $1.version }.map { ($0.release, $0.version) }
  }

  /// Finds the first release of each `.once` tribe among some tribes.
  ///
  /// Users of that release or a later one have run it.
  ///
  /// - Parameter tribes: The tribes to choose from.
  /// - Returns: The tribes that have shipped, each with its first release.
  package func releases(ofOnce tribes: [TribeSummary]) -> [TribeSummary: TribeVersion] {
    var releases: [TribeSummary: TribeVersion] = [:]
    for tribe in tribes {
      guard let order = tribe.order, case .once = order else { continue }
      let shipments = entries.filter { entry in
        guard entry.module == tribe.module, entry.order == order else { return false }
        // An id belongs to one tribe, whatever its type is called, except for tribes that no build has together.
        return entry.name == tribe.name || entry[.if] == nil || tribe.conditions.isEmpty
      }
      releases[tribe] = shipments.compactMap(\.shipment?.version).min()
    }
    return releases
  }
}
