package import NomadGenCore

extension TribeLock {
  /// What is wrong with the sources, given what has shipped; or with the lock, if it cannot be read.
  package func findings(in census: TribeCensus) -> [Diagnostic] {
    guard damages.isEmpty else { return damages }
    return Rules.sorted(differences(to: census).compactMap { $0.finding ?? MovedTribe.finding($0, in: census) })
  }

  /// The names under which something can be accepted, as findings give them.
  package func namesToAccept(in census: TribeCensus) -> [String] {
    let found = differences(to: census).filter { $0.finding != nil }
    return found.compactMap { ($0.entry?.identity ?? $0.member?.identity)?.qualifiedName }.sorted()
  }

  func differences(to census: TribeCensus) -> [LockDifference] {
    var comparison = LockComparison(self, census)
    return comparison.differences()
  }

  /// How many of the tribes have shipped, if nothing is wrong with them.
  func shippedCount(in census: TribeCensus) -> Int {
    entries.count { $0.shipment != nil && !$0.isRetired && census.hasLookedAt($0.module) }
  }
}
