import NomadSyntax

/// The comparison of enums, and of types that are coded as their raw values.
extension ShapeComparison {
  func rawCases(_ old: Shape, _ new: Shape) -> [ShapeDifference] {
    var pairs = rawPairs(old, new)
    func heir(_ former: Shape.Case) -> Shape.Case? { new.cases.first { $0.rawText == former.rawText } }
    // Decoding goes by the values alone.
    pairs.added.removeAll { current in old.cases.contains { $0.rawText == current.rawText } }
    let replaced = pairs.removed.filter { heir($0) != nil }
    pairs.removed.removeAll { heir($0) != nil }
    var found = pairs.same.compactMap { former, current -> ShapeDifference? in
      guard former.rawText != current.rawText else { return nil }
      return Self.revalued(
        former,
        current,
        heir(former).map { .wrong("decoding gives '\($0.name)'") } ?? .throwing(.dataCorrupted)
      )
    }
    for former in replaced {
      let effect = CodedEffect.wrong("decoding gives '\(heir(former)?.name ?? "")'")
      found.append(ShapeDifference(kind: .removed, values: "with the case '\(former.name)'", effect: effect))
    }
    return found + changed(pairs, .dataCorrupted) { _, _ in true }
  }

  /// Returns the differences between the constants of two types that are coded as their raw values.
  ///
  /// Decoding accepts any value, so that one of another meaning is no error.
  func constants(_ old: Shape, _ new: Shape) -> [ShapeDifference] {
    let pairs = rawPairs(old, new)
    func heir(_ former: Shape.Case) -> Shape.Case? { new.cases.first { $0.rawText == former.rawText } }
    let changed = pairs.same.compactMap { former, current -> ShapeDifference? in
      guard former.rawText != current.rawText else { return nil }
      let meaning = heir(former).map { "the value means '\($0.name)' now" } ?? "the value means nothing now"
      return Self.revalued(former, current, .wrong(meaning))
    }
    let removed = pairs.removed.map { former in
      let effect: CodedEffect =
        heir(former).map { .wrong("the value means '\($0.name)' now") } ?? .readable("nothing has its value now")
      return ShapeDifference(kind: .removed, values: "with '\(former.name)'", effect: effect)
    }
    return changed + removed
  }

  private func rawPairs(_ old: Shape, _ new: Shape) -> MemberPairs<Shape.Case> {
    MemberPairs(
      old.cases.map { MemberPairs.Member($0, $0.name, $0.rawText, $0.condition) },
      new.cases.map { MemberPairs.Member($0, $0.name, $0.rawText, $0.condition) }
    )
  }

  private static func revalued(_ old: Shape.Case, _ new: Shape.Case, _ effect: CodedEffect) -> ShapeDifference {
    let values = "with '\(new.name)' as \(shown(old.rawText, instead: new.rawText))"
    return ShapeDifference(kind: .rekeyed, member: new.name, values: values, effect: effect)
  }

  func cases(_ old: Shape, _ new: Shape) -> [ShapeDifference] {
    let pairs = MemberPairs(
      old.cases.map { MemberPairs.Member($0, $0.name, $0.key, $0.condition) },
      new.cases.map { MemberPairs.Member($0, $0.name, $0.key, $0.condition) }
    )
    let found = pairs.same.flatMap { former, current -> [ShapeDifference] in
      if former.key != current.key {
        let values = "with the case '\(current.name)' under the key \(Self.quoted(former.key))"
        let effect = CodedEffect.throwing(.typeMismatch)
        return [ShapeDifference(kind: .rekeyed, member: current.name, values: values, effect: effect)]
      }
      return parameters(former, current)
    }
    return found + changed(pairs, .typeMismatch) { $0.parameters == $1.parameters }
  }

  /// Returns the differences about cases that only one of the shapes has.
  private func changed(
    _ pairs: MemberPairs<Shape.Case>,
    _ error: CodedEffect.Failure,
    isSame: (Shape.Case, Shape.Case) -> Bool
  ) -> [ShapeDifference] {
    if pairs.removed.count == 1, pairs.added.count == 1, isSame(pairs.removed[0], pairs.added[0]) {
      return [
        ShapeDifference(
          kind: .renamed,
          member: pairs.added[0].name,
          values: "with the case '\(pairs.removed[0].name)' instead of '\(pairs.added[0].name)'",
          effect: .throwing(error)
        )
      ]
    }
    func removed(_ name: String, _ builds: String = "", at member: String? = nil) -> ShapeDifference {
      let values = "with the case '\(name)'\(builds)"
      return ShapeDifference(kind: .removed, member: member, values: values, effect: .throwing(error))
    }
    func added(_ name: String) -> ShapeDifference {
      let effect = CodedEffect.readable("older apps cannot read it")
      return ShapeDifference(kind: .added, member: name, values: "without the case '\(name)'", effect: effect)
    }
    return pairs.removed.map { removed($0.name) }
      + pairs.partlyRemoved.map { removed($0.name, " in builds that lack it now", at: $0.name) }
      + (pairs.added + pairs.partlyAdded).map { added($0.name) }
  }

  private func parameters(_ old: Shape.Case, _ new: Shape.Case) -> [ShapeDifference] {
    var found: [ShapeDifference] = []
    for parameter in new.parameters {
      let name = "'\(parameter.key)' of '\(new.name)'"
      if let former = old.parameters.first(where: { $0.key == parameter.key }) {
        if let difference = retyped(new.name, name, [former.type], [parameter.type]) { found.append(difference) }
      } else {
        // A default value is for the initializer alone; decoding never uses it.
        let effect: CodedEffect = parameter.type.isOptional ? .readable("it is nil there") : .throwing(.keyNotFound)
        found.append(ShapeDifference(kind: .added, member: new.name, values: "without \(name)", effect: effect))
      }
    }
    for former in old.parameters where !new.parameters.contains(where: { $0.key == former.key }) {
      let values = "with '\(former.key)' of '\(new.name)'"
      found.append(
        ShapeDifference(kind: .removed, member: new.name, values: values, effect: .readable("it is lost"))
      )
    }
    // A loss in a value that cannot be read anyway would be noise.
    return found.allSatisfy(\.isReadable) ? found : found.filter { !$0.isReadable }
  }
}
