import Nomad

/// One step of a random history.
enum ModelStep {
  case start(Start)
  /// A revert by an app: of a start, it has all but the predecessor, and only `oldest` of the policy matters.
  case revert(Start, to: Place)
  case forget(ModelTribe)
  case markAsDone(ModelTribe)
  case forgetAll

  /// A start of the app.
  struct Start {
    var tribes: [ModelTribe]
    /// The app's version; nil for none.
    var app: Place?
    var policy = Policy()
    /// The scripts of tribes, by their types.
    ///
    /// Tribes without a script finish at once.
    var scripts: [String: Script] = [:]
    /// The moment at which the process dies; nil if it does not.
    var death: Death?
    /// Whether a second tribe has the same version as the first versioned one.
    var hasDuplicate = false
    /// Whether deferred tribes run, too.
    var runsDeferred = false
    /// The state of the app's earlier migration system; nil if the app had none.
    var predecessor: ModelPredecessor?

    /// The modules whose records are about the app's tribes; an empty one for records made by hand.
    var modules: Set<String> { policy.formerModules.union(tribes.map(\.module)).union([""]) }
  }

  /// A policy, with places instead of version texts.
  struct Policy: Equatable {
    enum FirstStart: Equatable {
      case runEverything
      case baselineAtCurrentVersion
      case baseline(Place)
    }

    var firstStart = FirstStart.runEverything
    var late = MigrationPolicy.Late.run
    var quarantine = MigrationPolicy.Quarantine.afterDeaths(3)
    var newerData = MigrationPolicy.NewerData.fail
    var oldest: Place?
    /// The tribes that do not run for now, whatever their sources.
    var hold: [ModelTribe.Identity] = []
    /// The modules whose records count as those of the tribes' own modules.
    var formerModules: Set<String> = []
  }

  /// The behavior of a tribe in a run.
  struct Script {
    enum End: CaseIterable {
      case finishes
      case fails
      /// The tribe's task is cancelled, and the tribe stops at its next checkpoint.
      case isCancelled
      /// The tribe's task is cancelled, and the tribe does not check for it.
      case ignoresCancellation
    }

    struct Save: Equatable {
      /// `count` is saved as a number, `item` as a struct.
      var name: String
      var value: Int
      /// The number of times that it is saved in a row.
      ///
      /// Many records make a ledger compact itself.
      var times = 1
    }

    var saves: [Save] = []
    var end = End.finishes

    /// Each checkpoint that the tribe saves.
    var eachSave: [Save] { saves.flatMap { Array(repeating: $0, count: $0.times) } }
  }

  /// A death of the process, just before or just after a record becomes durable.
  struct Death: Equatable {
    enum Moment: Equatable {
      /// The baseline is marked.
      case marked
      /// A tribe of a type begins.
      case began(String)
      /// The tribe saves a checkpoint, counted from 0.
      case saved(String, Int)
      /// The tribe finished or failed.
      case ended(String)
    }

    var moment: Moment
    var isAfter: Bool
  }
}

extension ModelStep: CustomStringConvertible {
  var description: String {
    switch self {
    case .start(let start): start.description
    case .revert(let start, let version): "revert to \(version.text) by: \(start)"
    case .forget(let tribe): "forget \(tribe.target)"
    case .markAsDone(let tribe): "mark \(tribe.target) as done"
    case .forgetAll: "forget all"
    }
  }
}

extension ModelStep.Start: CustomStringConvertible {
  var description: String {
    var lines = ["start, app \(app?.text ?? "without a version"), \(policy), tribes: \(tribes.map(\.detail))"]
    if runsDeferred { lines.append("  with deferred tribes") }
    if let predecessor {
      let version = predecessor.version.map { "up to \($0.text), and " } ?? ""
      lines.append("  a predecessor did everything \(version)\(predecessor.tribes)")
    }
    if hasDuplicate { lines.append("  and a second tribe at one place") }
    for (type, script) in scripts.sorted(by: { $0.key < $1.key }) {
      let saves = script.saves.map { "\($0.name)=\($0.value)" + ($0.times > 1 ? " \($0.times) times" : "") }
      lines.append("  \(type) \(saves.isEmpty ? "" : "saves \(saves.joined(separator: ", ")) and ")\(script.end)")
    }
    if let death { lines.append("  the process dies just \(death.isAfter ? "after" : "before") \(death.moment)") }
    return lines.joined(separator: "\n")
  }
}

extension ModelStep.Policy: CustomStringConvertible {
  var description: String {
    "first start \(firstStart), late \(late), quarantine \(quarantine), newer data \(newerData), oldest \(oldest?.text ?? "any"), former \(formerModules.sorted()), on hold \(hold)"
  }
}
