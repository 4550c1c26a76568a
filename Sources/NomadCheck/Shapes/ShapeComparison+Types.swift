import NomadGenCore
import NomadSyntax

/// The comparison of types by what decoding does with a value of the new one that was encoded as the old one.
extension ShapeComparison {
  /// A type with the shapes that it has.
  typealias Shaped = (type: SwiftType, shapes: [Shape])

  func reading(of old: SwiftType, as new: SwiftType) -> CodedReading {
    if old == new { return .same }
    switch (old, new) {
    // Coding makes no difference between the levels of an optional.
    case (.optional(.optional(let old)), _): return reading(of: .optional(old), as: new)
    case (_, .optional(.optional(let new))): return reading(of: old, as: .optional(new))
    case (.optional(let old), .optional(let new)): return reading(of: old, as: new)
    case (_, .optional(let new)):
      return reading(of: old, as: new).and(.readable("older apps cannot read values without it"))
    case (.optional(let old), _):
      return reading(of: old, as: new).failure.map { .other($0) } ?? .throwing(.valueNotFound)
    case (.array(let old), .array(let new)): return reading(of: old, as: new)
    case (.dictionary(let oldKey, let oldValue), .dictionary(let newKey, let newValue)):
      return reading(ofKey: oldKey, as: newKey).and(reading(of: oldValue, as: newValue))
    default: return sequences(old, new) ?? named(old, new)
    }
  }

  /// Returns what decoding does with a type that is coded like an array; nil if one of the types is none.
  private func sequences(_ old: SwiftType, _ new: SwiftType) -> CodedReading? {
    guard let former = Sequence(old), let current = Sequence(new) else { return nil }
    let elements = reading(of: former.element, as: current.element)
    if former.count != current.count, let count = current.count {
      if former.count != nil { return .throwing(.dataCorrupted) }
      return elements.and(.throwing(.dataCorrupted, values: "for other numbers of elements than \(count)"))
    }
    if current.isSet, !former.isSet { return elements.and(.readable("their order and repeated elements are lost")) }
    if former.isSet, !current.isSet {
      return elements.and(.readable("older apps lose their order and repeated elements"))
    }
    return elements
  }

  /// A type that is coded like an array.
  private struct Sequence {
    var element: SwiftType
    /// The number of elements; nil if it may be any.
    var count: Int?
    var isSet = false

    init?(_ type: SwiftType) {
      if case .array(let element) = type {
        self.element = element
        return
      }
      guard let name = type.name, let element = type.arguments.first, type.arguments.count == 1 else { return nil }
      self.element = element
      switch name {
      case "Array", "ArraySlice", "ContiguousArray": break
      case "Set": isSet = true
      case "ClosedRange", "Range": count = 2
      case "CollectionOfOne", "PartialRangeFrom", "PartialRangeThrough", "PartialRangeUpTo": count = 1
      case _ where name.hasPrefix("SIMD"):
        guard let width = Int(name.dropFirst(4)) else { return nil }
        count = width
      default: return nil
      }
    }
  }

  private func named(_ old: SwiftType, _ new: SwiftType) -> CodedReading {
    guard let oldName = old.name, let newName = new.name else {
      // A generic parameter of another place can be the same type.
      return .throwing(.typeMismatch, isCertain: !old.isParameter && !new.isParameter)
    }
    if let known = known(oldName, newName) { return known }
    let (former, current) = (shapes(of: old, oldShapes), shapes(of: new, newShapes))
    if !former.isEmpty, !current.isEmpty {
      let found = reading(of: (old, former), as: (new, current))
      // Code that cannot be read may treat each argument in its own way.
      let isKnown = oldName != newName || old.arguments == new.arguments || (former + current).allSatisfy(\.isReadable)
      return isKnown ? found : .throwing(.typeMismatch, isCertain: false)
    }
    // Nothing is known of the type but its arguments.
    if oldName == newName, old.arguments.count == new.arguments.count {
      let found = arguments(old, new)
      return WellKnownTypes.isTaken(newName) || found.failure == nil
        ? found : .throwing(.typeMismatch, isCertain: false)
    }
    // Hand-written coding may not use the raw value.
    if let raw = former.first?.rawType, former.count == 1, former[0].encoding == nil, current.isEmpty {
      let reading = reading(of: SwiftType(raw), as: new)
      return former[0].isEnum ? reading.and(.readable("older apps can read only the cases of '\(old)'")) : reading
    }
    if let raw = current.first?.rawType, former.isEmpty, current.allSatisfy({ $0.decoding == nil }) {
      let reading = reading(of: old, as: SwiftType(raw))
      return current[0].isEnum ? reading.and(.throwing(.dataCorrupted, values: "for other values")) : reading
    }
    // Hand-written code, or a type that was not seen, may read anything.
    return .throwing(.typeMismatch, isCertain: isCertain(newName, current) && isCertain(oldName, former))
  }

  /// Returns what decoding does with values of the generic arguments of a type.
  private func arguments(_ old: SwiftType, _ new: SwiftType) -> CodedReading {
    zip(old.arguments, new.arguments).reduce(.same) { $0.and(reading(of: $1.0, as: $1.1)) }
  }

  /// Returns what decoding does with values of types whose coding is known; nil if it is not.
  private func known(_ old: String, _ new: String) -> CodedReading? {
    let (old, new) = (WellKnownTypes.aliases[old] ?? old, WellKnownTypes.aliases[new] ?? new)
    if old == new, WellKnownTypes.names.contains(old) { return .same }
    if let number = Self.number(old, new) { return number }
    if old == "UUID", new == "String" { return .readable("older apps can read only UUIDs") }
    if old == "String", new == "UUID" { return .throwing(.dataCorrupted) }
    if Set([old, new]) == ["String", "URL"] { return .throwing(.typeMismatch, values: "in property lists") }
    return nil
  }

  /// Whether only the shapes of a type decide how it is coded.
  private func isCertain(_ name: String, _ shapes: [Shape]) -> Bool {
    WellKnownTypes.isTaken(name) || !shapes.isEmpty && !hasCode(name)
  }

  /// Whether hand-written code takes part in the coding of a type.
  func hasCode(_ type: String) -> Bool {
    [type].closure { newShapes($0).flatMap(\.typeNames) }.flatMap(newShapes)
      .contains { $0.decoding != nil || $0.encoding != nil || !$0.code.isEmpty }
  }

  /// Compares two stored types.
  func reading(of old: Shaped, as new: Shaped) -> CodedReading {
    var inner = self
    guard inner.assumed.insert([old.type, new.type]).inserted else { return .same }
    let found = old.shapes.flatMap { old in new.shapes.flatMap { inner.differences(from: old, to: $0) } }
    if let failure = found.first(where: { !$0.isReadable }) { return .other(failure.effect) }
    return found.isEmpty ? .same : .readable("some of it is lost or new")
  }

  // MARK: Keys of dictionaries

  /// The form in which a dictionary has its keys in the data.
  private enum KeyForm { case string, integer, none }

  private func form(ofKey type: SwiftType, _ lookup: Lookup) -> (KeyForm, Shape?) {
    switch type.description {
    case "String": return (.string, nil)
    case "Int": return (.integer, nil)
    default:
      let shape = shapes(of: type, lookup).first
      guard let shape, shape.isKey else { return (.none, shape) }
      switch shape.rawType {
      case "String": return (.string, shape)
      case "Int": return (.integer, shape)
      default: return (.none, shape)
      }
    }
  }

  /// Returns what decoding does with the keys of a dictionary, of which only some are keys in the data (SE-0320).
  private func reading(ofKey old: SwiftType, as new: SwiftType) -> CodedReading {
    if old == new { return .same }
    let ((oldForm, former), (newForm, current)) = (form(ofKey: old, oldShapes), form(ofKey: new, newShapes))
    switch (oldForm, newForm) {
    case (.integer, .string) where current == nil:
      return .readable("older apps cannot read keys that are not integers")
    case (.none, .none):
      // Whether a generic type is a key in the data can depend on its arguments.
      if !old.arguments.isEmpty { return .throwing(.typeMismatch, isCertain: false) }
      return reading(of: old, as: new)
    case (.string, .string), (.integer, .integer):
      if let former, let current { return reading(of: (old, [former]), as: (new, [current])) }
      if let current {
        return current.isEnum ? .throwing(.dataCorrupted, values: "for other keys") : .same
      }
      return former?.isEnum == true ? .readable("older apps can read only the cases of '\(old)'") : .same
    default:
      let isKnown = [(old, former), (new, current)].allSatisfy { type, shape in
        shape != nil || type.name.map(WellKnownTypes.isTaken) ?? true
      }
      return .throwing(.typeMismatch, isCertain: isKnown)
    }
  }

  // MARK: Numbers

  /// Returns what decoding does with a number of another type; nil if one of them is no number.
  private static func number(_ old: String, _ new: String) -> CodedReading? {
    let older = CodedReading.readable("older apps cannot read every new value")
    if let former = integers[old], let current = integers[new] {
      if former == current { return .same }
      let isRead =
        former.isSigned
        ? current.isSigned && former.bits <= current.bits
        : former.bits < current.bits || (!current.isSigned && former.bits == current.bits)
      return isRead ? older : .throwing(.dataCorrupted, values: "for numbers out of range")
    }
    let floats = WellKnownTypes.floats
    if let former = floats[old], let current = floats[new] {
      return former == current ? .same : former <= current ? older : .throwing(.dataCorrupted, isCertain: false)
    }
    if let former = integers[old], let exact = floats[new] {
      let bits = former.isSigned ? former.bits - 1 : former.bits
      if bits <= exact { return older }
      return new == "Float16" && bits > 15
        ? .throwing(.dataCorrupted, values: "for large numbers") : .readable("large numbers lose digits")
    }
    if floats[old] != nil, integers[new] != nil { return .throwing(.dataCorrupted, values: "for fractions") }
    return nil
  }

  static let integers: [String: (isSigned: Bool, bits: Int)] = [
    "Int8": (true, 8), "Int16": (true, 16), "Int32": (true, 32), "Int64": (true, 64), "Int": (true, 64),
    "UInt8": (false, 8), "UInt16": (false, 16), "UInt32": (false, 32), "UInt64": (false, 64), "UInt": (false, 64),
  ]
}

extension SwiftType {
  fileprivate var isParameter: Bool { if case .parameter = self { true } else { false } }
}
