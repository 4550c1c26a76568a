import NomadGenCore
import NomadSyntax

/// The comparison of the shape that old data has with the one that the sources have now.
///
/// The decoders of Foundation decide: `JSONDecoder` and `PropertyListDecoder`.
package struct ShapeComparison {
  /// Returns the shapes of a type by its name as shapes spell it; none if it is no stored type.
  package typealias Lookup = (_ type: String) -> [Shape]

  let oldShapes: Lookup
  let newShapes: Lookup
  /// The pairs of types that are being compared, so that recursive types end.
  var assumed: Set<[SwiftType]> = []

  /// Prepares comparisons.
  ///
  /// - Parameters:
  ///   - old: Returns the shapes that old data has.
  ///   - new: Returns the shapes that the sources have.
  package init(from old: @escaping Lookup, to new: @escaping Lookup) {
    oldShapes = { WellKnownTypes.isTaken($0) ? [] : old($0) }
    newShapes = { WellKnownTypes.isTaken($0) ? [] : new($0) }
  }

  /// Whether a type that has another name now has the same shape as before.
  ///
  /// - Parameters:
  ///   - old: The shape under the old name.
  ///   - new: The shape under the new name.
  ///   - names: The old name and the new one, so that a type that contains itself is the same, too.
  /// - Returns: Whether they have no difference that matters for data.
  func isSame(_ old: Shape, _ new: Shape, named names: (old: String, new: String)) -> Bool {
    reading(of: (SwiftType(names.old), [old]), as: (SwiftType(names.new), [new])) == .same
  }

  /// Returns the differences between two shapes of one type that matter for data.
  package func differences(from old: Shape, to new: Shape) -> [ShapeDifference] {
    if old == new { return [] }
    if old.isDecoded, !new.isDecoded {
      let values = "from when it was Decodable"
      return [ShapeDifference(kind: .removed, values: values, effect: .readable("it no longer decodes them"))]
    }
    let found = codedDifferences(from: old, to: new)
    return new.isDecoded ? found : found.map(Self.undecoded)
  }

  /// Returns a difference as it is for a type that other code decodes.
  private static func undecoded(_ difference: ShapeDifference) -> ShapeDifference {
    if difference.kind == .recoded, !difference.isReadable { return difference }
    var difference = difference
    difference.effect = .readable("what decodes them has to read both forms")
    return difference
  }

  private func codedDifferences(from old: Shape, to new: Shape) -> [ShapeDifference] {
    if old.alias != nil || new.alias != nil { return aliasDifferences(from: old, to: new) }
    if let difference = difference(inCodeOf: old, new) ?? difference(inFormOf: old, new) { return [difference] }
    let isByHand = old.isCodedByHand && new.isCodedByHand
    var found: [ShapeDifference]
    if isByHand || !new.isEnum && new.rawType == nil {
      let (former, current, unknown) = withInherited(old, new)
      found = unknown.isEmpty ? fields(former, current) : unknown
    } else if new.rawType != nil {
      found = new.isEnum ? rawCases(old, new) : constants(old, new)
    } else {
      found = cases(old, new)
    }
    if new.isEnum, !isByHand, new.decoding != nil { found = found.map(Self.decided) }
    if found.isEmpty { found = writing(old, new) }
    if old.isKey != new.isKey {
      let values = "\(old.isKey ? "with" : "without") CodingKeyRepresentable"
      let effect = CodedEffect.throwing(.typeMismatch, values: "where it is the key of a dictionary")
      found.append(ShapeDifference(kind: .reshaped, values: values, effect: effect))
    }
    var known: Set<ShapeDifference> = []
    return found.filter { known.insert($0).inserted }
  }

  /// Returns a difference as it is if code may handle it.
  private static func decided(_ difference: ShapeDifference) -> ShapeDifference {
    var difference = difference
    difference.effect = difference.effect.uncertain
    return difference
  }

  // MARK: The type as a whole

  /// Returns the differences between the types that an alias stands for, as those of the alias.
  private func aliasDifferences(from old: Shape, to new: Shape) -> [ShapeDifference] {
    // A change of the type itself is reported there.
    if old.alias == new.alias { return [] }
    let olds = old.alias.map { shapes(of: $0, oldShapes) } ?? [old]
    let news = new.alias.map { shapes(of: $0, newShapes) } ?? [new]
    if olds.count == 1, news.count == 1 { return differences(from: olds[0], to: news[0]) }
    let (former, current) = (old.alias?.description ?? "another type", new.alias?.description ?? "another type")
    var effect = CodedEffect.throwing(.typeMismatch, isCertain: false)
    if let before = old.alias, let after = new.alias {
      guard case .other(let other) = reading(of: before, as: after) else { return [] }
      effect = other
    }
    let values = "as \(Self.shown(former, instead: current))"
    return [ShapeDifference(kind: .retyped, values: values, effect: effect)]
  }

  private func difference(inCodeOf old: Shape, _ new: Shape) -> ShapeDifference? {
    if let difference = difference(inStatementsOf: old, new) { return difference }
    let name = Set(old.code.keys).union(new.code.keys).sorted().first { name in
      old.code[name] != new.code[name] && WellKnownTypes.mayRecode(name) && !isOverload(name, ofOneOf: old, new)
    }
    guard let name else { return nil }
    let (was, now) = (old.code[name] != nil, new.code[name] != nil)
    return Self.recoded(was && now ? "before \(name) changed" : was ? "when it had \(name)" : "before it had \(name)")
  }

  /// Returns the difference between the statements of two `init(from:)` that cannot be read.
  private func difference(inStatementsOf old: Shape, _ new: Shape) -> ShapeDifference? {
    let (former, current) = (old.decoding?.statements ?? [], new.decoding?.statements ?? [])
    if let statement = current.subtracting(former).min() {
      var difference = Self.recoded(old.decoding == nil ? "before it had init(from:)" : "before init(from:) changed")
      difference.statement = statement
      return difference
    }
    if let statement = (new.decoding?.others ?? []).subtracting(old.decoding?.others ?? []).min() {
      var difference = Self.recoded(old.decoding == nil ? "before it had init(from:)" : "before init(from:) changed")
      difference.statement = statement
      return difference
    }
    // Without some statements, the code is known to read less; with known data, the values tell whether that matters.
    let isKnown = former == current || old.encoding?.statements.isEmpty ?? true
    let labels = old.decoding?.labels ?? []
    let isSame = new.decoding.map { labels.isSubset(of: $0.labels) && old.decoding?.others == $0.others } ?? true
    if isKnown, isSame || old.decoding == nil { return nil }
    return Self.recoded(new.decoding == nil ? "when it had init(from:)" : "before init(from:) changed")
  }

  private static func recoded(_ time: String) -> ShapeDifference {
    ShapeDifference(kind: .recoded, values: "from \(time)", effect: .wrong("they may be unreadable"))
  }

  /// Whether the code is for the wrapper of properties that only one of the shapes has, or is new.
  private func isOverload(_ code: String, ofOneOf old: Shape, _ new: Shape) -> Bool {
    let isWrapped = new.properties.contains { $0.wrapper.map(Shape.overload) == code }
    return code.hasPrefix(Shape.overloadStart) && (old.code[code] == nil || !isWrapped)
  }

  private func difference(inFormOf old: Shape, _ new: Shape) -> ShapeDifference? {
    if old.isCodedByHand, new.isCodedByHand { return nil }
    func form(_ shape: Shape) -> String {
      if shape.isCodedByHand { return "coded by hand" }
      let raw = shape.rawType
      return shape.isEnum ? raw.map { "an enum of \($0)" } ?? "an enum" : raw.map { "a raw \($0)" } ?? "properties"
    }
    if let oldType = old.rawType, let newType = new.rawType, !new.isEnum {
      // The new type has any raw value.
      let difference = retyped("rawValue", "'rawValue'", [SwiftType(oldType)], [SwiftType(newType)])
      guard difference == nil, old.isEnum else { return difference }
      let effect = CodedEffect.readable("older apps can read only its cases")
      return ShapeDifference(kind: .reshaped, values: "as an enum instead of a struct", effect: effect)
    }
    // An enum by hand has the same form as properties: a container with keys.
    let isSame = old.isEnum == new.isEnum && (!new.isEnum || old.isCodedByHand == new.isCodedByHand)
    guard !isSame || old.rawType != new.rawType else { return nil }
    if old.isEnum, let oldType = old.rawType, let newType = new.rawType {
      // Raw values are the same for both, whichever of these types holds them.
      if Self.integers[oldType] != nil, Self.integers[newType] != nil { return nil }
      if reading(of: SwiftType(oldType), as: SwiftType(newType)) == .same { return nil }
    }
    let isByHand = old.isCodedByHand || new.isCodedByHand
    let error: CodedEffect.Failure = old.rawType != nil && old.rawType == new.rawType ? .dataCorrupted : .typeMismatch
    return ShapeDifference(
      kind: .reshaped,
      values: "as \(form(old)) instead of \(form(new))",
      effect: .throwing(error, isCertain: !isByHand)
    )
  }

  /// Adds the properties of superclasses, which are in the same container, if the shapes have different ones.
  private func withInherited(_ old: Shape, _ new: Shape) -> (Shape, Shape, [ShapeDifference]) {
    guard old.superclass != new.superclass else { return (old, new, []) }
    let former = old.superclass.map { inherited($0, oldShapes) } ?? []
    let current = new.superclass.map { inherited($0, newShapes) } ?? []
    guard let former, let current else {
      let values = "with \(old.superclass.map { "the superclass '\($0)'" } ?? "no superclass")"
      let effect = CodedEffect.throwing(.keyNotFound, isCertain: false)
      return (old, new, [ShapeDifference(kind: .reshaped, values: values, effect: effect)])
    }
    var (old, new) = (old, new)
    old.properties += former
    new.properties += current
    return (old, new, [])
  }

  private func inherited(_ superclass: SwiftType, _ lookup: Lookup, depth: Int = 0) -> [Shape.Property]? {
    guard depth < 100, let shape = shapes(of: superclass, lookup).first else { return nil }
    guard let next = shape.superclass else { return shape.properties }
    return inherited(next, lookup, depth: depth + 1).map { shape.properties + $0 }
  }

  /// Returns the shapes of a type, with its generic arguments in place of the parameters.
  func shapes(of type: SwiftType, _ lookup: Lookup) -> [Shape] {
    guard let name = type.name else { return [] }
    return lookup(name).map { $0.with(type.arguments) }
  }

  // MARK: Words

  /// Two types or raw values as messages show them: short, and with what differs.
  static func shown(_ old: String, instead new: String = "") -> String {
    let (old, new) = (Array(old), Array(new))
    func isName(_ character: Character) -> Bool { character.isLetter || character.isNumber || character == "_" }
    var (start, end) = (0, 0)
    if max(old.count, new.count) > 40 {
      start = zip(old, new).prefix { $0 == $1 }.count
      while start > 0, isName(old[start - 1]) { start -= 1 }
      end = min(zip(old.reversed(), new.reversed()).prefix { $0 == $1 }.count, min(old.count, new.count) - start)
      while end > 0, isName(old[old.count - end]) { end -= 1 }
    }
    let texts = [old, new].filter { !$0.isEmpty }.map { text in
      let part = text[start..<(text.count - end)]
      return (start > 0 ? "…" : "") + part.prefix(40) + (end > 0 || part.count > 40 ? "…" : "")
    }
    return texts.joined(separator: " instead of ")
  }

  static func quoted(_ key: String) -> String { "'\(key)'" }
}
