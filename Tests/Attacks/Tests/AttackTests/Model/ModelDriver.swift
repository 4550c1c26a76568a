import NomadAdoption
import NomadFiles
import NomadRepair
import NomadTesting

@testable import Nomad

/// Runs the steps of a history on a real ledger, and describes each step in the same form as the model.
struct ModelDriver {
  /// A kind of ledger that histories run on.
  struct Kind: Sendable {
    let name: String
    /// Makes a new ledger, and returns a closure that opens it, as each process does.
    let make: @Sendable () throws -> () -> any Ledger

    static let all = [
      Kind(name: "FileLedger") {
        let attempt = try Attempt()
        return { FileLedger(at: attempt.ledger) }
      },
      Kind(name: "InMemoryLedger") {
        let ledger = InMemoryLedger()
        return { ledger }
      },
    ]
  }

  let open: () -> any Ledger

  func take(_ step: ModelStep) async -> [ModelLine] {
    var lines: [ModelLine] = []
    do {
      switch step {
      case .forget(let tribe): try await open().forget(tribe.target)
      case .markAsDone(let tribe): try await open().markAsDone(tribe.target)
      case .forgetAll: try await open().forgetAll()
      case .start(let start): lines = await take(start)
      }
      lines.append(.firstStart(try await open().history().isFirstStart))
    } catch {
      lines.append(.end("\(error)", []))
    }
    return lines
  }

  private func take(_ start: ModelStep.Start) async -> [ModelLine] {
    let lines = Locked<[ModelLine]>([])
    var nomad = Nomad(
      Self.registry(start, lines),
      ledger: open(),
      currentVersion: start.app.map { .exactly($0.text) } ?? .unlimited,
      policy: MigrationPolicy(start.policy)
    )
    nomad.predecessors = [start.predecessor].compactMap { $0?.predecessor }
    // The plan before the run has to match the run's own plan.
    let plan = try? await nomad.plan(includingDeferred: start.runsDeferred)
    let before = plan.map(Self.lines) ?? []
    let dying = start.death.map { DyingLedger(open(), $0) }
    if let dying { nomad.ledger = dying }
    let (migrator, planned) = (nomad, Locked<[ModelLine]>([]))
    let run = Task {
      let observer: @Sendable (MigrationEvent) -> Void = { event in
        if case .planned(let plan) = event { planned.value = Self.lines(of: plan) }
      }
      return try await migrator.migrate(includingDeferred: start.runsDeferred, observing: observer)
    }
    let end: ModelLine
    do {
      let report = try await run.value
      end = .end(nil, report.migrated.map { "\($0.module).\($0.name)" })
    } catch {
      let error = error as? NomadError
      let code = dying?.death == nil ? error?.code.rawValue : "died"
      end = .end(code ?? "another error", (error?.report?.migrated ?? []).map { "\($0.module).\($0.name)" })
    }
    if planned.value != before { lines.withLock { $0.append(.end("the run planned \(planned.value)", [])) } }
    return before + lines.value + [end]
  }

  private static func lines(of plan: MigrationPlan) -> [ModelLine] {
    let newest = Place.allCases.first { place in
      plan.dataVersion.map { (try? place.targets[0].position()) == .version($0) } ?? false
    }
    return ModelLine.plan(
      plan.steps.map { ("\($0.entry.module).\($0.entry.name) \($0.entry.target)", $0.decision.word) },
      plan.dataVersion.map { newest?.text ?? "\($0)" },
      plan.newerTribes
    )
  }

  private static func registry(_ start: ModelStep.Start, _ lines: Locked<[ModelLine]>) -> TribeRegistry {
    func registry(of tribes: [ModelTribe], in module: String) -> TribeRegistry {
      TribeRegistry(_module: module) { builder in
        for tribe in tribes {
          guard let order = try? tribe.target.position() else { preconditionFailure("\(tribe.target) is illegal") }
          let script = start.scripts[tribe.type] ?? ModelStep.Script()
          builder.add(tribe.name, target: tribe.target, position: order) { try await script.run(tribe, lines) }
          if tribe.identity.isChanged { builder.source("000000000000000\(tribe.source)") }
          if tribe.isDeferred { builder.deferred() }
          if let version = tribe.readableSince { builder.readable(since: TribeVersion(stringLiteral: version.text)) }
          builder.requires(tribe.requires)
        }
      }
    }
    var registries = Dictionary(grouping: start.tribes, by: \.module).map { registry(of: $1, in: $0) }
    if start.hasDuplicate, var twin = start.tribes.first(where: { $0.place != nil }) {
      twin.name = "Twin"
      registries.append(registry(of: [twin], in: "Twins"))
    }
    return TribeRegistry(combining: registries)
  }
}

extension MigrationPolicy {
  fileprivate init(_ policy: ModelStep.Policy) {
    let firstStart: FirstStart =
      switch policy.firstStart {
      case .runEverything: .runEverything
      case .baselineAtCurrentVersion: .baselineAtCurrentVersion
      case .baseline(let place): .baseline(at: place.text)
      }
    self.init(
      firstStart: firstStart,
      late: policy.late,
      quarantine: policy.quarantine,
      newerData: policy.newerData,
      formerModules: policy.formerModules
    )
  }
}

extension MigrationPlan.Decision {
  /// The model's word for the decision.
  fileprivate var word: String {
    switch self {
    case .run(.late): "runs late"
    case .run(.changed): "runs changed"
    case .run: "runs"
    case .mark: "marked"
    case .skip(.done): "ran"
    case .skip(.aboveCurrentVersion): "waits"
    case .skip(.lateSkipped): "skipped"
    case .skip(.lateRefused): "refused"
    case .skip(.heldByLateTribe): "held by late"
    case .skip(.quarantined(let deaths)): "quarantined after \(deaths)"
    case .skip(.heldByQuarantinedTribe): "held by quarantined"
    case .skip(.heldByNewerLedger): "held by newer"
    case .skip(.supersededByVersion): "superseded"
    case .skip(.postponed): "postponed"
    case .skip(.onHold): "on hold"
    case .skip(.heldByEarlierTribe): "held by a tribe on hold"
    case .skip(.deferred): "deferred"
    case .skip(.requires(let name)): "requires \(name)"
    @unknown default: "unknown to the model"
    }
  }
}

extension DyingLedger {
  /// Makes a ledger on which the process dies as a history describes.
  fileprivate init(_ ledger: any Ledger, _ death: ModelStep.Death) {
    let saves = Locked(0)
    let isMeant: @Sendable (LedgerRecord) -> Bool = { record in
      let type = "\(record.module ?? "").\(record.name)"
      return switch (death.moment, record.kind) {
      case (.marked, .marked): !record.key.description.hasPrefix("readable:")
      case (.began(type), .began), (.ended(type), .finished), (.ended(type), .failed): true
      case (.saved(type, let number), .checkpoint):
        saves.withLock { count in
          count += 1
          return count == number + 1
        }
      default: false
      }
    }
    if death.isAfter { self.init(ledger, after: isMeant) } else { self.init(ledger, before: isMeant) }
  }
}

extension ModelStep.Script {
  /// Performs the script, as a tribe.
  fileprivate func run(_ tribe: ModelTribe, _ lines: Locked<[ModelLine]>) async throws {
    guard let attempt = TribeAttempt.current else { throw ModelFailure() }
    var checkpoints: [String: Int] = [:]
    checkpoints["count"] = try attempt.checkpoint("count", as: Int.self)
    checkpoints["item"] = try attempt.checkpoint("item", as: ModelItem.self)?.number
    let line = ModelLine.ran(
      tribe,
      attempt.number,
      attempt.deaths,
      attempt.wasInterrupted,
      attempt.previousError,
      checkpoints
    )
    lines.withLock { $0.append(line) }
    for save in eachSave {
      if save.name == "item" {
        try await attempt.save(ModelItem(number: save.value), as: save.name)
      } else {
        try await attempt.save(save.value, as: save.name)
      }
    }
    switch end {
    case .finishes: break
    case .fails: throw ModelFailure()
    case .ignoresCancellation: withUnsafeCurrentTask { $0?.cancel() }
    case .isCancelled:
      withUnsafeCurrentTask { $0?.cancel() }
      try await attempt.save(0, as: "count")
    }
  }
}
