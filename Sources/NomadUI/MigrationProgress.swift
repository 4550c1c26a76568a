public import Nomad

/// The progress of a run: the current tribe, its index, the number of tribes and the reported units.
public struct MigrationProgress: Sendable {
  /// The tribe that runs, or the last one that ran; nil if none has begun.
  public private(set) var tribe: TribeRegistry.Entry?

  /// The position of the tribe among those that run, from 0.
  public private(set) var index = 0

  /// The number of tribes that run; 0 until that is known, such as while the run waits for another run.
  public let count: Int

  /// The number of finished units of work in the tribe's last report; 0 if it has not reported.
  public private(set) var completed = 0

  /// The number of all units of work in the tribe's last report; 0 if it has not reported.
  public private(set) var total = 0

  /// The reason why the run waits, for people; nil if the run does not wait.
  ///
  /// It names another run on the ledger, the process that migrates, or the condition that is not met.
  public private(set) var waitReason: String?

  private var isRecorded = false

  /// Creates the progress of a run that waits for another run, or for a requirement.
  init(waitingFor reason: String) {
    waitReason = reason
    count = 0
  }

  /// Creates the progress of a run in which no tribe has begun.
  init(count: Int = 0) {
    self.count = count
  }

  /// Creates the progress of a run in which a tribe begins.
  init(tribe: TribeRegistry.Entry, index: Int, count: Int) {
    (self.tribe, self.index, self.count) = (tribe, index, count)
  }

  /// The fraction of the run that is done, from 0 to 1.
  ///
  /// All tribes have the same share. A tribe that reports its progress fills its share as it goes.
  public var fractionCompleted: Double {
    guard count > 0 else { return 0 }
    // Only its record completes a tribe, so its reports never fill its share.
    let reported = total > 0 ? 0.999 * min(1, Double(completed) / Double(total)) : 0
    return min(1, (Double(index) + (isRecorded ? 1 : reported)) / Double(count))
  }
}

extension MigrationProgress {
  /// Returns the progress after the tribe has reported.
  func reporting(_ completed: Int, of total: Int) -> Self {
    // A tribe may report any numbers.
    guard total > 0, completed >= 0 else { return self }
    var progress = self
    (progress.completed, progress.total) = (completed, total)
    return progress
  }

  /// Returns the progress after the tribe has finished.
  func recorded() -> Self {
    var progress = self
    progress.isRecorded = true
    return progress
  }
}
