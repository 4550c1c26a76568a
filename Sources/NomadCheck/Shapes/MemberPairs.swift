import NomadSyntax

/// The members of two shapes, paired by name, and then by what they have in the data.
struct MemberPairs<Value> {
  struct Member {
    var value: Value
    var name: String
    var wire: String
    var condition: String?

    init(_ value: Value, _ name: String, _ wire: String, _ condition: String?) {
      (self.value, self.name, self.wire, self.condition) = (value, name, wire, condition)
    }

    var conditions: [Condition] { condition.map { [Condition(text: $0)] } ?? [] }
  }

  /// The pairs of the same member, in the order of the new shape.
  private(set) var same: [(Value, Value)] = []
  var removed: [Value] = []
  var added: [Value] = []
  /// The members that some builds no longer have.
  private(set) var partlyRemoved: [Value] = []
  /// The members that only some builds had before.
  private(set) var partlyAdded: [Value] = []

  init(_ old: [Member], _ new: [Member]) {
    let formers = Dictionary(grouping: old, by: \.name)
    let currents = Dictionary(grouping: new, by: \.name)
    var rest = old.filter { currents[$0.name] == nil }
    for member in new {
      if let olds = formers[member.name] {
        let exact = olds.filter { ReleaseLock.Entry.isSame($0.condition, member.condition) }
        let formers = exact.isEmpty ? olds.filter { Condition.canHold($0.conditions + member.conditions) } : exact
        same += formers.map { ($0.value, member.value) }
        if !Self.isCovered(member, by: olds) { partlyAdded.append(member.value) }
      } else if let index = rest.firstIndex(where: {
        $0.wire == member.wire && ReleaseLock.Entry.isSame($0.condition, member.condition)
      }) {
        same.append((rest.remove(at: index).value, member.value))
      } else {
        added.append(member.value)
      }
    }
    removed = rest.map(\.value)
    partlyRemoved = old.filter { member in
      currents[member.name].map { !Self.isCovered(member, by: $0) } ?? false
    }.map(\.value)
  }

  /// Whether every build that has a member has one of some others.
  private static func isCovered(_ member: Member, by others: [Member]) -> Bool {
    others.contains { $0.condition == nil || ReleaseLock.Entry.isSame($0.condition, member.condition) }
      || !Condition.canHold(member.conditions + others.map { Condition.none(of: $0.conditions) })
  }
}
