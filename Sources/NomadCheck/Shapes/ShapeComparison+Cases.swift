import NomadSyntax

/// The comparison of enums, and of types that are coded as their raw values.
extension ShapeComparison {
  func caseDifferences(from old: Shape, to new: Shape) -> [ShapeDifference] {
    let pairs = MemberPairs(old.cases, new.cases, by: \.key)
    let found = pairs.same.flatMap { former, current -> [ShapeDifference] in
      let member = ShapeChange.Member.enumCase(current.name)
      return former.key == current.key
        ? valueDifferences(from: former, to: current)
        : [ShapeDifference(.rekeyed(member, key: former.key, to: member), .throwing(.typeMismatch))]
    }
    return found + Self.changed(pairs, .typeMismatch) { $0.parameters == $1.parameters }
  }

  /// Returns the differences between the cases or the constants of two types that are coded as their raw values.
  ///
  /// Decoding goes by the values alone. A type with constants accepts any value, so that one of another meaning is no
  /// error.
  func rawDifferences(from old: Shape, to new: Shape) -> [ShapeDifference] {
    var pairs = MemberPairs(old.cases, new.cases, by: \.rawText)
    func heir(_ former: Shape.Case) -> Shape.Case? { new.cases.first { $0.rawText == former.rawText } }
    func effect(on former: Shape.Case, without loss: CodedEffect) -> CodedEffect {
      heir(former).map { .wrong(new.isEnum ? "decoding gives '\($0.name)'" : "the value means '\($0.name)' now") }
        ?? loss
    }
    let loss: CodedEffect = new.isEnum ? .throwing(.dataCorrupted) : .wrong("the value means nothing now")
    let revalued = pairs.same.filter { $0.rawText != $1.rawText }.map { former, current in
      let member = ShapeChange.Member.property(current.name)
      return ShapeDifference(
        .revalued(member, from: former.rawText, to: current.rawText),
        effect(on: former, without: loss)
      )
    }
    if !new.isEnum {
      let nothing = CodedEffect.readable("nothing has its value now")
      return revalued
        + pairs.removed.map { ShapeDifference(.removed(.property($0.name)), effect(on: $0, without: nothing)) }
    }
    let replaced = pairs.removed.filter { heir($0) != nil }
    pairs.removed.removeAll { heir($0) != nil }
    pairs.added.removeAll { current in old.cases.contains { $0.rawText == current.rawText } }
    return revalued + replaced.map { ShapeDifference(.removed(.enumCase($0.name)), effect(on: $0, without: loss)) }
      + Self.changed(pairs, .dataCorrupted) { _, _ in true }
  }

  /// Returns the differences about cases that only one of the shapes has.
  private static func changed(
    _ pairs: MemberPairs<Shape.Case>,
    _ error: CodedEffect.Failure,
    isSame: (Shape.Case, Shape.Case) -> Bool
  ) -> [ShapeDifference] {
    if pairs.removed.count == 1, pairs.added.count == 1, isSame(pairs.removed[0], pairs.added[0]) {
      let (former, current) = (pairs.removed[0].name, pairs.added[0].name)
      return [ShapeDifference(.renamed(.enumCase(former), to: .enumCase(current)), .throwing(error))]
    }
    let removed =
      pairs.removed.map { ShapeChange.removed(.enumCase($0.name)) }
      + pairs.partlyRemoved.map { .removed(.enumCase($0.name), isPartial: true) }
    return removed.map { ShapeDifference($0, .throwing(error)) }
      + (pairs.added + pairs.partlyAdded).map {
        ShapeDifference(.added(.enumCase($0.name)), .readable("older apps cannot read it"))
      }
  }

  /// Returns the differences between the associated values of a case.
  private func valueDifferences(from old: Shape.Case, to new: Shape.Case) -> [ShapeDifference] {
    let read = new.parameters.compactMap { parameter -> ShapeDifference? in
      let member = ShapeChange.Member.value(parameter.key, of: new.name)
      if let former = old.parameters.first(where: { $0.key == parameter.key }) {
        return retyped(member, from: [former.type], to: [parameter.type])
      }
      // A default value is for the initializer alone; decoding never uses it.
      let isOptional = parameter.type.isOptional
      return ShapeDifference(.added(member), isOptional ? .readable("it is nil there") : .throwing(.keyNotFound))
    }
    let lost = old.parameters.filter { former in !new.parameters.contains { $0.key == former.key } }.map {
      ShapeDifference(.removed(.value($0.key, of: new.name)), .readable("it is lost"))
    }
    // A loss in a value that cannot be read anyway would be noise.
    return read.allSatisfy(\.isReadable) ? read + lost : read.filter { !$0.isReadable }
  }
}
