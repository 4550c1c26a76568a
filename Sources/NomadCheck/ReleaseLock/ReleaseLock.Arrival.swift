import NomadGenCore
package import NomadSyntax
package import NomadTargets

extension ReleaseLock {
  /// The time at which users received a late tribe, one that arrived after later versions had shipped.
  package enum Arrival: Hashable, Sendable {
    /// With apps of its own version, as far as the lock knows. The tribe was removed after that and has returned.
    case atItsVersion
    /// With a release.
    case release(TribeVersion)
    /// With no release yet.
    case unreleased

    /// Whether the tribe arrived after a version.
    ///
    /// If so, users of that version have not run it.
    package func isAfter(_ version: TribeVersion) -> Bool {
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
  package func late(among tribes: [TribeSummary], in census: TribeCensus) -> [TribeSummary: Arrival] {
    var arrivals: [ReleaseLockIdentity: Arrival] = [:]
    for difference in differences(to: census) {
      guard let member = difference.member, let arrival = difference.arrival else { continue }
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
  fileprivate var arrival: ReleaseLock.Arrival? {
    // The line describes the tribe's old target, so it does not tell when the new one arrived.
    if case .retargeted(_, _, let newest) = self { return newest == nil ? nil : .unreleased }
    guard isLate else { return nil }
    guard let entry else { return .unreleased }
    guard entry[.late] != nil else { return .atItsVersion }
    return entry.shipment.map { .release($0.version) } ?? .unreleased
  }
}

extension ReleaseLock {
  /// A version or an id that a shipped tribe has used up.
  ///
  /// A user who has run that tribe never runs another one in its place.
  package struct Claim {
    package let module: String

    /// The tribe with its module, as messages name it.
    package let name: String

    package let target: TribeTarget
    package let order: TribePosition

    /// The release that shipped the tribe.
    package let release: String

    /// The location of the tribe's line.
    package let location: Location
  }

  /// The versions and ids of all tribes that have shipped, including removed ones, in the order of the lines.
  package var claims: [Claim] {
    entries.compactMap { entry in
      guard let shipment = entry.shipment, !entry.order.isShareable else { return nil }
      return Claim(
        module: entry.module,
        name: entry.identity.qualifiedName,
        target: entry.target,
        order: entry.order,
        release: shipment.release,
        location: entry.location
      )
    }
  }
}
