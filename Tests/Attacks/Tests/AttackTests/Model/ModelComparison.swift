import Testing

/// Compares the model with ledgers, over many histories.
struct ModelComparison: Sendable {
  /// A step whose result differs between the model and a ledger.
  private struct Mismatch: Sendable {
    let step: Int
    let kind: String
    let model: ModelLine?
    let seen: ModelLine?
  }

  /// Histories that fail in the same way.
  private struct Finding: Sendable {
    let seed: UInt64
    let ledger: ModelDriver.Kind
    let mismatch: Mismatch
    /// The number of histories, by the name of the ledger.
    var counts: [String: Int] = [:]

    var count: Int { counts.values.reduce(0, +) }

    func title(_ attack: String) -> String {
      let places = counts.sorted { $0.key < $1.key }.map { "\($1) on \($0)" }.joined(separator: ", ")
      return "\(attack): \(mismatch.kind), \(places), such as NOMAD_ATTACKS_SEED=\(seed)"
    }
  }

  /// The number of findings for which the simplest history is searched, which takes long.
  private static let shown = 12

  private(set) var cases = 0
  private(set) var held = 0
  private(set) var steps = 0
  /// The number of tribes that reverts undid, of marks and runs of merged tribes, and of starts on data that is too old.
  private(set) var notable = (undone: 0, merged: 0, old: 0)
  private var findings: [String: Finding] = [:]

  /// Runs the history of a seed on each kind of ledger.
  mutating func compare(seed: UInt64) async throws {
    let history = ModelHistory(seed: seed)
    for ledger in ModelDriver.Kind.all {
      cases += 1
      let (mismatch, lines) = try await Self.mismatch(in: history, on: ledger)
      steps += lines.count
      for line in lines.joined().map(\.description) {
        if line.hasPrefix("runs "), line.contains(" (revert)") { notable.undone += 1 }
        if line.contains("decision merged") || line.contains("done [\"") { notable.merged += 1 }
        if line.contains("data-too-old") { notable.old += 1 }
      }
      guard let mismatch else {
        held += 1
        continue
      }
      let finding = Finding(seed: seed, ledger: ledger, mismatch: mismatch)
      findings[mismatch.kind, default: finding].counts[ledger.name, default: 0] += 1
    }
  }

  mutating func add(_ other: ModelComparison) {
    (cases, held, steps) = (cases + other.cases, held + other.held, steps + other.steps)
    let (own, its) = (notable, other.notable)
    notable = (own.undone + its.undone, own.merged + its.merged, own.old + its.old)
    findings.merge(other.findings) { own, other in
      var finding = own.seed < other.seed ? own : other
      finding.counts = own.counts.merging(other.counts) { $0 + $1 }
      return finding
    }
  }

  /// Prints the numbers, and records an issue for each kind of mismatch, with the simplest history that shows it.
  func report(_ attack: String) async throws {
    print("\(attack): \(cases) cases, \(steps) steps, \(held) held; \(notable)")
    let sorted = findings.values.sorted { ($1.count, $0.seed) < ($0.count, $1.seed) }
    for finding in sorted.prefix(Self.shown) {
      let history = try await Self.shrunk(finding)
      let difference = try await Self.difference(in: history, on: finding.ledger)
      Issue.record("\(finding.title(attack))\n\(difference ?? "not always")")
    }
    for finding in sorted.dropFirst(Self.shown) { Issue.record("\(finding.title(attack))") }
  }

  /// Returns a history and the first line that differs in it, for people; nil if no line differs.
  static func difference(in history: ModelHistory, on ledger: ModelDriver.Kind) async throws -> String? {
    guard let mismatch = try await mismatch(in: history, on: ledger).0 else { return nil }
    return """
      \(history.steps.enumerated().map { "\($0 + 1). \($1)" }.joined(separator: "\n"))
      model: \(mismatch.model?.description ?? "nothing")
      \(ledger.name): \(mismatch.seen?.description ?? "nothing")
      """
  }

  private static func shrunk(_ finding: Finding) async throws -> ModelHistory {
    let steps = ModelHistory(seed: finding.seed).steps.prefix(finding.mismatch.step + 1)
    return try await ModelHistory(steps: Array(steps)).shrunk { history in
      try await mismatch(in: history, on: finding.ledger).0?.kind == finding.mismatch.kind
    }
  }

  private static func mismatch(
    in history: ModelHistory,
    on ledger: ModelDriver.Kind
  ) async throws -> (Mismatch?, lines: [[ModelLine]]) {
    var (model, lines) = (Model(), [[ModelLine]]())
    let driver = ModelDriver(open: try ledger.make())
    for (index, step) in history.steps.enumerated() {
      let (expected, seen) = (model.take(step), await driver.take(step))
      lines.append(expected)
      guard expected != seen else { continue }
      let place = zip(expected, seen).prefix { $0 == $1 }.count
      let own = place < expected.count ? expected[place] : nil
      let other = place < seen.count ? seen[place] : nil
      let kind = own.flatMap { own in other.map { own.difference(from: $0) } } ?? "another line"
      return (Mismatch(step: index, kind: kind, model: own, seen: other), lines)
    }
    return (nil, lines)
  }
}
