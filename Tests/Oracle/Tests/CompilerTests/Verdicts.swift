import Foundation

/// A collection of verdicts that several threads add to.
final class Verdicts: @unchecked Sendable {
  private let lock = NSLock()
  private var verdicts: [Verdict] = []

  func add(_ verdict: Verdict) { lock.withLock { verdicts.append(verdict) } }

  /// All verdicts, by case name.
  var all: [Verdict] { lock.withLock { verdicts.sorted { $0.name < $1.name } } }
}
