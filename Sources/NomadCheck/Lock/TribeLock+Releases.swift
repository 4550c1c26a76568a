import NomadGenCore
package import NomadTargets

extension TribeLock {
  /// The releases that brought tribes, by version; of several that are one version, the text of one.
  package var releases: [(text: String, version: TribeVersion)] {
    var known: Set<TribeVersion> = []
    let shipments = entries.compactMap(\.shipment).filter { known.insert($0.version).inserted }
    return shipments.sorted { $0.version < $1.version }.map { ($0.release, $0.version) }
  }

  /// The releases that brought the `.once` among some tribes: users of those and of later ones have run them.
  ///
  /// - Parameter tribes: The tribes to choose from.
  /// - Returns: The tribes that a release has, each with the first that does.
  package func releases(ofOnce tribes: [TribeSummary]) -> [TribeSummary: TribeVersion] {
    var releases: [TribeSummary: TribeVersion] = [:]
    for tribe in tribes {
      guard let order = tribe.order, case .once = order else { continue }
      let shipments = entries.filter { entry in
        guard entry.module == tribe.module, entry.order == order else { return false }
        // An id belongs to one tribe, whatever its type is called, but for those that no build has together.
        return entry.name == tribe.name || entry[.if] == nil || tribe.conditions.isEmpty
      }
      releases[tribe] = shipments.compactMap(\.shipment?.version).min()
    }
    return releases
  }
}
