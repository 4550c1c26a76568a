import NomadSyntax

/// The comparison of types with properties.
extension ShapeComparison {
  typealias Field = CodedField

  /// Returns the differences between what is in old data and what is read from it now.
  func fields(_ old: Shape, _ new: Shape) -> [ShapeDifference] {
    let (former, current) = (old.reads, new.reads)
    let isByHand = old.decoding != nil || new.decoding != nil || old.encoding != nil
    // What old code read, it could read; only synthesized coding reads exactly what it writes.
    func isUnchanged(_ field: Field) -> Bool {
      isByHand
        && former.contains { old in
          // A property that is there as well got the value before.
          old.isRead(as: field) && (old.name == field.name || !current.contains { $0.name == old.name })
        }
    }
    let mayHaveReadAll = old.decoding?.statements.isEmpty == false
    let data = old.data.filter { field in
      // What nothing reads now and nothing read before is not lost.
      mayHaveReadAll || former.contains { $0.path == field.path }
        || current.contains { $0.path == field.path || $0.name == field.name }
    }
    func wasRead(_ field: Field) -> Bool { mayHaveReadAll || former.contains { $0.path == field.path } }
    let pairs = MemberPairs(data.map(Self.member), current.map(Self.member))
    var found = pairs.same.flatMap { former, field -> [ShapeDifference] in
      let isRead = former.path == field.path || current.contains { $0.path == former.path }
      if isRead, isUnchanged(field) { return [] }
      // The property still gets the old value, and another one in its place.
      if former.path != field.path, current.contains(where: { $0.path == former.path && $0.name == former.name }) {
        return field.isRequired ? [missing(.added, field, "without '\(field.key)'", "", new)] : []
      }
      // A key may be that of another property in old data.
      let other = data.first { former.path != field.path && $0.path == field.path && $0.condition == former.condition }
      if let other { return [swapped(field, other)] }
      let differences = differences(from: former, to: field, isByHand: new.decoding != nil)
      if differences.isEmpty, !wasRead(former) { return [Self.unread(field)] }
      let reader = old.reads.first { $0.path == field.path && $0.condition == former.condition }
      let isRecoded = reader.map { code(of: $0, reading: former) } ?? [] != code(of: field, reading: former)
      return differences.isEmpty && isRecoded ? [Self.recoded(field)] : differences
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
      let index = removed.firstIndex(of: other)
      found +=
        index.map { differences(from: removed.remove(at: $0), to: field, isByHand: new.decoding != nil) }
        ?? [swapped(field, other)]
    }
    for (former, field) in Self.renamed(removed, added) {
      let values = "with '\(former.name)' instead of '\(field.name)'"
      found.append(missing(.renamed, field, values, "'\(former.name)' is lost", new))
      removed.removeAll { $0 == former }
      added.removeAll { $0 == field }
    }
    for field in added {
      found.append(missing(.added, field, "without '\(field.name)'", "'\(field.name)' is nil there", new))
    }
    for field in pairs.partlyAdded where !isUnchanged(field) {
      let values = "without '\(field.name)' in builds that lacked it"
      found.append(missing(.added, field, values, "'\(field.name)' is nil there", new))
    }
    for field in removed {
      let isConstant = new.properties.contains { $0.isWrittenOnly && $0.name == field.name }
      let effect = CodedEffect.readable("'\(field.name)' is \(isConstant ? "no longer read" : "lost")")
      let member = isConstant ? field.name : nil
      found.append(ShapeDifference(kind: .removed, member: member, values: "with '\(field.name)'", effect: effect))
    }
    if let decoding = new.decoding {
      found += decoding.statements.isEmpty ? Self.ignored(old, new) : inferred(old, new)
    }
    for field in pairs.partlyRemoved where wasRead(field) {
      let values = "with '\(field.name)' in builds that lack it now"
      let effect = CodedEffect.readable("'\(field.name)' is lost")
      found.append(ShapeDifference(kind: .removed, member: field.name, values: values, effect: effect))
    }
    return found
  }

  /// Returns the differences of properties whose types may tell unreadable statements what to decode.
  private func inferred(_ old: Shape, _ new: Shape) -> [ShapeDifference] {
    let read = Set((new.decoding?.fields ?? []).map(\.path))
    return new.properties.flatMap { property -> [ShapeDifference] in
      guard !read.contains([property.key]), let former = old.properties.first(where: { $0.name == property.name })
      else {
        return []
      }
      return differences(from: CodedField(former), to: CodedField(property)).map { difference in
        var difference = difference
        difference.effect = difference.effect.uncertain
        return difference
      }
    }
  }

  /// Returns the differences of new properties that are written, and that the only code that could read them does not.
  private static func ignored(_ old: Shape, _ new: Shape) -> [ShapeDifference] {
    if new.encoding != nil { return [] }
    let known = old.data + new.reads
    return new.properties.filter { property in
      !property.isWrittenOnly && !known.contains { $0.path == [property.key] || $0.name == property.name }
    }
    .map { property in
      let effect = CodedEffect.readable("init(from:) does not read it")
      let values = "without '\(property.name)'"
      return ShapeDifference(kind: .added, member: property.name, values: values, effect: effect)
    }
  }

  /// Returns the difference of a value that is written and read now, and that older apps only wrote.
  private static func unread(_ field: Field) -> ShapeDifference {
    let effect = CodedEffect.readable("older apps ignore what is written now")
    return ShapeDifference(kind: .added, member: field.name, values: "with a constant '\(field.name)'", effect: effect)
  }

  /// Returns the code that a reader runs with the values that old data has.
  private func code(of reader: Field, reading data: Field) -> Set<UInt64> {
    let used = reader.code.filter { type, _ in
      data.types.isEmpty || type == Shape.unknown
        || data.types.contains { self.reading(of: $0.unwrapped, as: type).failure == nil }
    }
    return Set(used.values)
  }

  /// Returns the difference of a value with which an `init(from:)` does something else than before.
  private static func recoded(_ field: Field) -> ShapeDifference {
    ShapeDifference(
      kind: .recoded,
      member: field.name,
      values: "with '\(field.name)', for which init(from:) has other code",
      effect: .wrong("it may be read in another way")
    )
  }

  /// Returns the differences for older apps between what is written now and what they read.
  func writing(_ old: Shape, _ new: Shape) -> [ShapeDifference] {
    guard old.encoding != new.encoding else { return [] }
    let written = new.data
    let effect: String
    func isWritten(_ field: Field) -> Bool { written.contains { $0.path == field.path } }
    func code(_ shape: Shape) -> Set<UInt64> {
      shape.encoding.map { $0.statements.union($0.fields.flatMap(\.code.values)) } ?? []
    }
    if !code(new).isSubset(of: code(old)) {
      effect = "older apps may not read what is written now"
    } else if let field = old.reads.first(where: { $0.isRequired && !isWritten($0) }) {
      effect = "older apps need '\(field.name)', which is no longer written"
    } else if let field = new.reads.first(where: { field in
      !isWritten(field) && old.data.contains { $0.path == field.path }
    }) {
      effect = "'\(field.name)' is no longer written"
    } else {
      return []
    }
    return [ShapeDifference(kind: .recoded, values: "from before encode(to:) changed", effect: .readable(effect))]
  }

  private static func member(_ field: Field) -> MemberPairs<Field>.Member {
    MemberPairs.Member(field, field.name, field.key, field.condition)
  }

  /// Returns the pairs of removed and added values that only a name tells apart, because no other one has their types.
  private static func renamed(_ removed: [Field], _ added: [Field]) -> [(Field, Field)] {
    struct Form: Hashable { var types: [SwiftType], wrapper: SwiftType? }
    func form(_ field: Field) -> Form { Form(types: field.types, wrapper: field.wrapper) }
    // A value of its own and one with a key are never the same.
    let formers = Dictionary(grouping: removed.filter { !$0.path.isEmpty }, by: form)
    let currents = Dictionary(grouping: added.filter { !$0.path.isEmpty }, by: form)
    return added.compactMap { field in
      guard let former = formers[form(field)], former.count == 1, currents[form(field)]?.count == 1 else { return nil }
      return (former[0], field)
    }
  }

  /// Returns a difference in which old data lacks the key of a property.
  private func missing(
    _ kind: ShapeDifference.Kind,
    _ field: Field,
    _ values: String,
    _ loss: String,
    _ shape: Shape
  ) -> ShapeDifference {
    var effect = CodedEffect.readable(loss)
    if kind == .added, shape.decoding != nil { effect = .readable("init(from:) decides what they get") }
    if field.isRequired {
      let isCertain = shape.decoding == nil && !field.types.isEmpty
      effect = .throwing(field.path.isEmpty ? .typeMismatch : .keyNotFound, isCertain: isCertain)
      if let wrapper = field.wrapper {
        let code = Shape.overload(for: wrapper)
        if shape.code[code] != nil {
          effect = .readable("\(code) decides what they get")
        } else if newShapes(wrapper.name ?? "").isEmpty {
          effect = .throwing(.keyNotFound, values: "unless its wrapper gives a value")
        }
      } else if field.types.isEmpty, shape.decoding == nil {
        effect = .throwing(.keyNotFound, values: "unless it is optional")
      }
    }
    return ShapeDifference(kind: kind, member: field.name, values: values, effect: effect)
  }

  private func differences(from old: Field, to new: Field, isByHand: Bool = false) -> [ShapeDifference] {
    if old.path != new.path {
      let values = "with '\(new.name)' under the key \(Self.quoted(old.key))"
      let effect: CodedEffect = new.isRequired ? .throwing(.keyNotFound) : .readable("'\(new.name)' is lost")
      return [ShapeDifference(kind: .rekeyed, member: new.name, values: values, effect: effect)]
    }
    if old.wrapper != new.wrapper, !isSame(old.wrapper, new.wrapper) {
      func form(_ field: Field) -> String { field.wrapper.map { "in @\($0)" } ?? "without a wrapper" }
      return [
        ShapeDifference(
          kind: .retyped,
          member: new.name,
          values: "with '\(new.name)' \(form(old)) instead of \(form(new))",
          effect: .throwing(.typeMismatch, isCertain: false)
        )
      ]
    }
    guard !old.types.isEmpty, !new.types.isEmpty else {
      guard old.types.isEmpty, !new.types.isEmpty else { return [] }
      return [
        ShapeDifference(
          kind: .retyped,
          member: new.name,
          values: "with '\(new.name)' of an unknown type, which is now \(Self.shown(new.types.text))",
          effect: .readable("they may differ")
        )
      ]
    }
    let isOpaque = new.wrapper.map(isOpaque) ?? false
    // What a method may do without is no statement about what is written.
    let types = isByHand && !old.types.contains(where: \.isOptional) ? new.types.map(\.unwrapped) : new.types
    var difference = retyped(new.name, "'\(new.name)'", old.types, types, isOpaque: isOpaque)
    if new.isTolerant, difference?.isReadable == false { difference?.effect = .readable("'\(new.name)' is lost") }
    return [difference].compactMap(\.self)
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
    return reading(of: old, as: new) == .same
  }

  private func swapped(_ new: Field, _ other: Field) -> ShapeDifference {
    var effect = CodedEffect.wrong("'\(new.name)' gets the values of '\(other.name)'")
    if !other.types.isEmpty, !new.types.isEmpty, let failure = reading(of: other.types, as: new.types).failure {
      // Of two optional values, one may be there and the other not.
      effect = other.isRequired && new.isRequired ? failure : failure.uncertain
    }
    let values = "with '\(other.name)' under the key \(Self.quoted(new.key))"
    return ShapeDifference(kind: .rekeyed, member: new.name, values: values, effect: effect)
  }

  /// Returns the difference of a value that is coded as other types; nil if there is none.
  func retyped(
    _ member: String,
    _ description: String,
    _ old: [SwiftType],
    _ new: [SwiftType],
    isOpaque: Bool = false
  ) -> ShapeDifference? {
    var reading = reading(of: old, as: new)
    // A property or value that is nil has no key, while an element of an array that is nil is null.
    if !isOpaque, !new.contains(where: \.isOptional), old.contains(where: \.isOptional) {
      let present = old.map(\.unwrapped)
      if self.reading(of: present, as: new).failure == nil { reading = .throwing(.keyNotFound) }
    }
    // A wrapper with hand-written code decides itself how it codes what it wraps.
    if isOpaque, reading != .same { reading = .throwing(.typeMismatch, isCertain: false) }
    guard case .other(let effect) = reading else { return nil }
    return ShapeDifference(
      kind: .retyped,
      member: member,
      values: "with \(description) as \(Self.shown(old.text, instead: new.text))",
      effect: effect
    )
  }

  /// Returns what decoding does with a value that may have several types, of which it tries several.
  private func reading(of old: [SwiftType], as new: [SwiftType]) -> CodedReading {
    old.map { old in
      new.dropFirst().reduce(reading(of: old, as: new[0])) { $0.or(reading(of: old, as: $1)) }
    }.reduce(.same) { $0.and($1) }
  }
}

extension [SwiftType] {
  fileprivate var text: String { map(\.description).joined(separator: " | ") }
}
