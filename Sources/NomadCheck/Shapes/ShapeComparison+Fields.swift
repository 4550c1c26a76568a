import NomadSyntax

/// The comparison of types with properties.
extension ShapeComparison {
  typealias Field = CodedField

  /// Returns the differences between what is in old data and what is read from it now.
  func fieldDifferences(from old: Shape, to new: Shape) -> [ShapeDifference] {
    let (former, current) = (old.reads, new.reads)
    let isByHand = old.decoding != nil || new.decoding != nil || old.encoding != nil
    let mayHaveReadAll = old.decoding?.statements.isEmpty == false
    func wasRead(_ field: Field) -> Bool { mayHaveReadAll || former.contains { $0.path == field.path } }
    // What old code read, it could read; only synthesized coding reads exactly what it writes.
    func isUnchanged(_ field: Field) -> Bool {
      isByHand
        && former.contains { old in
          // A property that is there as well got the value before.
          old.isRead(as: field) && (old.name == field.name || !current.contains { $0.name == old.name })
        }
    }
    // What nothing reads now and nothing read before is not lost.
    let data = old.data.filter { field in
      wasRead(field) || current.contains { $0.path == field.path || $0.name == field.name }
    }
    let pairs = MemberPairs(data, current, by: \.key)
    var found = pairs.same.compactMap { former, field -> ShapeDifference? in
      let isMoved = former.path != field.path
      if isUnchanged(field), !isMoved || current.contains(where: { $0.path == former.path }) { return nil }
      // The property still gets the old value, and another one in its place.
      if isMoved, current.contains(where: { $0.path == former.path && $0.name == former.name }) {
        let change = ShapeChange.rekeyed(field.member, key: former.key, to: field.member)
        return field.isRequired ? ShapeDifference(change, effect(ofMissing: field, in: new)) : nil
      }
      // A key may be that of another property in old data.
      let other = data.first { isMoved && $0.path == field.path && $0.condition == former.condition }
      if let other { return swapped(field, other) }
      if let found = difference(from: former, to: field, isByHand: new.decoding != nil) { return found }
      if !wasRead(former) {
        let change = ShapeChange.retyped(field.member, from: "a constant", to: "a variable")
        return ShapeDifference(change, .readable("older apps ignore what is written now"))
      }
      let reader = old.reads.first { $0.path == field.path && $0.condition == former.condition }
      if reader.map({ code(of: $0, reading: former) }) ?? [] == code(of: field, reading: former) { return nil }
      let change = ShapeChange.recoded(Shape.decodingCode, for: field.member)
      return ShapeDifference(change, .wrong("it may be read in another way"))
    }
    // Statements that cannot be read may read the rest.
    var removed = new.decoding?.statements.isEmpty == false ? [] : pairs.removed
    var added = pairs.added.filter { !isUnchanged($0) }
    for field in added {
      // Another property may have had the key.
      let other = data.first { former in
        former.path == field.path
          && (former.condition == field.condition || former.condition == nil || field.condition == nil)
      }
      guard let other else { continue }
      added.removeAll { $0 == field }
      if let index = removed.firstIndex(of: other) {
        removed.remove(at: index)
        found += [difference(from: other, to: field, isByHand: new.decoding != nil)].compactMap(\.self)
      } else {
        found.append(swapped(field, other))
      }
    }
    found += Self.missing(added, &removed) { effect(ofMissing: $0, $1, in: new) }
    for field in pairs.partlyAdded where !isUnchanged(field) {
      found.append(ShapeDifference(.added(field.member, isPartial: true), effect(ofMissing: field, in: new)))
    }
    for field in removed {
      let isConstant = new.properties.contains { $0.isWrittenOnly && $0.name == field.name }
      let effect = isConstant ? .readable("'\(field.name)' is no longer read") : CodedEffect.lost(field.name)
      found.append(ShapeDifference(.removed(field.member), effect))
    }
    if let decoding = new.decoding {
      found += decoding.statements.isEmpty ? Self.ignored(old, new) : inferred(old, new)
    }
    for field in pairs.partlyRemoved where wasRead(field) {
      found.append(ShapeDifference(.removed(field.member, isPartial: true), .lost(field.name)))
    }
    return found
  }

  /// Returns the differences of values that old data lacks.
  ///
  /// - Parameters:
  ///   - added: The values.
  ///   - removed: The values that nothing reads any more; without those that one of the others surely is.
  ///   - effect: Returns the effect for a value, given the one that is lost under another name.
  /// - Returns: The differences.
  private static func missing(
    _ added: [Field],
    _ removed: inout [Field],
    _ effect: (Field, _ former: String?) -> CodedEffect
  ) -> [ShapeDifference] {
    // A value of its own and one with a key are never the same.
    let formers = Dictionary(grouping: removed.filter { !$0.path.isEmpty }, by: \.form)
    let currents = Dictionary(grouping: added.filter { !$0.path.isEmpty }, by: \.form)
    return added.map { field in
      let formers = field.path.isEmpty ? [] : formers[field.form] ?? []
      guard let former = formers.first, formers.count == 1 else {
        return ShapeDifference(.added(field.member), effect(field, nil))
      }
      // Only the names tell them apart, because no other values have their types.
      let isRenamed = currents[field.form]?.count == 1
      if isRenamed { removed.removeAll { $0 == former } }
      var difference =
        isRenamed
        ? ShapeDifference(.renamed(former.member, to: field.member), effect(field, former.name))
        : ShapeDifference(.added(field.member), effect(field, nil))
      // The key does not help where the former value is absent, too.
      if former.path.count == 1, field.path.count == 1, !field.types.isEmpty, former.isRequired || !field.isRequired {
        difference.former = ShapeDifference.Former(name: former.name, key: former.key)
      }
      return difference
    }
  }

  /// Returns the differences of properties whose types may tell unreadable statements what to decode.
  private func inferred(_ old: Shape, _ new: Shape) -> [ShapeDifference] {
    let read = Set((new.decoding?.fields ?? []).map(\.path))
    return new.properties.compactMap { property in
      let former = old.properties.first { $0.name == property.name }
      guard let former, !read.contains([property.key]) else { return nil }
      return difference(from: CodedField(former), to: CodedField(property))?.uncertain
    }
  }

  /// Returns the differences of new properties that are written, and that the only code that could read them does not.
  private static func ignored(_ old: Shape, _ new: Shape) -> [ShapeDifference] {
    if new.encoding != nil { return [] }
    let known = old.data + new.reads
    let ignored = new.properties.filter { property in
      !property.isWrittenOnly && !known.contains { $0.path == [property.key] || $0.name == property.name }
    }
    return ignored.map { ShapeDifference(.added(.property($0.name)), .readable("init(from:) does not read it")) }
  }

  /// Returns the code that a reader runs with the values that old data has.
  private func code(of reader: Field, reading data: Field) -> Set<UInt64> {
    let used = reader.code.filter { type, _ in
      data.types.isEmpty || type == Shape.unknown
        || data.types.contains { effect(of: $0.unwrapped, as: type).failure == nil }
    }
    return Set(used.values)
  }

  /// Returns the difference for older apps between what is written now and what they read; nil if there is none.
  func writing(_ old: Shape, _ new: Shape) -> ShapeDifference? {
    guard old.encoding != new.encoding else { return nil }
    let written = new.writtenKeys
    func code(_ shape: Shape) -> Set<UInt64> {
      shape.encoding.map { $0.statements.union($0.fields.flatMap(\.code.values)) } ?? []
    }
    let effect: String
    if !code(new).isSubset(of: code(old)) {
      effect = "older apps may not read what is written now"
    } else if let field = old.reads.first(where: { $0.isRequired && !written.contains($0.path) }) {
      effect = "older apps need '\(field.name)', which is no longer written"
    } else if let field = new.reads.first(where: { field in
      !written.contains(field.path) && old.data.contains { $0.path == field.path }
    }) {
      effect = "'\(field.name)' is no longer written"
    } else {
      return nil
    }
    return ShapeDifference(.recoded(Shape.encodingCode), .readable(effect))
  }

  /// Returns what happens to old data that lacks the key of a value.
  ///
  /// - Parameters:
  ///   - field: The value.
  ///   - former: The name under which old data has it, so that it is lost; nil if old data may not have it.
  ///   - shape: The shape of the sources.
  /// - Returns: The effect.
  private func effect(ofMissing field: Field, _ former: String? = nil, in shape: Shape) -> CodedEffect {
    guard field.isRequired else {
      if let former { return .lost(former) }
      return .readable(shape.decoding == nil ? "'\(field.name)' is nil there" : "init(from:) decides what they get")
    }
    if let wrapper = field.wrapper {
      let code = Shape.overload(for: wrapper)
      if shape.code[code] != nil { return .readable("\(code) decides what they get") }
      if newShapes(wrapper.name ?? "").isEmpty {
        return .throwing(.keyNotFound, values: "unless its wrapper gives a value")
      }
    } else if field.types.isEmpty, shape.decoding == nil {
      return .throwing(.keyNotFound, values: "unless it is optional")
    }
    let isCertain = shape.decoding == nil && !field.types.isEmpty
    return .throwing(field.path.isEmpty ? .typeMismatch : .keyNotFound, isCertain: isCertain)
  }

  /// Returns the difference between a value in old data and the one that is read in its place; nil if there is none.
  private func difference(from old: Field, to new: Field, isByHand: Bool = false) -> ShapeDifference? {
    if old.path != new.path {
      let effect = new.isRequired ? .throwing(.keyNotFound) : CodedEffect.lost(new.name)
      return ShapeDifference(.rekeyed(new.member, key: old.key, to: new.member), effect)
    }
    if old.wrapper != new.wrapper, !isSame(old.wrapper, new.wrapper) {
      func text(_ field: Field) -> String { (field.wrapper.map { "@\($0) " } ?? "") + field.types.text }
      let change = ShapeChange.retyped(new.member, from: text(old), to: text(new))
      return ShapeDifference(change, .throwing(.typeMismatch, isCertain: false))
    }
    if new.types.isEmpty { return nil }
    if old.types.isEmpty {
      let change = ShapeChange.retyped(new.member, from: old.types.text, to: new.types.text)
      return ShapeDifference(change, .readable("they may differ"))
    }
    let isOpaque = new.wrapper.map(isOpaque) ?? false
    // What a method may do without is no statement about what is written.
    let types = isByHand && !old.types.contains(where: \.isOptional) ? new.types.map(\.unwrapped) : new.types
    var difference = retyped(new.member, from: old.types, to: types, isOpaque: isOpaque)
    if new.isTolerant, difference?.isReadable == false { difference?.effect = .lost(new.name) }
    return difference
  }

  /// Whether a property wrapper may code what it wraps in any way.
  private func isOpaque(_ wrapper: SwiftType) -> Bool {
    let name = wrapper.name ?? ""
    return newShapes(name).isEmpty || hasCode(name)
  }

  /// Whether two property wrappers of different texts are coded in the same way, apart from what they wrap.
  private func isSame(_ old: SwiftType?, _ new: SwiftType?) -> Bool {
    guard let old, let new else { return false }
    // The wrapped type tells the arguments that are left out.
    if old.name == new.name, old.name != nil, old.arguments.isEmpty || new.arguments.isEmpty { return true }
    return effect(of: old, as: new) == nil
  }

  /// Returns the difference of a value that is read from the key of another one.
  private func swapped(_ new: Field, _ other: Field) -> ShapeDifference {
    var effect = CodedEffect.wrong("'\(new.name)' gets the values of '\(other.name)'")
    if !other.types.isEmpty, !new.types.isEmpty, let failure = self.effect(ofAny: other.types, as: new.types).failure {
      // Of two optional values, one may be there and the other not.
      effect = other.isRequired && new.isRequired ? failure : failure.uncertain
    }
    return ShapeDifference(.rekeyed(other.member, key: new.key, to: new.member), effect)
  }

  /// Returns the difference of a value that is coded as other types; nil if there is none.
  func retyped(
    _ member: ShapeChange.Member,
    from old: [SwiftType],
    to new: [SwiftType],
    isOpaque: Bool = false
  ) -> ShapeDifference? {
    var effect = effect(ofAny: old, as: new)
    // A property or value that is nil has no key, while an element of an array that is nil is null.
    if !isOpaque, !new.contains(where: \.isOptional), old.contains(where: \.isOptional),
      self.effect(ofAny: old.map(\.unwrapped), as: new).failure == nil
    {
      effect = .throwing(.keyNotFound)
    }
    // A wrapper with hand-written code decides itself how it codes what it wraps.
    if isOpaque, effect != nil { effect = .throwing(.typeMismatch, isCertain: false) }
    return effect.map { ShapeDifference(.retyped(member, from: old.text, to: new.text), $0) }
  }

  /// Returns what decoding does with a value that may have several types, of which it tries several.
  private func effect(ofAny old: [SwiftType], as new: [SwiftType]) -> CodedEffect? {
    old.reduce(nil) { worst, old in
      worst.and(new.dropFirst().reduce(effect(of: old, as: new[0])) { $0.or(effect(of: old, as: $1)) })
    }
  }
}

extension [SwiftType] {
  fileprivate var text: String {
    isEmpty ? "an unknown type" : map(\.description).joined(separator: " \(Shape.otherMark) ")
  }
}

extension CodedField {
  fileprivate var member: ShapeChange.Member { .property(name) }

  /// The types of the value, apart from whether it is optional.
  fileprivate var form: [SwiftType?] { [wrapper] + types.map(\.unwrapped) }
}
