import Testing

@Suite("A model of the documentation", .serialized)
struct ModelTests {
  @Test(
    "Every ledger follows the documentation in histories that once revealed a defect",
    arguments: ModelHistory.samples.indices
  )
  func samples(index: Int) async throws {
    let sample = ModelHistory.samples[index]
    for ledger in ModelDriver.Kind.all {
      let difference = try await ModelComparison.difference(in: sample.history, on: ledger)
      #expect(difference == nil, "\(sample.name)")
    }
  }

  @Test("Every ledger follows the documentation in random histories")
  func histories() async throws {
    let seeds = Seeds(share: 350, all: 20_000)
    var comparison = ModelComparison()
    try await withThrowingTaskGroup(of: ModelComparison.self) { group in
      for part in seeds.parts {
        group.addTask {
          var comparison = ModelComparison()
          for seed in part { try await comparison.compare(seed: seed) }
          return comparison
        }
      }
      for try await part in group { comparison.add(part) }
    }
    // A generator whose histories do not reach these rules would find nothing.
    let notable = comparison.notable
    #expect(seeds.isSingle || min(notable.undone, notable.merged, notable.old) >= 20, "\(notable)")
    try await comparison.report("a model of the documentation, from seed \(seeds.first)")
  }
}
