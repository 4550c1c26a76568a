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
    /// - Parameter census: The tribes in the sources.
    /// - Returns: The late tribes, each with its arrival.
    func late(in census: TribeCensus) -> [ReleaseLockIdentity: Arrival] {
      differences(to: census).reduce(into: [:]) { arrivals, difference in
        guard let member = difference.member, let arrival = difference.arrival(in: self) else { return }
        arrivals[member.identity] = arrival
      }
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
    /// Returns the ids of shipped `.once` tribes that the sources have or that others merge, each with its first
    /// release.
    ///
    /// Users of that release or a later one have run them.
    func shippedIDs(of tribes: [Tribe]) -> [String: TribeVersion] {
      entries.reduce(into: [:]) { ids, entry in
        guard case .once(let id) = entry.order else { return }
        let isInSources = tribes.contains { tribe in
          // An id belongs to one tribe, whatever its type is called, except for tribes that no build has together.
          tribe.module == entry.module && tribe.order == entry.order
            && (tribe.name == entry.name || entry[.if] == nil || tribe.conditions.isEmpty)
        }
        guard isInSources || entry[.merged] != nil else { return }
        ids[id] = min(ids[id] ?? entry.shipment.version, entry.shipment.version)
      }
    }
  }
#endif
