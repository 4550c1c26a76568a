public import Nomad
public import NomadAdoption

extension Predecessor.State {
  /// Creates the state of a predecessor that kept the identifiers of its migrations in a table.
  ///
  /// Every one of these migrations needs a tribe.
  ///
  /// - Parameters:
  ///   - done: The identifiers of the migrations that have run.
  ///   - targets: The targets of the tribes whose once-id is not the identifier; nil for a migration without a tribe.
  /// - Throws: An error if some of the migrations that a single tribe replaces have run, and others have not.
  public init(done: [String], targets: [String: TribeTarget?]) throws {
    // Two spellings of a version are one place in the order.
    func place(of identifier: String) -> TribeTarget.Position? {
      (targets[identifier] ?? .once(identifier)).flatMap { try? $0.position() }
    }
    for (identifier, target) in targets.sorted(by: { $0.key < $1.key }) where !done.contains(identifier) {
      guard let target, let missing = place(of: identifier), let other = done.first(where: { place(of: $0) == missing })
      else {
        continue
      }
      throw HalfDone(target: target, done: other, missing: identifier)
    }
    self.init(targets: done.compactMap { targets[$0] ?? .once($0) })
    needsTribes = true
  }

  /// Creates the state of a predecessor whose table the app named and that does not exist, although the data does.
  ///
  /// - Parameters:
  ///   - place: The table, in words.
  ///   - targets: The targets of the tribes that replace migrations.
  public init(missing place: String, targets: [String: TribeTarget?]) {
    self.init()
    missing = Missing(place: place, targets: targets.sorted { $0.key < $1.key }.compactMap(\.value))
  }

  /// The error for a tribe that replaces several migrations of which only some have run.
  private struct HalfDone: Error, CustomStringConvertible {
    let target: TribeTarget
    let done: String
    let missing: String

    var description: String {
      "\(target) replaces the migrations \(done.debugDescription), which has run, and \(missing.debugDescription), "
        + "which has not: give each of them a tribe of its own"
    }
  }
}
