import Foundation

/// Verdicts from several threads.
final class Verdicts: @unchecked Sendable {
  private let lock = NSLock()
  private var verdicts: [Verdict] = []

  func add(_ verdict: Verdict) { lock.withLock { verdicts.append(verdict) } }

  /// All verdicts, by the name of their case.
  var all: [Verdict] { lock.withLock { verdicts.sorted { $0.name < $1.name } } }
}
