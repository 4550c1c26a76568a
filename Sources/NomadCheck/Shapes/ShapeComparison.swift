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

  /// Returns the differences between two shapes of one type that matter for data.
  package func differences(from old: Shape, to new: Shape) -> [ShapeDifference] {
    if old == new { return [] }
    if new.isDecoded { return codedDifferences(from: old, to: new) }
    if old.isDecoded {
      let change = ShapeChange.recoded("the conformance to Decodable", isNew: false)
      return [ShapeDifference(change, .readable("it no longer decodes them"))]
    }
    return codedDifferences(from: old, to: new).map { difference in
      if case .recoded = difference.change, !difference.isReadable { return difference }
      var difference = difference
      difference.effect = .readable("what decodes them has to read both forms")
      return difference
    }
  }

  private func codedDifferences(from old: Shape, to new: Shape) -> [ShapeDifference] {
    if old.alias != nil || new.alias != nil { return aliasDifferences(from: old, to: new) }
    if let difference = codeDifference(from: old, to: new) ?? formDifference(from: old, to: new) {
      return [difference]
    }
    let isByHand = old.isCodedByHand && new.isCodedByHand
    var found =
      isByHand || !new.isEnum && new.rawType == nil
      ? inheritedDifferences(from: old, to: new)
      : new.rawType == nil ? caseDifferences(from: old, to: new) : rawDifferences(from: old, to: new)
    if new.isEnum, !isByHand, new.decoding != nil { found = found.map(\.uncertain) }
    if found.isEmpty { found = [writing(old, new)].compactMap(\.self) }
    if old.isKey != new.isKey {
      func form(_ shape: Shape) -> String { "a type \(shape.isKey ? "with" : "without") CodingKeyRepresentable" }
      let effect = CodedEffect.throwing(.typeMismatch, values: "where it is the key of a dictionary")
      found.append(ShapeDifference(.reshaped(from: form(old), to: form(new)), effect))
    }
    var known: Set<ShapeDifference> = []
    return found.filter { known.insert($0).inserted }
  }

  // MARK: The type as a whole

  /// Returns the differences between the types that an alias stands for, as those of the alias.
  private func aliasDifferences(from old: Shape, to new: Shape) -> [ShapeDifference] {
    // A change of the type itself is reported there.
    if old.alias == new.alias { return [] }
    let olds = old.alias.map { shapes(of: $0, oldShapes) } ?? [old]
    let news = new.alias.map { shapes(of: $0, newShapes) } ?? [new]
    if olds.count == 1, news.count == 1 { return differences(from: olds[0], to: news[0]) }
    var effect: CodedEffect? = .throwing(.typeMismatch, isCertain: false)
    if let before = old.alias, let after = new.alias { effect = self.effect(of: before, as: after) }
    func text(_ shape: Shape) -> String { shape.alias?.description ?? "another type" }
    return effect.map { [ShapeDifference(.reshaped(from: text(old), to: text(new)), $0)] } ?? []
  }

  /// Returns the difference between code by hand that cannot be read; nil if there is none.
  private func codeDifference(from old: Shape, to new: Shape) -> ShapeDifference? {
    func recoded(_ name: String, _ isOld: Bool, _ isNew: Bool, at statement: UInt64? = nil) -> ShapeDifference {
      let change = ShapeChange.recoded(name, isOld: isOld, isNew: isNew)
      var difference = ShapeDifference(change, .wrong("they may be unreadable"))
      difference.statement = statement
      return difference
    }
    let (former, current) = (old.decoding ?? Shape.Code(), new.decoding ?? Shape.Code())
    let statement =
      current.statements.subtracting(former.statements).min() ?? current.others.subtracting(former.others).min()
    // Without some statements, the code is known to read less; with known data, the values tell whether that matters.
    let isKnown = former.statements == current.statements || old.encoding?.statements.isEmpty ?? true
    let isSame = new.decoding == nil || former.labels.isSubset(of: current.labels) && former.others == current.others
    if statement != nil || old.decoding != nil && !(isKnown && isSame) {
      return recoded(Shape.decodingCode, old.decoding != nil, new.decoding != nil, at: statement)
    }
    let name = Set(old.code.keys).union(new.code.keys).sorted().first { name in
      old.code[name] != new.code[name] && WellKnownTypes.mayRecode(name) && !isOverload(name, ofOneOf: old, new)
    }
    return name.map { recoded($0, old.code[$0] != nil, new.code[$0] != nil) }
  }

  /// Whether the code is for the wrapper of properties that only one of the shapes has, or is new.
  private func isOverload(_ code: String, ofOneOf old: Shape, _ new: Shape) -> Bool {
    let isWrapped = new.properties.contains { $0.wrapper.map(Shape.overload) == code }
    return code.hasPrefix(Shape.overloadStart) && (old.code[code] == nil || !isWrapped)
  }

  private func formDifference(from old: Shape, to new: Shape) -> ShapeDifference? {
    if old.isCodedByHand, new.isCodedByHand { return nil }
    if let oldType = old.rawType, let newType = new.rawType, !new.isEnum {
      // The new type has any raw value.
      let difference = retyped(.property("rawValue"), from: [SwiftType(oldType)], to: [SwiftType(newType)])
      guard difference == nil, old.isEnum else { return difference }
      return ShapeDifference(
        .reshaped(from: "an enum", to: "a struct"),
        .readable("older apps can read only its cases")
      )
    }
    // An enum by hand has the same form as properties: a container with keys.
    let isSame = old.isEnum == new.isEnum && (!new.isEnum || old.isCodedByHand == new.isCodedByHand)
    guard !isSame || old.rawType != new.rawType else { return nil }
    if old.isEnum, let oldType = old.rawType, let newType = new.rawType {
      // Raw values are the same for both, whichever of these types holds them.
      if Self.integers[oldType] != nil, Self.integers[newType] != nil { return nil }
      if effect(of: SwiftType(oldType), as: SwiftType(newType)) == nil { return nil }
    }
    func form(_ shape: Shape) -> String {
      if shape.isCodedByHand { return "coded by hand" }
      let raw = shape.rawType
      return shape.isEnum ? raw.map { "an enum of \($0)" } ?? "an enum" : raw.map { "a raw \($0)" } ?? "properties"
    }
    let error: CodedEffect.Failure = old.rawType != nil && old.rawType == new.rawType ? .dataCorrupted : .typeMismatch
    let effect = CodedEffect.throwing(error, isCertain: !old.isCodedByHand && !new.isCodedByHand)
    return ShapeDifference(.reshaped(from: form(old), to: form(new)), effect)
  }

  /// Compares the properties with those of superclasses, which are in the same container, if these are different ones.
  private func inheritedDifferences(from old: Shape, to new: Shape) -> [ShapeDifference] {
    if old.superclass == new.superclass { return fieldDifferences(from: old, to: new) }
    guard let former = inherited(old.superclass, oldShapes), let current = inherited(new.superclass, newShapes) else {
      func form(_ shape: Shape) -> String {
        shape.superclass.map { "a subclass of '\($0)'" } ?? "a type without a superclass"
      }
      let change = ShapeChange.reshaped(from: form(old), to: form(new))
      return [ShapeDifference(change, .throwing(.keyNotFound, isCertain: false))]
    }
    var (old, new) = (old, new)
    old.properties += former
    new.properties += current
    return fieldDifferences(from: old, to: new)
  }

  private func inherited(_ superclass: SwiftType?, _ lookup: Lookup, depth: Int = 0) -> [Shape.Property]? {
    guard let superclass else { return [] }
    guard depth < 100, let shape = shapes(of: superclass, lookup).first else { return nil }
    return inherited(shape.superclass, lookup, depth: depth + 1).map { shape.properties + $0 }
  }

  /// Returns the shapes of a type, with its generic arguments in place of the parameters.
  func shapes(of type: SwiftType, _ lookup: Lookup) -> [Shape] {
    guard let name = type.name else { return [] }
    return lookup(name).map { $0.with(type.arguments) }
  }
}

extension ShapeDifference {
  /// The difference as it is if code may handle it.
  var uncertain: ShapeDifference {
    var difference = self
    difference.effect = effect.uncertain
    return difference
  }
}
