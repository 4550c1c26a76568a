import Nomad

/// A random history of one ledger, whose steps a seed determines.
struct ModelHistory {
  var steps: [ModelStep] = []

  init(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let pool = Self.tribes(using: &random)
    guard let favorite = pool.randomElement(using: &random) else { return }
    var start = ModelStep.Start(tribes: pool)
    start.app = Self.app(using: &random)
    for _ in 0..<Int.random(in: 3...14, using: &random) {
      let oneTribe = pool.filter(\.identity.isOneTribe).randomElement(using: &random)
      if random.once(in: 6), let oneTribe {
        let marks = oneTribe.identity.isOfOneRun && random.once(in: 2)
        steps.append(marks ? .markAsDone(oneTribe) : .forget(oneTribe))
      } else if random.once(in: 30) {
        steps.append(.forgetAll)
      } else if random.once(in: 5) {
        steps.append(Self.revert(of: start, using: &random))
      } else {
        // Crash loops need identical starts in a row.
        if random.once(in: 2) { Self.change(&start, pool, favorite, using: &random) }
        steps.append(.start(start))
      }
    }
  }

  init(steps: [ModelStep]) {
    self.steps = steps
  }

  /// Returns a revert by the app of a start.
  private static func revert(of start: ModelStep.Start, using random: inout SplitMix64) -> ModelStep {
    var start = start
    // It rarely knows all tribes otherwise.
    if random.once(in: 2) { start.policy.oldest = nil }
    start.death = start.death.map { death in
      var death = death
      switch death.moment {
      case .began(let type): death.moment = .began(type + " (revert)")
      case .ended(let type): death.moment = .ended(type + " (revert)")
      case .saved(let type, let number): death.moment = .saved(type + " (revert)", number)
      case .marked: break
      }
      return death
    }
    return .revert(start, to: Place.apps.randomElement(using: &random) ?? .one)
  }

  private static func app(using random: inout SplitMix64) -> Place? {
    random.once(in: 3) ? nil : Place.apps.randomElement(using: &random)
  }

  /// Returns tribes of one to three modules.
  ///
  /// Types in different modules can have the same name.
  private static func tribes(using random: inout SplitMix64) -> [ModelTribe] {
    let modules = ["A", "B", "C"].prefix(Int.random(in: 1...3, using: &random))
    var tribes: [ModelTribe] = []
    for module in modules {
      if random.once(in: 3) { tribes.append(ModelTribe(module: module, name: "Prepare", target: .first, place: nil)) }
      if random.once(in: 2) { tribes.append(ModelTribe(module: module, name: "Reindex", target: .always, place: nil)) }
      if random.once(in: 4) { tribes.append(ModelTribe(module: module, name: "Cleanup", target: .always, place: nil)) }
    }
    func add(_ target: TribeTarget, _ place: Place?) {
      let module = modules.randomElement(using: &random) ?? "A"
      let number = tribes.count { $0.module == module } + 1
      tribes.append(ModelTribe(module: module, name: "Tribe_\(number)", target: target, place: place))
    }
    for place in Place.allCases where random.once(in: 3) { add(place.targets[0], place) }
    for id in ["b", "a", "\u{E9}", "e\u{301}"] where random.once(in: 5) { add(.once(id), nil) }
    for id in ["a", "c"] where random.once(in: 3) { add(.whenChanged(id), nil) }
    for index in tribes.indices {
      if random.once(in: 6) { tribes[index].isDeferred = true }
      if random.once(in: 6) { tribes[index].isRevertible = false }
      if random.once(in: 6) { tribes[index].readableSince = Place.allCases.randomElement(using: &random) }
    }
    if random.once(in: 3), let index = tribes.indices.randomElement(using: &random) {
      tribes[index].requires = [tribes.randomElement(using: &random)?.type ?? "Nowhere.Nothing"]
    }
    return tribes
  }

  /// Changes some properties of a start.
  private static func change(
    _ start: inout ModelStep.Start,
    _ pool: [ModelTribe],
    _ favorite: ModelTribe,
    using random: inout SplitMix64
  ) {
    if random.once(in: 3) { start.app = app(using: &random) }
    if random.once(in: 3) { start.policy = policy(using: &random) }
    if random.once(in: 4) { start.predecessor = random.once(in: 2) ? nil : predecessor(pool, using: &random) }
    switch Int.random(in: 0..<5, using: &random) {
    case 0: start.tribes = pool
    case 1: start.tribes = pool.filter { _ in !random.once(in: 4) }
    case 2:
      let module = pool.randomElement(using: &random)?.module
      start.tribes = pool.filter { $0.module == module }
    default: break
    }
    var types = Set(start.tribes.map(\.type))
    start.tribes = start.tribes.map { tribe in
      var tribe = tribe
      if random.once(in: 4), let target = tribe.place?.targets.randomElement(using: &random) { tribe.target = target }
      if tribe.identity.isOneTribe, random.once(in: 4), types.insert(tribe.type + "_").inserted { tribe.name += "_" }
      if tribe.identity.isChanged, random.once(in: 2) { tribe.source = Int.random(in: 1...3, using: &random) }
      if tribe.identity.isOneTribe, random.once(in: 20), types.insert("Other.\(tribe.name)").inserted {
        tribe = ModelTribe(
          module: "Other",
          name: tribe.name,
          target: tribe.target,
          place: tribe.place,
          isDeferred: tribe.isDeferred,
          requires: tribe.requires,
          readableSince: tribe.readableSince,
          merges: tribe.merges,
          isRevertible: tribe.isRevertible,
          source: tribe.source
        )
      }
      return tribe
    }
    if random.once(in: 3) { merge(&start.tribes, using: &random) }
    if random.once(in: 3) {
      start.policy.oldest = random.once(in: 2) ? nil : pool.compactMap(\.place).randomElement(using: &random)
    }
    if random.once(in: 3) {
      start.policy.hold = random.once(in: 2) ? [] : pool.filter { _ in random.once(in: 6) }.map(\.identity)
    }
    start.policy.formerModules = random.once(in: 2) ? ["A", "B", "C", "Other"] : []
    start.hasDuplicate = random.once(in: 30)
    start.runsDeferred = random.once(in: 3)
    start.scripts = [favorite.type: script(using: &random)]
    for tribe in pool where random.once(in: 5) { start.scripts[tribe.type] = script(using: &random) }
    let mortal = random.once(in: 3) ? pool.randomElement(using: &random) ?? favorite : favorite
    start.death = random.once(in: 3) ? nil : death(of: mortal, start, using: &random)
  }

  /// Lets one tribe merge some of those before it, and perhaps itself.
  private static func merge(_ tribes: inout [ModelTribe], using random: inout SplitMix64) {
    let merging = tribes.filter { $0.identity.isOfOneRun && $0.merges.isEmpty }.randomElement(using: &random)
    guard var merging, tribes.allSatisfy(\.merges.isEmpty) || random.once(in: 4) else { return }
    let before = ModelTribe.sorted(tribes).prefix { $0 != merging }.filter {
      $0.identity.isOfOneRun && $0.merges.isEmpty
    }
    let parts = before.filter { _ in random.once(in: 2) }
    merging.merges = parts.map(\.identity)
    if !parts.isEmpty, random.once(in: 2) { merging.merges.append(merging.identity) }
    tribes = tribes.filter { !parts.contains($0) }.map { $0.identity == merging.identity ? merging : $0 }
  }

  private static func predecessor(_ pool: [ModelTribe], using random: inout SplitMix64) -> ModelPredecessor {
    let tribes = pool.filter { $0.identity.isOfOneRun && random.once(in: 3) }
    let version = random.once(in: 2) ? Place.allCases.randomElement(using: &random) : nil
    return ModelPredecessor(version: version, tribes: tribes)
  }

  private static func script(using random: inout SplitMix64) -> ModelStep.Script {
    let saves = (0..<Int.random(in: 0...3, using: &random)).map { _ in
      ModelStep.Script.Save(
        name: random.once(in: 2) ? "count" : "item",
        value: Int.random(in: 1...3, using: &random),
        times: random.once(in: 60) ? Int.random(in: 40...130, using: &random) : 1
      )
    }
    let end = random.once(in: 2) ? .finishes : ModelStep.Script.End.allCases.randomElement(using: &random)
    return ModelStep.Script(saves: saves, end: end ?? .finishes)
  }

  private static func death(
    of tribe: ModelTribe,
    _ start: ModelStep.Start,
    using random: inout SplitMix64
  ) -> ModelStep.Death {
    let saves = start.scripts[tribe.type]?.eachSave.count ?? 0
    let moment: ModelStep.Death.Moment =
      switch Int.random(in: 0..<8, using: &random) {
      case 0: .marked
      case 1...2: .began(tribe.type)
      case 3...4 where saves > 0: .saved(tribe.type, Int.random(in: 0..<saves, using: &random))
      default: .ended(tribe.type)
      }
    return ModelStep.Death(moment: moment, isAfter: random.once(in: 3))
  }

  private static func policy(using random: inout SplitMix64) -> ModelStep.Policy {
    var policy = ModelStep.Policy()
    if random.once(in: 2) {
      let place = Place.allCases.randomElement(using: &random) ?? .one
      policy.firstStart = random.once(in: 2) ? .baselineAtCurrentVersion : .baseline(place)
    }
    policy.late = [.run, .skip, .fail].randomElement(using: &random) ?? .run
    policy.quarantine = random.once(in: 4) ? .never : .afterDeaths(Int.random(in: 0...3, using: &random))
    policy.newerData = random.once(in: 2) ? .run : .fail
    return policy
  }
}
