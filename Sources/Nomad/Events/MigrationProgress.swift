/// How far a run has come that is in progress.
public struct MigrationProgress: Sendable {
  /// The tribe that runs, or that ran last; nil if none has begun.
  public private(set) var tribe: TribeRegistry.Entry?

  /// The place of the tribe among those that run, from 0.
  public private(set) var index = 0

  /// The number of tribes that run; 0 as long as that is not known, such as while another run is waited for.
  public let count: Int

  /// How many units of its work the tribe said are done, last time it said anything; 0 if it has said nothing.
  public private(set) var completed = 0

  /// How many units of work the tribe said there are; 0 if it has said nothing.
  public private(set) var total = 0

  /// Who holds the ledger, for people, while the run waits for another one, or what is missing that it requires; nil if it
  /// does not wait.
  public private(set) var holder: String?

  private var isRecorded = false

  /// Another run is waited for, or what tribes require.
  package init(waitingFor holder: String) {
    self.holder = holder
    count = 0
  }

  /// No tribe has begun.
  package init(count: Int = 0) {
    self.count = count
  }

  /// A tribe begins.
  init(tribe: TribeRegistry.Entry, index: Int, count: Int) {
    (self.tribe, self.index, self.count) = (tribe, index, count)
  }

  /// The share of the run that is done, from 0 to 1.
  ///
  /// Every tribe counts as much as another; one that reports its own progress fills its share as it goes.
  public var fractionCompleted: Double {
    count > 0 ? min(1, Double(units) / Double(totalUnits)) : 0
  }
}

extension MigrationProgress {
  private static let unitsOfTribe = 1_000

  /// What there is to do, where every tribe is 1,000 units.
  var totalUnits: Int { count * Self.unitsOfTribe }

  /// What is done of it.
  var units: Int { index * Self.unitsOfTribe + (isRecorded ? Self.unitsOfTribe : unitsReported) }

  /// Of the tribe that runs; its end is what its record says, so it cannot report all of them.
  private var unitsReported: Int {
    guard total > 0 else { return 0 }
    return Int(Double(Self.unitsOfTribe - 1) * min(1, Double(completed) / Double(total)))
  }

  /// The same, when the tribe reported how far it has come.
  func reporting(_ completed: Int, of total: Int) -> Self {
    // What a tribe reports may be anything.
    guard total > 0, completed >= 0 else { return self }
    var progress = self
    (progress.completed, progress.total) = (completed, total)
    return progress
  }

  /// The same, when the tribe finished.
  func recorded() -> Self {
    var progress = self
    progress.isRecorded = true
    return progress
  }
}
