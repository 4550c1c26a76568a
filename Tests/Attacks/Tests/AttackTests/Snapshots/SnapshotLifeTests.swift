import Testing

@Suite("Random lives with snapshots")
struct SnapshotLifeTests {
  @Test("A restore leaves the old state or that of its snapshot, whatever the names are and other restores have left")
  func lives() async {
    let seeds = Seeds(share: 200, all: 20_000)
    let results = await withTaskGroup(of: [(UInt64, [String])].self) { group in
      for part in seeds.parts {
        group.addTask {
          var results: [(UInt64, [String])] = []
          for seed in part {
            var life = SnapshotLife(seed: seed)
            results.append((seed, await life.run()))
          }
          return results
        }
      }
      return await group.reduce(into: []) { $0 += $1 }
    }
    for (seed, violations) in results where !violations.isEmpty {
      Issue.record("NOMAD_ATTACKS_SEED=\(seed): \(violations)")
    }
    let held = results.filter { $0.1.isEmpty }.count
    print("random lives with snapshots, from seed \(seeds.first): \(results.count) cases, \(held) held")
  }
}
