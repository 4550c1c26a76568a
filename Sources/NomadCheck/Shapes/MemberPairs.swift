import NomadSyntax

/// A member of a shape that some builds have.
protocol ShapeMember {
  var name: String { get }
  /// The condition of the builds that have it; nil if all have it.
  var condition: String? { get }
}

extension Shape.Case: ShapeMember {}
extension CodedField: ShapeMember {}

/// The members of two shapes, paired by name, and then by what they have in the data.
struct MemberPairs<Member: ShapeMember> {
  /// The pairs of the same member, in the order of the new shape.
  private(set) var same: [(Member, Member)] = []
  var removed: [Member]
  var added: [Member] = []
  /// The members that some builds no longer have.
  private(set) var partlyRemoved: [Member] = []
  /// The members that only some builds had before.
  private(set) var partlyAdded: [Member] = []

  init(_ old: [Member], _ new: [Member], by wire: (Member) -> String) {
    let formers = Dictionary(grouping: old, by: \.name)
    let currents = Dictionary(grouping: new, by: \.name)
    removed = old.filter { currents[$0.name] == nil }
    for member in new {
      if let olds = formers[member.name] {
        let exact = olds.filter { ReleaseLock.Entry.isSame($0.condition, member.condition) }
        let formers = exact.isEmpty ? olds.filter { Condition.canHold($0.conditions + member.conditions) } : exact
        same += formers.map { ($0, member) }
        if !Self.isCovered(member, by: olds) { partlyAdded.append(member) }
      } else if let index = removed.firstIndex(where: {
        wire($0) == wire(member) && ReleaseLock.Entry.isSame($0.condition, member.condition)
      }) {
        same.append((removed.remove(at: index), member))
      } else {
        added.append(member)
      }
    }
    partlyRemoved = old.filter { member in currents[member.name].map { !Self.isCovered(member, by: $0) } ?? false }
  }

  /// Whether every build that has a member has one of some others.
  private static func isCovered(_ member: Member, by others: [Member]) -> Bool {
    others.contains { $0.condition == nil || ReleaseLock.Entry.isSame($0.condition, member.condition) }
      || !Condition.canHold(member.conditions + others.map { Condition.none(of: $0.conditions) })
  }
}

extension ShapeMember {
  fileprivate var conditions: [Condition] { condition.map { [Condition(text: $0)] } ?? [] }
}
