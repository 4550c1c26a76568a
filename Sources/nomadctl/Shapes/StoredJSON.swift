#if Nomadctl
  import NomadCheck
  import NomadGenCore
  import NomadSyntax

  /// JSON in the shape of a stored type, as `JSONEncoder` writes it, with values made up by type.
  struct StoredJSON {
    let shapes: ShapeSet

    /// The properties whose values are not known; they are `null` in the JSON.
    private(set) var unknown: [String] = []

    init(of shapes: ShapeSet) { self.shapes = shapes }

    /// Returns the JSON of a type.
    mutating func value(of type: ShapeSet.Member) -> JSON { value(of: type, [], within: []) ?? unknown(type.name) }

    private mutating func unknown(_ place: String) -> JSON {
      unknown.append(place)
      return .literal("null")
    }

    /// Returns the JSON of a type; nil if it would contain itself without end.
    private mutating func value(
      of type: ShapeSet.Member,
      _ arguments: [ShapeType],
      within outer: [String]
    ) -> JSON? {
      let shape = type.shape
      if outer.contains(type.id) { return nil }
      let arguments = Dictionary(zip(type.parameters, arguments)) { first, _ in first }
      func written(_ type: String) -> ShapeType { ShapeType(type).replacing(arguments) }
      let outer = outer + [type.id]
      if shape.encoding != nil || shape.isReadByHand { return unknown(type.name) }
      if shape.isEnum {
        // The first case that ends is a value.
        let before = unknown
        for item in shape.cases where item.condition == nil {
          if shape.rawType != nil { return Self.raw(item.rawValue) ?? unknown("\(type.name).\(item.name)") }
          let values = item.parameters.map { value -> (String, JSON?) in
            let place = "\(type.name).\(item.name)"
            return (value.key, self.value(of: written(value.type), for: value.key, at: place, within: outer))
          }
          let known = values.compactMap { key, value in value.map { (key, $0) } }
          if known.count == values.count { return .object([(item.key, .object(known))]) }
          unknown = before
        }
        return shape.cases.isEmpty ? unknown(type.name) : nil
      }
      if let rawType = shape.rawType {
        return value(of: written(rawType), for: "rawValue", at: type.name, within: outer)
      }
      var members: [(String, JSON)] = []
      if let name = shape.superclass {
        guard let superclass = shapes.type(name).first else { return unknown(type.name) }
        guard case .object(let inherited)? = value(of: superclass, [], within: outer) else { return nil }
        members = inherited
      }
      for property in shape.properties {
        let before = unknown
        let place = "\(type.name).\(property.name)"
        var value: JSON?
        var isOptional = false
        if let text = property.type, property.wrapper == nil {
          let type = written(text)
          value = self.value(of: type, for: property.name, at: place, within: outer)
          if case .optional = type { isOptional = true }
        } else {
          value = unknown(place)
        }
        if property.condition != nil, unknown != before {
          // Other builds have it.
          unknown = before
        } else if let value {
          members.append((property.key, value))
        } else if !isOptional {
          return nil
        }
      }
      return .object(members)
    }

    private mutating func value(of type: ShapeType, for name: String, at place: String, within outer: [String])
      -> JSON?
    {
      switch type {
      case .optional(let type): return value(of: type, for: name, at: place, within: outer)
      case .array(let type):
        return .array([value(of: type, for: name, at: place, within: outer)].compactMap(\.self))
      case .dictionary(let key, let element):
        guard let value = value(of: element, for: name, at: place, within: outer) else { return .object([]) }
        if key == .named("String", []) { return .object([(name, value)]) }
        if key == .named("Int", []) { return .object([("1", value)]) }
        // Others are coded as keys and values in turn.
        return self.value(of: key, for: name, at: place, within: outer).map { .array([$0, value]) } ?? .array([])
      case .named("Set", let types) where types.count == 1:
        return value(of: .array(types[0]), for: name, at: place, within: outer)
      case .named("Range", let types) where types.count == 1, .named("ClosedRange", let types) where types.count == 1:
        return value(of: types[0], for: name, at: place, within: outer).map { .array([$0, $0]) }
      case .named(let typeName, let arguments):
        if let stored = shapes.type(typeName).first(where: { $0.condition == nil }) ?? shapes.type(typeName).first {
          return value(of: stored, arguments, within: outer)
        }
        return Self.known(typeName, name) ?? unknown(place)
      case .other: return unknown(place)
      }
    }

    /// Returns a value of a type of the standard library or of Foundation.
    private static func known(_ type: String, _ name: String) -> JSON? {
      switch type {
      case "String", "Substring": .string(name)
      case "Bool": .boolean(true)
      case "Int", "Int8", "Int16", "Int32", "Int64", "UInt", "UInt8", "UInt16", "UInt32", "UInt64": .number(1)
      case "Double", "Float", "Float16", "CGFloat", "TimeInterval", "Decimal": .literal("1.5")
      // Seconds since 2001, as JSONEncoder writes dates by default.
      case "Date": .number(700_000_000)
      case "UUID": .string("6B29FC40-CA47-4067-B31D-00DD010662DA")
      case "URL": .string("https://example.com/\(SwiftName.part(name))")
      case "Data": .string("AQID")
      case "Locale": .object([("identifier", .string("en_US"))])
      case "TimeZone": .object([("identifier", .string("GMT"))])
      case "DateInterval": .object([("start", .number(700_000_000)), ("duration", .number(60))])
      case "CGPoint", "CGSize", "CGVector": .array([.literal("1.5"), .literal("1.5")])
      case "CGRect": .array([.array([.number(0), .number(0)]), .array([.literal("1.5"), .literal("1.5")])])
      default: nil
      }
    }

    /// Returns the JSON of a raw value's literal.
    private static func raw(_ literal: String?) -> JSON? {
      guard let literal else { return nil }
      if literal.hasPrefix("\"") {
        return Array(literal.utf8).withUnsafeBufferPointer(StringLiteral.value(of:)).map(JSON.string)
      }
      let digits = literal.replacing("_", with: "")
      return Int(digits).map(JSON.number) ?? Double(digits).map { .literal("\($0)") }
    }
  }
#endif
