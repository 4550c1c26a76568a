package import Nomad

extension Predecessor.State {
  /// The state of a predecessor that kept the identifiers of migrations in a table.
  ///
  /// Each of them needs a tribe.
  ///
  /// - Parameters:
  ///   - done: The identifiers of the migrations that have run.
  ///   - targets: The target of a tribe for each identifier that is not its once-id; nil for a migration without a tribe.
  /// - Throws: An error if a tribe stands for migrations of which some have run, and some have not.
  package init(done: [String], targets: [String: TribeTarget?]) throws {
    for (identifier, target) in targets.sorted(by: { $0.key < $1.key }) where !done.contains(identifier) {
      guard let target, let other = done.first(where: { targets[$0] == target }) else { continue }
      throw HalfDone(target: target, done: other, missing: identifier)
    }
    self.init(targets: done.compactMap { targets[$0] ?? .once($0) })
    needsTribes = true
  }

  /// Some of the migrations that stand for one tribe have run, and some have not.
  private struct HalfDone: Error, CustomStringConvertible {
    let target: TribeTarget
    let done: String
    let missing: String

    var description: String {
      "\(target) stands for the migrations \(done.debugDescription), which has run, and \(missing.debugDescription), "
        + "which has not: give each of them a tribe of its own"
    }
  }
}
