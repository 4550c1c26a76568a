import NomadGenCore
import NomadSyntax

/// The comparison of types by what decoding does with a value of the new one that was encoded as the old one.
extension ShapeComparison {
  /// Returns what decoding does with a value that was encoded as another type; nil if that makes no difference.
  func effect(of old: SwiftType, as new: SwiftType) -> CodedEffect? {
    if old == new { return nil }
    switch (old, new) {
    // Coding makes no difference between the levels of an optional.
    case (.optional(.optional(let old)), _): return effect(of: .optional(old), as: new)
    case (_, .optional(.optional(let new))): return effect(of: old, as: .optional(new))
    case (.optional(let old), .optional(let new)), (.array(let old), .array(let new)): return effect(of: old, as: new)
    case (_, .optional(let new)):
      return effect(of: old, as: new).and(.readable("older apps cannot read values without it"))
    case (.optional(let old), _): return effect(of: old, as: new).failure ?? .throwing(.valueNotFound)
    case (.dictionary(let oldKey, let oldValue), .dictionary(let newKey, let newValue)):
      return effect(ofKey: oldKey, as: newKey).and(effect(of: oldValue, as: newValue))
    default:
      if let old = Sequence(old), let new = Sequence(new) { return effect(ofSequence: old, as: new) }
      return effect(ofNamed: old, as: new)
    }
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

  private func effect(ofSequence old: Sequence, as new: Sequence) -> CodedEffect? {
    let elements = effect(of: old.element, as: new.element)
    if old.count != new.count, let count = new.count {
      if old.count != nil { return .throwing(.dataCorrupted) }
      return elements.and(.throwing(.dataCorrupted, values: "for other numbers of elements than \(count)"))
    }
    if old.isSet == new.isSet { return elements }
    let order = "their order and repeated elements"
    return elements.and(.readable(new.isSet ? "\(order) are lost" : "older apps lose \(order)"))
  }

  private func effect(ofNamed old: SwiftType, as new: SwiftType) -> CodedEffect? {
    guard let oldName = old.name, let newName = new.name else {
      // A generic parameter of another place can be the same type.
      return .throwing(.typeMismatch, isCertain: !old.isParameter && !new.isParameter)
    }
    if WellKnownTypes.names.contains(Self.coded(oldName)), Self.coded(oldName) == Self.coded(newName) { return nil }
    if let known = Self.effect(ofKnown: Self.coded(oldName), as: Self.coded(newName)) { return known }
    let (former, current) = (shapes(of: old, oldShapes), shapes(of: new, newShapes))
    if !former.isEmpty, !current.isEmpty {
      let found = effect(of: former, named: old, as: current, named: new)
      // Code that cannot be read may treat each argument in its own way.
      let isKnown = oldName != newName || old.arguments == new.arguments || (former + current).allSatisfy(\.isReadable)
      return isKnown ? found : .throwing(.typeMismatch, isCertain: false)
    }
    // Nothing is known of the type but its arguments.
    if oldName == newName, old.arguments.count == new.arguments.count {
      let found = zip(old.arguments, new.arguments).map { effect(of: $0, as: $1) }.reduce(CodedEffect?.none) {
        $0.and($1)
      }
      return WellKnownTypes.isTaken(newName) || found.failure == nil
        ? found : .throwing(.typeMismatch, isCertain: false)
    }
    // Hand-written coding may not use the raw value.
    if let raw = former.first?.rawType, former.count == 1, former[0].encoding == nil, current.isEmpty {
      let effect = effect(of: SwiftType(raw), as: new)
      return former[0].isEnum ? effect.and(.readable("older apps can read only the cases of '\(old)'")) : effect
    }
    if let raw = current.first?.rawType, former.isEmpty, current.allSatisfy({ $0.decoding == nil }) {
      let effect = effect(of: old, as: SwiftType(raw))
      return current[0].isEnum ? effect.and(.throwing(.dataCorrupted, values: "for other values")) : effect
    }
    // Hand-written code, or a type that was not seen, may read anything.
    return .throwing(.typeMismatch, isCertain: isCertain(newName, current) && isCertain(oldName, former))
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

  /// Returns what decoding does with values of a type that has other shapes, and maybe another name.
  func effect(of old: [Shape], named oldName: SwiftType, as new: [Shape], named newName: SwiftType) -> CodedEffect? {
    var inner = self
    guard inner.assumed.insert([oldName, newName]).inserted else { return nil }
    let found = old.flatMap { old in new.flatMap { inner.differences(from: old, to: $0) } }
    if let failure = found.first(where: { !$0.isReadable }) { return failure.effect }
    return found.isEmpty ? nil : .readable("some of it is lost or new")
  }

  // MARK: Keys of dictionaries

  /// The form in which a dictionary has its keys in the data.
  private enum KeyForm { case string, integer, none }

  private func form(ofKey type: SwiftType, _ lookup: Lookup) -> (KeyForm, Shape?) {
    let shape = shapes(of: type, lookup).first
    let isKey = shape?.isKey ?? true
    switch isKey ? shape?.rawType ?? type.description : "" {
    case "String": return (.string, shape)
    case "Int": return (.integer, shape)
    default: return (.none, shape)
    }
  }

  /// Returns what decoding does with the keys of a dictionary, of which only some are keys in the data (SE-0320).
  private func effect(ofKey old: SwiftType, as new: SwiftType) -> CodedEffect? {
    if old == new { return nil }
    let ((oldForm, former), (newForm, current)) = (form(ofKey: old, oldShapes), form(ofKey: new, newShapes))
    switch (oldForm, newForm) {
    case (.integer, .string) where current == nil:
      return .readable("older apps cannot read keys that are not integers")
    case (.none, .none):
      // Whether a generic type is a key in the data can depend on its arguments.
      return old.arguments.isEmpty ? effect(of: old, as: new) : .throwing(.typeMismatch, isCertain: false)
    case (.string, .string), (.integer, .integer):
      if let former, let current { return effect(of: [former], named: old, as: [current], named: new) }
      if current?.isEnum == true { return .throwing(.dataCorrupted, values: "for other keys") }
      return former?.isEnum == true ? .readable("older apps can read only the cases of '\(old)'") : nil
    default:
      let isKnown = [(old, former), (new, current)].allSatisfy { type, shape in
        shape != nil || type.name.map(WellKnownTypes.isTaken) ?? true
      }
      return .throwing(.typeMismatch, isCertain: isKnown)
    }
  }

  // MARK: Types whose coding is known

  /// Returns the name of a type that is coded in the same way.
  private static func coded(_ name: String) -> String {
    let name = WellKnownTypes.aliases[name] ?? name
    return ["Int": "Int64", "UInt": "UInt64", "CGFloat": "Double"][name] ?? name
  }

  /// Returns what decoding does with values of types whose coding is known; nil if it is not.
  private static func effect(ofKnown old: String, as new: String) -> CodedEffect? {
    let older = CodedEffect.readable("older apps cannot read every new value")
    let floats = WellKnownTypes.floats
    if let former = integers[old], let current = integers[new] {
      let isRead =
        former.isSigned
        ? current.isSigned && former.bits <= current.bits
        : former.bits < current.bits || (!current.isSigned && former.bits == current.bits)
      return isRead ? older : .throwing(.dataCorrupted, values: "for numbers out of range")
    }
    if let former = floats[old], let current = floats[new] {
      return former <= current ? older : .throwing(.dataCorrupted, isCertain: false)
    }
    if let former = integers[old], let exact = floats[new] {
      let bits = former.isSigned ? former.bits - 1 : former.bits
      if bits <= exact { return older }
      return new == "Float16" && bits > 15
        ? .throwing(.dataCorrupted, values: "for large numbers") : .readable("large numbers lose digits")
    }
    if floats[old] != nil, integers[new] != nil { return .throwing(.dataCorrupted, values: "for fractions") }
    if old == "UUID", new == "String" { return .readable("older apps can read only UUIDs") }
    if old == "String", new == "UUID" { return .throwing(.dataCorrupted) }
    if Set([old, new]) == ["String", "URL"] { return .throwing(.typeMismatch, values: "in property lists") }
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
