package import NomadGenCore

extension ReleaseLock {
  /// Returns the findings about the sources, given what has shipped; or about the lock, if it cannot be read.
  package func findings(in census: TribeCensus) -> [Finding] {
    guard readingFindings.isEmpty else { return readingFindings }
    return Rules.sorted(differences(to: census).compactMap { $0.finding ?? MovedTribe.finding($0, in: census) })
  }

  /// Returns the names of the tribes whose findings can be accepted, as those findings give them.
  package func namesToAccept(in census: TribeCensus) -> [String] {
    let found = differences(to: census).filter { $0.finding != nil }
    return found.compactMap { ($0.entry?.identity ?? $0.member?.identity)?.qualifiedName }.sorted()
  }

  func differences(to census: TribeCensus) -> [ReleaseLockDifference] {
    var comparison = ReleaseLockComparison(self, census)
    return comparison.differences()
  }

  /// Returns the number of shipped tribes, provided that there are no findings about them.
  func shippedCount(in census: TribeCensus) -> Int {
    entries.count { $0.shipment != nil && !$0.isRetired && census.hasLookedAt($0.module) }
  }
}
