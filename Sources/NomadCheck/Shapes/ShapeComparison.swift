import NomadGenCore
import NomadSyntax

/// The comparison of the shape that old data has with the one that the sources have now.
///
/// The decoders of Foundation decide: `JSONDecoder` and `PropertyListDecoder` with synthesized conformances.
package struct ShapeComparison {
  /// Returns the shapes of a type by its name as shapes spell it; none if it is no stored type.
  package typealias Lookup = (_ type: String) -> [Shape]

  private let oldShapes: Lookup
  private let newShapes: Lookup
  /// The pairs of types that are being compared, so that recursive types end.
  private var assumed: Set<[String]> = []

  /// Prepares comparisons.
  ///
  /// - Parameters:
  ///   - old: Returns the shapes that old data has.
  ///   - new: Returns the shapes that the sources have.
  package init(from old: @escaping Lookup, to new: @escaping Lookup) { (oldShapes, newShapes) = (old, new) }

  /// Whether a type that has another name now has the same shape as before.
  ///
  /// - Parameters:
  ///   - old: The shape under the old name.
  ///   - new: The shape under the new name.
  ///   - names: The old name and the new one, so that a type that contains itself is the same, too.
  /// - Returns: Whether they have no difference that matters for data.
  func isSame(_ old: Shape, _ new: Shape, named names: (old: String, new: String)) -> Bool {
    reading(of: (names.old, [old]), as: (names.new, [new])) == .same
  }

  /// Returns the differences between two shapes of one type that matter for data.
  package func differences(from old: Shape, to new: Shape) -> [ShapeDifference] {
    if old == new { return [] }
    if old.isDecoded, !new.isDecoded {
      let values = "from when it was Decodable"
      return [ShapeDifference(kind: .removed, isReadable: true, values: values, effect: "it no longer decodes them")]
    }
    let found = codedDifferences(from: old, to: new)
    return new.isDecoded ? found : found.map(Self.undecoded)
  }

  /// Returns a difference as it is for a type that other code decodes.
  private static func undecoded(_ difference: ShapeDifference) -> ShapeDifference {
    if difference.kind == .recoded { return difference }
    var difference = difference
    (difference.isReadable, difference.effect) = (true, "what decodes them has to read both forms")
    return difference
  }

  private func codedDifferences(from old: Shape, to new: Shape) -> [ShapeDifference] {
    // A struct with a raw value is coded as that alone.
    if !old.isEnum, !new.isEnum, old.rawType != nil, old.rawType == new.rawType, old.decoding == new.decoding,
      old.encoding == new.encoding, old.code == new.code
    {
      return []
    }
    if let difference = difference(inCodeOf: old, new) ?? difference(inFormOf: old, new) { return [difference] }
    var found: [ShapeDifference]
    if new.isEnum {
      found = new.rawType == nil ? cases(old, new) : rawCases(old, new)
    } else {
      let (old, new, unknown) = withInherited(old, new)
      found = unknown.isEmpty ? properties(old, new) : unknown
    }
    if !new.isEnum { found = found.compactMap { withCode($0, new) } }
    var known: Set<ShapeDifference> = []
    return found.filter { known.insert($0).inserted }
  }

  /// Returns a difference as it is with hand-written code that did not change, which codes the same keys as before; nil
  /// if it is none.
  private func withCode(_ difference: ShapeDifference, _ shape: Shape) -> ShapeDifference? {
    var difference = difference
    let property = shape.properties.first { $0.name == difference.member }
    if difference.effect == Self.throwing("keyNotFound"), let wrapper = property?.wrapper {
      let code = Shape.overload(for: wrapper)
      if shape.code[code] != nil {
        (difference.isReadable, difference.effect) = (true, "\(code) decides what they get")
      } else if newShapes(String(wrapper.prefix { $0 != "<" })).isEmpty {
        difference.effect += " unless its wrapper gives a value"
      }
    }
    let isAboutKeys = [.added, .removed, .renamed].contains(difference.kind)
    guard isAboutKeys, shape.decoding != nil || shape.encoding != nil else { return difference }
    if shape.encoding == nil {
      return difference.kind == .removed ? difference : Self.unread(difference.member, difference.values)
    }
    return shape.decoding == nil && !difference.isReadable ? difference : nil
  }

  /// Returns the difference of a key that is written now, and that older apps do not read.
  private static func unread(_ member: String?, _ values: String) -> ShapeDifference {
    let effect = "older apps ignore what is written now"
    return ShapeDifference(kind: .added, member: member, isReadable: true, values: values, effect: effect)
  }

  // MARK: The type as a whole

  private func difference(inCodeOf old: Shape, _ new: Shape) -> ShapeDifference? {
    let code: String
    if old.decoding != new.decoding {
      code = "before init(from:) changed"
    } else if old.encoding != new.encoding {
      code = "before encode(to:) changed"
    } else if let name = Set(old.code.keys).union(new.code.keys).sorted().first(where: {
      old.code[$0] != new.code[$0] && WellKnownTypes.mayRecode($0) && !isOverload($0, ofOneOf: old, new)
    }) {
      let (was, now) = (old.code[name] != nil, new.code[name] != nil)
      code = was && now ? "before \(name) changed" : was ? "when it had \(name)" : "before it had \(name)"
    } else {
      return nil
    }
    return ShapeDifference(
      kind: .recoded,
      isReadable: false,
      values: "from \(code)",
      effect: "they may be unreadable"
    )
  }

  /// Whether the code is for the wrapper of properties that only one of the shapes has, or is new.
  private func isOverload(_ code: String, ofOneOf old: Shape, _ new: Shape) -> Bool {
    let isWrapped = new.properties.contains { $0.wrapper.map(Shape.overload) == code }
    return code.hasPrefix(Shape.overloadStart) && (old.code[code] == nil || !isWrapped)
  }

  private func difference(inFormOf old: Shape, _ new: Shape) -> ShapeDifference? {
    func form(_ shape: Shape) -> String {
      let raw = shape.rawType
      return shape.isEnum ? raw.map { "an enum of \($0)" } ?? "an enum" : raw.map { "a raw \($0)" } ?? "properties"
    }
    if let oldType = old.rawType, let newType = new.rawType, !new.isEnum {
      // The new type has any raw value.
      let difference = retyped("rawValue", "'rawValue'", oldType, newType)
      guard difference == nil, old.isEnum else { return difference }
      return ShapeDifference(
        kind: .reshaped,
        isReadable: true,
        values: "as an enum instead of a struct",
        effect: "older apps can read only its cases"
      )
    }
    guard old.isEnum != new.isEnum || old.rawType != new.rawType else { return nil }
    if old.isEnum, let oldType = old.rawType, let newType = new.rawType {
      // Raw values are the same for both, whichever of these types holds them.
      if Self.integers[oldType] != nil, Self.integers[newType] != nil { return nil }
      if reading(of: CodedType(oldType), as: CodedType(newType)) == .same { return nil }
    }
    return ShapeDifference(
      kind: .reshaped,
      isReadable: false,
      values: "as \(form(old)) instead of \(form(new))",
      effect: Self.throwing(old.rawType != nil && old.rawType == new.rawType ? "dataCorrupted" : "typeMismatch")
    )
  }

  /// Adds the properties of superclasses, which are in the same container, if the shapes have different ones.
  private func withInherited(_ old: Shape, _ new: Shape) -> (Shape, Shape, [ShapeDifference]) {
    guard old.superclass != new.superclass else { return (old, new, []) }
    let former = old.superclass.map { inherited($0, oldShapes) } ?? []
    let current = new.superclass.map { inherited($0, newShapes) } ?? []
    guard let former, let current else {
      let unknown = ShapeDifference(
        kind: .reshaped,
        isReadable: false,
        values: "with \(old.superclass.map { "the superclass '\($0)'" } ?? "no superclass")",
        effect: "decoding can throw keyNotFound"
      )
      return (old, new, [unknown])
    }
    var (old, new) = (old, new)
    old.properties += former
    new.properties += current
    return (old, new, [])
  }

  private func inherited(_ superclass: String, _ shapes: Lookup, depth: Int = 0) -> [Shape.Property]? {
    guard depth < 100, let shape = shapes(superclass).first else { return nil }
    guard let next = shape.superclass else { return shape.properties }
    return inherited(next, shapes, depth: depth + 1).map { shape.properties + $0 }
  }

  // MARK: Properties

  private func properties(_ old: Shape, _ new: Shape) -> [ShapeDifference] {
    let pairs = MemberPairs(
      old.properties.map { MemberPairs.Member($0, $0.name, $0.key, $0.condition) },
      new.properties.map { MemberPairs.Member($0, $0.name, $0.key, $0.condition) }
    )
    var found = pairs.same.flatMap { former, current in
      // A key may be that of another property in old data.
      old.properties.first { former.key != current.key && $0.key == current.key && $0.condition == former.condition }
        .map { [swapped(current, $0)] } ?? differences(from: former, to: current)
    }
    var (removed, added) = (pairs.removed.filter { !$0.isWrittenOnly }, pairs.added.filter { !$0.isWrittenOnly })
    if removed.count == 1, added.count == 1, removed[0].type == added[0].type, removed[0].wrapper == added[0].wrapper {
      found.append(
        Self.property(
          .renamed,
          added[0],
          "with '\(removed[0].name)' instead of '\(added[0].name)'",
          "'\(removed[0].name)' is lost"
        )
      )
      (removed, added) = ([], [])
    }
    for property in added {
      // Another property may have had the key.
      let other = old.properties.first { former in
        former.key == property.key
          && (former.condition == property.condition || former.condition == nil || property.condition == nil)
      }
      if let other {
        let index = removed.firstIndex(of: other)
        found += index.map { differences(from: removed.remove(at: $0), to: property) } ?? [swapped(property, other)]
        continue
      }
      found.append(Self.property(.added, property, "without '\(property.name)'", "'\(property.name)' is nil there"))
    }
    for property in pairs.partlyAdded where !property.isWrittenOnly {
      let values = "without '\(property.name)' in builds that lacked it"
      found.append(Self.property(.added, property, values, "'\(property.name)' is nil there"))
    }
    for property in removed {
      found.append(Self.removed(property.name, "with '\(property.name)'"))
    }
    for property in pairs.partlyRemoved where !property.isWrittenOnly {
      var difference = Self.removed(property.name, "with '\(property.name)' in builds that lack it now")
      difference.member = property.name
      found.append(difference)
    }
    return found
  }

  private static func removed(_ name: String, _ values: String) -> ShapeDifference {
    ShapeDifference(kind: .removed, isReadable: true, values: values, effect: "'\(name)' is lost")
  }

  /// Returns a difference in which old data lacks the key of a property.
  private static func property(
    _ kind: ShapeDifference.Kind,
    _ property: Shape.Property,
    _ values: String,
    _ loss: String
  ) -> ShapeDifference {
    let error = throwing("keyNotFound")
    let effect = property.isRequired ? property.type == nil ? "\(error) unless it is optional" : error : loss
    return ShapeDifference(
      kind: kind,
      member: property.name,
      isReadable: !property.isRequired,
      values: values,
      effect: effect
    )
  }

  private func differences(from old: Shape.Property, to new: Shape.Property) -> [ShapeDifference] {
    if new.isWrittenOnly {
      return old.isWrittenOnly
        ? []
        : [
          ShapeDifference(
            kind: .removed,
            member: new.name,
            isReadable: true,
            values: "with '\(old.name)'",
            effect: "'\(old.name)' is no longer read"
          )
        ]
    }
    if old.key != new.key {
      let values = "with '\(new.name)' under the key \(Self.quoted(old.key))"
      return [Self.property(.rekeyed, new, values, "'\(new.name)' is lost")]
    }
    if old.wrapper != new.wrapper, !isSame(old.wrapper, new.wrapper) {
      func form(_ property: Shape.Property) -> String { property.wrapper.map { "in @\($0)" } ?? "without a wrapper" }
      return [
        ShapeDifference(
          kind: .retyped,
          member: new.name,
          isReadable: false,
          values: "with '\(new.name)' \(form(old)) instead of \(form(new))",
          effect: "decoding can throw typeMismatch"
        )
      ]
    }
    guard let oldType = old.type, let newType = new.type else {
      guard old.type == nil, let type = new.type else { return [] }
      return [
        ShapeDifference(
          kind: .retyped,
          member: new.name,
          isReadable: true,
          values: "with '\(new.name)' of an unknown type, which is now \(Self.shown(type))",
          effect: "they may differ"
        )
      ]
    }
    let difference = retyped(new.name, "'\(new.name)'", oldType, newType, isOpaque: new.wrapper.map(isOpaque) ?? false)
    if difference == nil, old.isWrittenOnly {
      return [Self.unread(new.name, "with a constant '\(new.name)'")]
    }
    return difference.map { [$0] } ?? []
  }

  /// Whether a property wrapper may code what it wraps in any way.
  private func isOpaque(_ wrapper: String) -> Bool {
    let name = String(wrapper.prefix { $0 != "<" })
    return newShapes(name).isEmpty || hasCode(name)
  }

  /// Whether hand-written code takes part in the coding of a type.
  private func hasCode(_ type: String) -> Bool {
    let shapes = { [newShapes] (name: String) in WellKnownTypes.isTaken(name) ? [] : newShapes(name) }
    return [type].closure { shapes($0).flatMap(\.typeNames) }.flatMap(shapes)
      .contains { $0.decoding != nil || $0.encoding != nil || !$0.code.isEmpty }
  }

  /// Whether two property wrappers of different texts are coded in the same way, apart from what they wrap.
  private func isSame(_ old: String?, _ new: String?) -> Bool {
    guard let (old, new) = old.flatMap({ old in new.map { (CodedType(old), CodedType($0)) } }) else { return false }
    if case .named(let former, let arguments) = old, case .named(let current, let others) = new, former == current,
      arguments.isEmpty || others.isEmpty
    {
      // The wrapped type tells the arguments that are left out.
      return true
    }
    return reading(of: old, as: new) == .same
  }

  private func swapped(_ new: Shape.Property, _ other: Shape.Property) -> ShapeDifference {
    var effect = "'\(new.name)' gets the values of '\(other.name)'"
    if let old = other.type, let new = new.type,
      case .failing(let error) = reading(of: CodedType(old), as: CodedType(new))
    {
      effect = error
    }
    let values = "with '\(other.name)' under the key \(Self.quoted(new.key))"
    return ShapeDifference(kind: .rekeyed, member: new.name, isReadable: false, values: values, effect: effect)
  }

  private func retyped(
    _ member: String,
    _ description: String,
    _ old: String,
    _ new: String,
    isOpaque: Bool = false
  ) -> ShapeDifference? {
    let (oldType, newType) = (CodedType(old), CodedType(new))
    var reading = reading(of: oldType, as: newType)
    // A property or value that is nil has no key, while an element of an array that is nil is null.
    if !isOpaque, case .optional(let value) = oldType, !newType.isOptional {
      if case .failing = self.reading(of: value, as: newType) {
      } else {
        reading = .failing(Self.throwing("keyNotFound"))
      }
    }
    // A wrapper with hand-written code decides itself how it codes what it wraps.
    if isOpaque, reading != .same { reading = .failing("decoding can throw typeMismatch") }
    let (isReadable, effect): (Bool, String)
    switch reading {
    case .same: return nil
    case .readable(let loss): (isReadable, effect) = (true, loss)
    case .failing(let error): (isReadable, effect) = (false, error)
    }
    return ShapeDifference(
      kind: .retyped,
      member: member,
      isReadable: isReadable,
      values: "with \(description) as \(Self.shown(old, instead: new))",
      effect: effect
    )
  }

  // MARK: Cases

  private func rawCases(_ old: Shape, _ new: Shape) -> [ShapeDifference] {
    var pairs = MemberPairs(
      old.cases.map { MemberPairs.Member($0, $0.name, $0.rawText, $0.condition) },
      new.cases.map { MemberPairs.Member($0, $0.name, $0.rawText, $0.condition) }
    )
    func heir(_ former: Shape.Case) -> Shape.Case? { new.cases.first { $0.rawText == former.rawText } }
    // Decoding goes by the values alone.
    pairs.added.removeAll { current in old.cases.contains { $0.rawText == current.rawText } }
    let replaced = pairs.removed.filter { heir($0) != nil }
    pairs.removed.removeAll { heir($0) != nil }
    var found = pairs.same.compactMap { former, current -> ShapeDifference? in
      guard former.rawText != current.rawText else { return nil }
      return ShapeDifference(
        kind: .rekeyed,
        member: current.name,
        isReadable: false,
        values: "with '\(current.name)' as \(Self.shown(former.rawText, instead: current.rawText))",
        effect: heir(former).map { "decoding gives '\($0.name)'" } ?? Self.throwing("dataCorrupted")
      )
    }
    for former in replaced {
      let (values, effect) = ("with the case '\(former.name)'", "decoding gives '\(heir(former)?.name ?? "")'")
      found.append(ShapeDifference(kind: .removed, isReadable: false, values: values, effect: effect))
    }
    return found + changed(pairs, error: "dataCorrupted") { _, _ in true }
  }

  private func cases(_ old: Shape, _ new: Shape) -> [ShapeDifference] {
    let pairs = MemberPairs(
      old.cases.map { MemberPairs.Member($0, $0.name, $0.key, $0.condition) },
      new.cases.map { MemberPairs.Member($0, $0.name, $0.key, $0.condition) }
    )
    let found = pairs.same.flatMap { former, current -> [ShapeDifference] in
      if former.key != current.key {
        let values = "with the case '\(current.name)' under the key \(Self.quoted(former.key))"
        let effect = Self.throwing("typeMismatch")
        return [
          ShapeDifference(kind: .rekeyed, member: current.name, isReadable: false, values: values, effect: effect)
        ]
      }
      return parameters(former, current)
    }
    return found + changed(pairs, error: "typeMismatch") { $0.parameters == $1.parameters }
  }

  /// Returns the differences about cases that only one of the shapes has.
  private func changed(
    _ pairs: MemberPairs<Shape.Case>,
    error: String,
    isSame: (Shape.Case, Shape.Case) -> Bool
  ) -> [ShapeDifference] {
    if pairs.removed.count == 1, pairs.added.count == 1, isSame(pairs.removed[0], pairs.added[0]) {
      return [
        ShapeDifference(
          kind: .renamed,
          member: pairs.added[0].name,
          isReadable: false,
          values: "with the case '\(pairs.removed[0].name)' instead of '\(pairs.added[0].name)'",
          effect: Self.throwing(error)
        )
      ]
    }
    func removed(_ name: String, _ builds: String = "", at member: String? = nil) -> ShapeDifference {
      let values = "with the case '\(name)'\(builds)"
      return ShapeDifference(
        kind: .removed,
        member: member,
        isReadable: false,
        values: values,
        effect: Self.throwing(error)
      )
    }
    func added(_ name: String) -> ShapeDifference {
      let values = "without the case '\(name)'"
      return ShapeDifference(
        kind: .added,
        member: name,
        isReadable: true,
        values: values,
        effect: "older apps cannot read it"
      )
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
        if let difference = retyped(new.name, name, former.type, parameter.type) { found.append(difference) }
      } else {
        // A default value is for the initializer alone; decoding never uses it.
        let isOptional = CodedType(parameter.type).isOptional
        found.append(
          ShapeDifference(
            kind: .added,
            member: new.name,
            isReadable: isOptional,
            values: "without \(name)",
            effect: isOptional ? "it is nil there" : Self.throwing("keyNotFound")
          )
        )
      }
    }
    for former in old.parameters where !new.parameters.contains(where: { $0.key == former.key }) {
      found.append(
        ShapeDifference(
          kind: .removed,
          member: new.name,
          isReadable: true,
          values: "with '\(former.key)' of '\(new.name)'",
          effect: "it is lost"
        )
      )
    }
    // A loss in a value that cannot be read anyway would be noise.
    return found.allSatisfy(\.isReadable) ? found : found.filter { !$0.isReadable }
  }

  // MARK: Types

  /// Returns what decoding does with a value of the new type that was encoded as the old one.
  func reading(of old: CodedType, as new: CodedType) -> CodedReading {
    if old == new { return .same }
    switch (old, new) {
    case (.optional(let old), .optional(let new)): return reading(of: old, as: new)
    case (_, .optional(let new)):
      return reading(of: old, as: new).and(.readable("older apps cannot read values without it"))
    case (.optional(let old), _):
      if case .failing(let error) = reading(of: old, as: new) { return .failing(error) }
      return .failing(Self.throwing("valueNotFound"))
    case (.array(let old), .array(let new)): return reading(of: old, as: new)
    case (.array(let old), .named("Set", let arguments)) where arguments.count == 1:
      return reading(of: old, as: arguments[0]).and(.readable("their order and repeated elements are lost"))
    case (.named("Set", let arguments), .array(let new)) where arguments.count == 1:
      return reading(of: arguments[0], as: new).and(.readable("older apps lose their order and repeated elements"))
    case (.dictionary(let oldKey, let oldValue), .dictionary(let newKey, let newValue)):
      return reading(ofKey: oldKey, as: newKey).and(reading(of: oldValue, as: newValue))
    case (.named(let oldName, let oldArguments), .named(let newName, let newArguments))
    where oldArguments.count == newArguments.count:
      if oldArguments.isEmpty { return reading(of: oldName, as: newName) }
      // Two names of generic types are one type if they have the same shape.
      if oldName == newName || reading(of: oldName, as: newName) == .same {
        let found: CodedReading = zip(oldArguments, newArguments).map { reading(of: $0, as: $1) }.reduce(.same) {
          $0.and($1)
        }
        if isCertain(newName, newShapes(newName)) { return found }
        // Other code may treat each argument in its own way.
        if case .failing = found { return .failing("decoding can throw typeMismatch") }
        return hasCode(oldName) ? .failing("decoding can throw typeMismatch") : found
      }
    default: break
    }
    return .failing(Self.throwing("typeMismatch"))
  }

  /// Returns what decoding does with the keys of a dictionary, of which only strings and integers are keys in the data.
  private func reading(ofKey old: CodedType, as new: CodedType) -> CodedReading {
    if old == new { return .same }
    let (string, integer) = (CodedType.named("String", []), CodedType.named("Int", []))
    if old == integer, new == string { return .readable("older apps cannot read keys that are not integers") }
    if [string, integer].contains(old) || [string, integer].contains(new) {
      return .failing(Self.throwing("typeMismatch"))
    }
    // Whether a generic type is a key in the data can depend on its arguments.
    if case .named(_, let arguments) = old, !arguments.isEmpty {
      return .failing("decoding can throw typeMismatch")
    }
    return reading(of: old, as: new)
  }

  private func reading(of old: String, as new: String) -> CodedReading {
    let (old, new) = (WellKnownTypes.aliases[old] ?? old, WellKnownTypes.aliases[new] ?? new)
    if old == new { return .same }
    if let number = Self.number(old, new) { return number }
    if old == "UUID", new == "String" { return .readable("older apps can read only UUIDs") }
    if old == "String", new == "UUID" { return .failing(Self.throwing("dataCorrupted")) }
    if Set([old, new]) == ["String", "URL"] { return .failing("\(Self.throwing("typeMismatch")) in property lists") }
    // A type of the package with such a name has its module before it.
    let former = WellKnownTypes.isTaken(old) ? [] : oldShapes(old)
    let current = WellKnownTypes.isTaken(new) ? [] : newShapes(new)
    if !former.isEmpty, !current.isEmpty { return reading(of: (old, former), as: (new, current)) }
    // Hand-written coding may not use the raw value.
    if let raw = former.first?.rawType, former.count == 1, former[0].encoding == nil, current.isEmpty {
      let reading = reading(of: raw, as: new)
      return former[0].isEnum ? reading.and(.readable("older apps can read only the cases of '\(old)'")) : reading
    }
    if let raw = current.first?.rawType, former.isEmpty, current.allSatisfy({ $0.decoding == nil }) {
      let reading = reading(of: old, as: raw)
      return current[0].isEnum ? reading.and(.failing("\(Self.throwing("dataCorrupted")) for other values")) : reading
    }
    // Hand-written code, or a type that was not seen, may read anything.
    return .failing(
      "decoding \(isCertain(new, current) && isCertain(old, former) ? "throws" : "can throw") typeMismatch"
    )
  }

  /// Whether only the shapes of a type decide how it is coded.
  private func isCertain(_ name: String, _ shapes: [Shape]) -> Bool {
    WellKnownTypes.isTaken(name) || !shapes.isEmpty && !hasCode(name)
  }

  /// Compares two stored types of different names.
  private func reading(of old: (name: String, shapes: [Shape]), as new: (name: String, shapes: [Shape])) -> CodedReading
  {
    var inner = self
    guard inner.assumed.insert([old.name, new.name]).inserted else { return .same }
    let found = old.shapes.flatMap { old in new.shapes.flatMap { inner.differences(from: old, to: $0) } }
    if let failure = found.first(where: { !$0.isReadable }) { return .failing(failure.effect) }
    return found.isEmpty ? .same : .readable("some of it is lost or new")
  }

  /// Returns what decoding does with a number of another type; nil if one of them is no number.
  private static func number(_ old: String, _ new: String) -> CodedReading? {
    let older = CodedReading.readable("older apps cannot read every new value")
    if let former = integers[old], let current = integers[new] {
      if former == current { return .same }
      let isRead =
        former.isSigned
        ? current.isSigned && former.bits <= current.bits
        : former.bits < current.bits || (!current.isSigned && former.bits == current.bits)
      return isRead ? older : .failing("\(throwing("dataCorrupted")) for numbers out of range")
    }
    let floats = WellKnownTypes.floats
    if let former = floats[old], let current = floats[new] {
      return former == current ? .same : former <= current ? older : .failing("decoding can throw dataCorrupted")
    }
    if let former = integers[old], let exact = floats[new] {
      let bits = former.isSigned ? former.bits - 1 : former.bits
      if bits <= exact { return older }
      return new == "Float16" && bits > 15
        ? .failing("\(throwing("dataCorrupted")) for large numbers") : .readable("large numbers lose digits")
    }
    if floats[old] != nil, integers[new] != nil { return .failing("\(throwing("dataCorrupted")) for fractions") }
    return nil
  }

  private static let integers: [String: (isSigned: Bool, bits: Int)] = [
    "Int8": (true, 8), "Int16": (true, 16), "Int32": (true, 32), "Int64": (true, 64), "Int": (true, 64),
    "UInt8": (false, 8), "UInt16": (false, 16), "UInt32": (false, 32), "UInt64": (false, 64), "UInt": (false, 64),
  ]

  // MARK: Words

  private static func throwing(_ error: String) -> String { "decoding throws \(error)" }

  private static func quoted(_ key: String) -> String { "'\(key)'" }

  /// Two types or raw values as messages show them: short, and with what differs.
  private static func shown(_ old: String, instead new: String = "") -> String {
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
}

extension Shape.Property {
  /// Whether decoding needs its key.
  package var isRequired: Bool {
    // A wrapper's key is needed even if the wrapped type is optional.
    !isWrittenOnly && (wrapper != nil || type.map { !CodedType($0).isOptional } ?? true)
  }
}

extension Shape.Case {
  /// The raw value in one spelling.
  var rawText: String { rawValue.map { RawNumber($0)?.text ?? Shape.canonical(rawValue: $0) } ?? name }
}

/// An integer of up to 64 bits and a sign, as the raw value of a case.
struct RawNumber {
  var isNegative = false
  var magnitude: UInt64

  init(magnitude: UInt64) { self.magnitude = magnitude }

  /// Reads an integer literal; nil if the text is none.
  init?(_ literal: String) {
    var digits = literal.filter { $0 != "_" && $0 != " " }
    isNegative = digits.first == "-"
    if isNegative { digits.removeFirst() }
    let radix = ["0x": 16, "0o": 8, "0b": 2][digits.prefix(2)]
    guard let magnitude = radix.map({ UInt64(digits.dropFirst(2), radix: $0) }) ?? UInt64(digits) else { return nil }
    self.magnitude = magnitude
  }

  /// The number after this one; nil if it has more bits.
  var next: RawNumber? {
    var next = self
    if isNegative, magnitude > 0 {
      next.magnitude -= 1
    } else {
      guard magnitude < .max else { return nil }
      (next.isNegative, next.magnitude) = (false, magnitude + 1)
    }
    return next
  }

  /// The number in decimal digits.
  var text: String { (isNegative && magnitude != 0 ? "-" : "") + String(magnitude) }

  /// Returns the number as a literal of a raw type.
  func text(as type: String) -> String { WellKnownTypes.floats[type] == nil ? text : "\(Double(text) ?? 0)" }
}

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
