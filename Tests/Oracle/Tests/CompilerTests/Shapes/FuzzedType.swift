/// A type that a random stored type's property can have.
indirect enum FuzzedType {
  case plain(String)
  case optional(FuzzedType)
  case array(FuzzedType)
  case set(String)
  case dictionary(key: String, value: FuzzedType)
  /// A generated type, by its place in the pair.
  case declared(Int)

  /// The types of the language and of Foundation, each with literals that make a difference.
  static let plain: [String: [String]] = [
    "Int": ["-9_000_000_000_000_000", "70_000", "1", "-1"], "Int8": ["-128", "127", "1"],
    "Int16": ["-32_768", "300", "1"], "Int32": ["-2_000_000_000", "70_000", "1"],
    "Int64": ["-9_000_000_000_000_000", "70_000", "1"], "UInt": ["18_000_000_000_000_000_000", "70_000", "1"],
    "UInt8": ["255", "200", "1"], "UInt32": ["4_000_000_000", "70_000", "1"],
    "Double": ["0.1", "1e300", "1"], "Float": ["0.1", "1.5e30", "1"],
    "String": ["\"a\"", "\"\"", "\"1\""], "Bool": ["true", "false"],
    "Date": ["Date(timeIntervalSinceReferenceDate: 0.5)"], "Data": ["Data([1, 2])"],
    "UUID": ["UUID(uuidString: \"AD0E9906-CFD1-4779-92DF-C4EFC97EEFD3\")!"],
    "URL": ["URL(string: \"http://a.b\")!"],
  ]
  static let plainNames = plain.keys.sorted()
  static let keys = ["Int", "String"]
  static let elements = ["Int", "Int32", "String", "UInt8"]

  /// Makes a random type, which may name the generated types at some places.
  static func random(_ declared: Range<Int>, _ random: inout SplitMix64) -> FuzzedType {
    switch Int.random(in: 0..<14, using: &random) {
    case 0...5: .plain(random.pick(plainNames))
    case 6, 7: .optional(.random(declared, &random).nonOptional)
    case 8: .array(.random(declared, &random))
    case 9: .set(random.pick(elements))
    case 10: .dictionary(key: random.pick(keys), value: .random(declared, &random))
    default: declared.isEmpty ? .plain(random.pick(plainNames)) : .declared(Int.random(in: declared, using: &random))
    }
  }

  /// Makes a random type that is near to this one, or this one itself.
  func neighbor(_ declared: Range<Int>, _ random: inout SplitMix64) -> FuzzedType {
    switch self {
    case .plain(let name):
      switch Int.random(in: 0..<6, using: &random) {
      case 0: return .optional(self)
      case 1: return .array(self)
      case 2: return .random(declared, &random)
      default:
        let numbers = Self.plainNames.filter { $0.contains("Int") || $0 == "Double" || $0 == "Float" }
        return .plain(random.pick(numbers.contains(name) ? numbers : Self.plainNames))
      }
    case .optional(let type):
      return random.oneIn(2) ? type : .optional(type.neighbor(declared, &random).nonOptional)
    case .array(let type):
      if case .plain(let name) = type, Self.elements.contains(name), random.oneIn(3) { return .set(name) }
      return random.oneIn(3) ? type : .array(type.neighbor(declared, &random))
    case .set(let name): return random.oneIn(2) ? .array(.plain(name)) : .set(random.pick(Self.elements))
    case .dictionary(let key, let value):
      if random.oneIn(3) { return .dictionary(key: random.pick(Self.keys), value: value) }
      return .dictionary(key: key, value: value.neighbor(declared, &random))
    case .declared: return random.oneIn(2) ? .optional(self) : .random(declared, &random)
    }
  }

  var nonOptional: FuzzedType {
    if case .optional(let type) = self { type.nonOptional } else { self }
  }

  /// The place of the generated type in it; nil if there is none.
  var declared: Int? {
    switch self {
    case .declared(let place): place
    case .optional(let type), .array(let type), .dictionary(_, let type): type.declared
    case .plain, .set: nil
    }
  }

  /// Spells the type in one of the ways that mean the same.
  func text(_ names: [String], _ random: inout SplitMix64) -> String {
    switch self {
    case .plain(let name):
      let module = ["Date", "Data", "UUID", "URL"].contains(name) ? "Foundation" : "Swift"
      return random.oneIn(6) ? "\(module).\(name)" : name
    case .optional(let type):
      let text = type.text(names, &random)
      return random.oneIn(3) ? "Optional<\(text)>" : "\(text)?"
    case .array(let type):
      let text = type.text(names, &random)
      return random.oneIn(3) ? "Array<\(text)>" : "[\(text)]"
    case .set(let name): return "Set<\(name)>"
    case .dictionary(let key, let value):
      let text = value.text(names, &random)
      return random.oneIn(3) ? "Dictionary<\(key), \(text)>" : "[\(key): \(text)]"
    case .declared(let place): return names[place]
    }
  }
}
