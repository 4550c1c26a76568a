import NomadGenCore
package import NomadTargets

extension TribeLock {
  /// When users got a tribe that came after later ones had shipped.
  package enum Arrival: Hashable, Sendable {
    /// With the apps of its own version, as far as the lock knows: it was taken away since, and is back.
    case atItsVersion
    /// With a release, as it was given, and as a version.
    case release(String, TribeVersion)
    /// No release has it yet.
    case unreleased

    /// Whether it came after a version: then users of that version have not run it.
    package func isAfter(_ version: TribeVersion) -> Bool {
      switch self {
      case .atItsVersion: false
      case .release(_, let release): version < release
      case .unreleased: true
      }
    }
  }

  /// Those of some tribes that came after later ones had shipped, or would come with the next release.
  ///
  /// - Parameters:
  ///   - tribes: The tribes to choose from.
  ///   - census: The tribes in the sources.
  /// - Returns: Those that are late, each with when it came.
  package func late(among tribes: [TribeSummary], in census: TribeCensus) -> [TribeSummary: Arrival] {
    var arrivals: [LockIdentity: Arrival] = [:]
    for difference in differences(to: census) {
      guard let member = difference.member, let arrival = difference.arrival else { continue }
      arrivals[member.identity] = arrival
    }
    var late: [TribeSummary: Arrival] = [:]
    for tribe in tribes {
      guard let order = tribe.order else { continue }
      late[tribe] = arrivals[LockIdentity(module: tribe.module, name: tribe.name, order: order)]
    }
    return late
  }
}

extension LockDifference {
  /// When users got the tribe, if it is late.
  fileprivate var arrival: TribeLock.Arrival? {
    // What has another target now is not what the line says.
    if case .retargeted(_, _, let newest) = self { return newest == nil ? nil : .unreleased }
    guard isLate else { return nil }
    guard let entry else { return .unreleased }
    guard entry[.late] != nil else { return .atItsVersion }
    return entry.shipment.map { .release($0.release, $0.version) } ?? .unreleased
  }
}
