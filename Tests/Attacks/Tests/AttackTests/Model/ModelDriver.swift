import NomadAdoption
import NomadFiles
import NomadRepair
import NomadReverting

@testable import Nomad
@testable import NomadTesting

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
      case .revert(let start, let version): lines = await revert(start, to: version.text)
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

  private func revert(_ start: ModelStep.Start, to version: String) async -> [ModelLine] {
    let (stage, undone) = (ModelStage(start), Locked<[String]>([]))
    var nomad = Nomad(
      Self.registry(start, stage.lines),
      ledger: open(),
      currentVersion: start.app.map { .exactly($0.text) } ?? .unlimited,
      policy: MigrationPolicy(start.policy)
    ).providing(stage)
    let plan = try? await nomad.plan(revertingTo: version)
    let before = plan.map { plan in
      [ModelLine.revertPlan(plan.obstacle == nil ? plan.tribes.map { "\($0.module).\($0.name)" } : nil)]
    }
    let dying = start.death.map { DyingLedger(open(), $0) }
    if let dying { nomad.ledger = dying }
    let migrator = nomad
    let run = Task {
      try await migrator.revert(to: version) { event in
        if case .reverted(let tribe, _) = event { undone.withLock { $0.append("\(tribe.module).\(tribe.name)") } }
      }
    }
    var end = ModelLine.end(nil, [])
    do {
      _ = try await run.value
      end = .end(nil, undone.value)
    } catch {
      let code = dying?.death == nil ? (error as? NomadError)?.code.rawValue : "died"
      end = .end(code ?? "another error", undone.value)
    }
    return (before ?? []) + stage.lines.value + [end]
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
          let type = tribe.isRevertible ? ModelUndoing.self : nil
          builder.add(tribe.name, type, target: tribe.target, position: order) { try await script.run(tribe, lines) }
          for part in tribe.merges {
            guard let order = part.position else { preconditionFailure("\(part) cannot be merged") }
            builder.merges(part.text, at: order)
          }
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
      oldest: policy.oldest.map { TribeVersion(stringLiteral: $0.text) },
      hold: Set(policy.hold.map(\.heldKey)),
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
    case .merged: "merged"
    case .skip(.done): "ran"
    case .skip(.aboveCurrentVersion): "waits"
    case .skip(.lateSkipped): "skipped"
    case .skip(.lateRefused): "refused"
    case .skip(.heldByLateTribe): "held by late"
    case .skip(.quarantined(let deaths)): "quarantined after \(deaths)"
    case .skip(.heldByQuarantinedTribe): "held by quarantined"
    case .skip(.heldByNewerLedger): "held by newer"
    case .skip(.heldByOldData): "held by old"
    case .skip(.supersededByVersion): "superseded"
    case .skip(.postponed): "postponed"
    case .skip(.onHold): "on hold"
    case .skip(.heldByEarlierTribe): "held by a tribe on hold"
    case .skip(.deferred): "deferred"
    case .skip(.afterEnd): "after the end"
    case .skip(.requires(let name)): "requires \(name)"
    @unknown default: "unknown to the model"
    }
  }
}

extension DyingLedger {
  /// Makes a ledger on which the process dies as a history describes.
  fileprivate init(_ ledger: any Ledger, _ death: ModelStep.Death) {
    let saves = Locked(0)
    self.init(ledger, death.isAfter ? .after : .before) { records in
      records.first { record in
        let type = "\(record.module ?? "").\(record.name)"
        return switch (death.moment, record.kind) {
        case (.marked, .marked), (.marked, .fact(.fresh)), (.marked, .fact(.baseline)): true
        case (.marked, .fact(.started)): !record.isOfRevert
        case (.began(type), .began), (.ended(type), .finished), (.ended(type), .failed): true
        // The undoing of a tribe begins with such a record, too.
        case (.ended(type), .forgotten): record.isOfRevert && !records.contains { $0.kind == .began }
        case (.saved(type, let number), .checkpoint):
          saves.withLock { count in
            count += 1
            return count == number + 1
          }
        default: false
        }
      }
    }
  }
}

/// What each tribe does when it is undone, and the lines that record it.
final class ModelStage: Sendable {
  let start: ModelStep.Start
  let lines = Locked<[ModelLine]>([])

  init(_ start: ModelStep.Start) { self.start = start }
}

/// A tribe that can be undone, whatever its name and its target.
struct ModelUndoing: RevertibleTribe {
  static let target: TribeTarget = .always
  @TribeDependency var stage: ModelStage

  func migrate() {}

  func revert() async throws {
    let name = TribeAttempt.current.map { "\($0.tribe.module).\($0.tribe.name)" } ?? ""
    guard var tribe = stage.start.tribes.first(where: { $0.type + " (revert)" == name }) else {
      throw ModelFailure()
    }
    let script = stage.start.scripts[tribe.type] ?? ModelStep.Script()
    tribe.name += " (revert)"
    try await script.run(tribe, stage.lines)
  }
}

extension ModelTribe.Identity {
  /// The key by which a policy keeps the tribe on hold.
  fileprivate var heldKey: LedgerKey {
    switch self {
    case .first(let module, let name): LedgerKey(at: .first, of: "\(module).\(name)")
    case .always(let module, let name): LedgerKey(at: .always, of: "\(module).\(name)")
    case .changed(let id, _): LedgerKey(at: .whenChanged(String(decoding: id, as: UTF8.self)), of: "")
    case .version, .once:
      if let position { LedgerKey(at: position, of: "") } else { preconditionFailure("\(self) has no position") }
    }
  }

  /// The position of a tribe that another one merges.
  fileprivate var position: TribeTarget.Position? {
    switch self {
    case .version(let place): try? place.targets[0].position()
    case .once(let id): .once(String(decoding: id, as: UTF8.self))
    default: nil
    }
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
      checkpoints,
      try tribe.merges.filter { try TribeAttempt.wasDone($0.text) }
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
