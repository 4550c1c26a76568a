#if Nomadctl
  import NomadCheck
  import NomadGenCore
  import NomadSyntax
  import NomadTargets

  extension ReleaseLock {
    /// The time at which users received a late tribe, one that arrived after later versions had shipped.
    enum Arrival: Hashable, Sendable {
      /// With apps of its own version, as far as the lock knows. The tribe was removed after that and has returned.
      case atItsVersion
      /// With a release.
      case release(TribeVersion)
      /// With no release yet.
      case unreleased

      /// Whether the tribe arrived after a version.
      ///
      /// If so, users of that version have not run it.
      func isAfter(_ version: TribeVersion) -> Bool {
        switch self {
        case .atItsVersion: false
        case .release(let release): version < release
        case .unreleased: true
        }
      }
    }

    /// Finds the tribes that arrived after later versions had shipped, or would arrive so with the next release.
    ///
    /// - Parameters:
    ///   - tribes: The tribes to choose from.
    ///   - census: The tribes in the sources.
    /// - Returns: The late tribes, each with its arrival.
    func late(among tribes: [TribeSummary], in census: TribeCensus) -> [TribeSummary: Arrival] {
      var arrivals: [ReleaseLockIdentity: Arrival] = [:]
      for difference in differences(to: census) {
        guard let member = difference.member, let arrival = difference.arrival(in: self) else { continue }
        arrivals[member.identity] = arrival
      }
      var late: [TribeSummary: Arrival] = [:]
      for tribe in tribes {
        guard let order = tribe.order else { continue }
        late[tribe] = arrivals[ReleaseLockIdentity(module: tribe.module, name: tribe.name, order: order)]
      }
      return late
    }
  }

  extension ReleaseLockDifference {
    /// The time at which users received the tribe, if it is late.
    fileprivate func arrival(in lock: ReleaseLock) -> ReleaseLock.Arrival? {
      // The line describes the tribe's old target, so it does not tell when the new one arrived.
      if case .retargeted(_, _, let newest) = self { return newest == nil ? nil : .unreleased }
      let subjects = [entry?.subject(.lateTribe), member?.subject(.lateTribe)].compactMap(\.self)
      let isAccepted = subjects.contains(where: lock.accepts)
      if case .late = self {} else if !isAccepted { return nil }
      return entry.map { isAccepted ? .release($0.shipment.version) : .atItsVersion } ?? .unreleased
    }
  }

  extension ReleaseLock {
    /// The releases that shipped tribes, sorted by version.
    ///
    /// Texts of the same version, such as `2.0` and `2.0.0`, are listed once.
    var releases: [(text: String, version: TribeVersion)] {
      var known: Set<TribeVersion> = []
      let shipments = entries.map(\.shipment).filter { known.insert($0.version).inserted }
      return shipments.sorted { $0.version < $1.version }.map { ($0.release, $0.version) }
    }

    /// The ids of shipped `.once` tribes that others merge, each with its first release.
    var mergedIDs: [String: TribeVersion] {
      entries.reduce(into: [:]) { ids, entry in
        guard case .once(let id) = entry.order, entry[.merged] != nil else { return }
        ids[id] = min(ids[id] ?? entry.shipment.version, entry.shipment.version)
      }
    }

    /// Finds the first release of each `.once` tribe among some tribes.
    ///
    /// Users of that release or a later one have run it.
    ///
    /// - Parameter tribes: The tribes to choose from.
    /// - Returns: The tribes that have shipped, each with its first release.
    func releases(ofOnce tribes: [TribeSummary]) -> [TribeSummary: TribeVersion] {
      var releases: [TribeSummary: TribeVersion] = [:]
      for tribe in tribes {
        guard let order = tribe.order, case .once = order else { continue }
        let shipments = entries.filter { entry in
          guard entry.module == tribe.module, entry.order == order else { return false }
          // An id belongs to one tribe, whatever its type is called, except for tribes that no build has together.
          return entry.name == tribe.name || entry[.if] == nil || tribe.conditions.isEmpty
        }
        releases[tribe] = shipments.map(\.shipment.version).min()
      }
      return releases
    }
  }
#endif
