/// A random sequence of interrupted runs, followed by one that is not interrupted.
struct PowerLossSequence: Sendable {
  let seed: UInt64
  /// The possible initial ledgers: usually the first, and rarely the last ones, which take long to read.
  let ledgers: [SampleLedger]
  var swallowed = DiskFaults.Swallowed.none
  var isTracing = false

  /// Runs the sequence.
  ///
  /// The trace describes its actions, for people.
  func run() async -> (chronicle: Chronicle, trace: [String]) {
    var random = SplitMix64(seed: seed)
    var index = 0
    if random.once(in: 4) { index = Int.random(in: 0..<4, using: &random) }
    if random.once(in: 50) { index = Int.random(in: 4..<ledgers.count, using: &random) }
    let ledger = ledgers[min(index, ledgers.count - 1)]
    let tribes = ledger.tribes(with: SampleTribe.random(using: &random))
    var (volume, chronicle) = (ledger.volume, ledger.chronicle(of: tribes))
    var trace: [String] = []

    func run(_ faults: DiskFaults) async {
      var faults = faults
      faults.swallowed = swallowed
      let stage = Stage(tribes, on: volume, after: chronicle, faults: faults, isTracing: isTracing)
      await stage.run()
      (volume, chronicle) = (stage.disk.volume, stage.chronicle)
      trace += stage.disk.log + stage.chronicle.violations.map { "- \($0)" }
    }
    func losePower() {
      let bias = Int.random(in: 0..<Fate.biases, using: &random)
      let old = volume
      volume = old.afterPowerLoss { change in
        let fate = Fate.random(of: change, bias: bias, using: &random)
        if isTracing { trace.append("power lost: \(change.description(in: old, fate))") }
        return fate
      }
    }

    for _ in 0..<Int.random(in: 1...4, using: &random) {
      await run(.random(operations: 20 * tribes.count, using: &random))
      guard chronicle.violations.isEmpty else { return (chronicle, trace) }
      if random.once(in: 3) { trace.append("killed") } else { losePower() }
    }
    trace.append("undisturbed")
    await run(.none)
    guard chronicle.violations.isEmpty else { return (chronicle, trace) }
    // Acknowledged records have to survive this, too.
    losePower()
    await run(.none)
    chronicle.close()
    return (chronicle, trace)
  }
}
