import Nomad

extension ModelHistory {
  /// Short histories for which a ledger once contradicted the documentation.
  static let samples: [(name: String, history: ModelHistory)] = [
    ("Tribes of one name in two modules share nothing", ofTwoModules),
    ("A checkpoint that does not change is no progress, whatever its keys", ofSameCheckpoints),
    ("An interruption is known until the tribe finishes", ofInterruption),
    ("Whether a ledger is of a newer app is told by the last finish of a tribe", ofDowngrade),
    ("The first start is over, even if everything was marked before", ofMarks),
    ("A late tribe of a newer app that declared its data unreadable stops an older app", ofLateTribe),
    ("A predecessor that is named after the first start keeps its tribes from running again", ofSideBySide),
    ("After a killed attempt with a new source, the old source runs again", ofDerivedData),
    ("The first start is not over where all that was marked was forgotten", ofForgottenMark),
    ("A revert that was interrupted continues, and a merged tribe goes back with all its parts", ofInterruptedRevert),
    ("A forgotten tribe that merges others runs again", ofForgottenMerge),
    (
      "A fresh install that an older release used is too old, until a release with the older tribes runs",
      ofDowngradedBirth
    ),
  ]

  private static let reindex = ModelTribe(module: "A", name: "Reindex", target: .always, place: nil)

  private static let ofTwoModules = ModelHistory(steps: [
    start([reindex], doing: ModelStep.Script(saves: [item], end: .fails)),
    start([reindex, ModelTribe(module: "B", name: "Reindex", target: .always, place: nil)]),
  ])

  private static let ofSameCheckpoints: ModelHistory = {
    let loop = start([reindex], doing: ModelStep.Script(saves: [item, item]), dyingAt: .ended(reindex.type))
    return ModelHistory(steps: [loop, loop, loop, start([reindex])])
  }()

  private static let ofInterruption = ModelHistory(steps: [
    start([reindex], dyingAt: .ended(reindex.type)),
    start([reindex], doing: ModelStep.Script(end: .fails)),
    start([reindex]),
  ])

  private static let ofDowngrade = ModelHistory(steps: [
    start([reindex], .two), start([reindex], .one), start([tribe(at: .one)], .one),
  ])

  private static let ofMarks: ModelHistory = {
    let policy = ModelStep.Policy(firstStart: .baselineAtCurrentVersion)
    return ModelHistory(steps: [
      .markAsDone(tribe(at: .two)),
      start([tribe(at: .two)], .two, policy),
      start([tribe(at: .two), tribe(at: .three)], .three, policy),
    ])
  }()

  private static let ofForgottenMark: ModelHistory = {
    let policy = ModelStep.Policy(firstStart: .baselineAtCurrentVersion)
    return ModelHistory(steps: [
      .markAsDone(tribe(at: .two)), .forget(tribe(at: .two)),
      start([tribe(at: .two)], .one, policy), start([tribe(at: .two)], .two, policy),
    ])
  }()

  private static let ofLateTribe: ModelHistory = {
    var late = tribe(at: .oneStep)
    late.readableSince = .three
    return ModelHistory(steps: [
      start([tribe(at: .two)], .two), start([late, tribe(at: .two)], .three), start([tribe(at: .two)], .two),
      start([tribe(at: .two)]), start([tribe(at: .two)], .three),
    ])
  }()

  private static let ofDerivedData: ModelHistory = {
    let one = ModelTribe(module: "A", name: "Index", target: .whenChanged("index"), place: nil)
    var two = one
    two.source = 2
    let save = ModelStep.Script(saves: [item])
    return ModelHistory(steps: [
      start([one], doing: save), start([two], doing: save, dyingAt: .ended(two.type)), start([one], doing: save),
      start([one]), start([two], dyingAt: .began(two.type)), start([one]), start([two]), .forget(one), start([two]),
    ])
  }()

  private static let ofSideBySide: ModelHistory = {
    let old = [tribe(at: .one), tribe(at: .minor)]
    var start = ModelStep.Start(tribes: old + [tribe(at: .two)], app: .two)
    start.predecessor = ModelPredecessor(tribes: old)
    return ModelHistory(steps: [Self.start([tribe(at: .two)], .two), .start(start), .forget(old[0]), .start(start)])
  }()

  private static let merging: ModelTribe = {
    var merging = tribe(at: .two)
    merging.merges = [.version(.one), .version(.minor)]
    return merging
  }()

  private static let ofInterruptedRevert: ModelHistory = {
    let tribes = [merging, tribe(at: .three)]
    var dying = ModelStep.Start(tribes: tribes, app: .three)
    dying.death = ModelStep.Death(moment: .ended(tribes[0].type + " (revert)"), isAfter: false)
    let whole = ModelStep.Start(tribes: tribes, app: .three)
    return ModelHistory(steps: [
      start([tribe(at: .one)], .one), .start(whole), .revert(whole, to: .one), start(tribes, .three), .forgetAll,
      .start(whole), .revert(dying, to: .beta2), start([tribe(at: .one)], .one), .revert(whole, to: .beta2),
      start([tribe(at: .one)], .one), .start(whole),
    ])
  }()

  private static let ofForgottenMerge = ModelHistory(steps: [
    start([tribe(at: .one)], .one), start([merging], .two), .forget(merging), start([merging], .two),
    .forget(merging), start([tribe(at: .one), tribe(at: .minor)], .minor), start([merging], .two),
  ])

  private static let ofDowngradedBirth: ModelHistory = {
    let policy = ModelStep.Policy(newerData: .run, oldest: .two)
    let fails = ModelStep.Script(end: .fails)
    let new = start([tribe(at: .two)], .two, policy)
    return ModelHistory(steps: [
      start([tribe(at: .two)], .two, policy, doing: fails), new, .forgetAll, new, .forget(tribe(at: .two)),
      start([tribe(at: .one)], .one), new, start([tribe(at: .one), tribe(at: .minor), tribe(at: .two)], .two), new,
    ])
  }()

  private static let item = ModelStep.Script.Save(name: "item", value: 1)

  private static func tribe(at place: Place) -> ModelTribe {
    ModelTribe(module: "A", name: "Tribe_\(place.rawValue)", target: place.targets[0], place: place)
  }

  /// Returns a start in which the first tribe follows a script.
  private static func start(
    _ tribes: [ModelTribe],
    _ app: Place? = nil,
    _ policy: ModelStep.Policy = ModelStep.Policy(),
    doing script: ModelStep.Script = ModelStep.Script(),
    dyingAt moment: ModelStep.Death.Moment? = nil
  ) -> ModelStep {
    var start = ModelStep.Start(tribes: tribes, app: app, policy: policy)
    start.scripts[tribes[0].type] = script
    start.death = moment.map { ModelStep.Death(moment: $0, isAfter: false) }
    return .start(start)
  }
}
