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
    private mutating func value(of type: ShapeSet.Member, _ arguments: [SwiftType], within outer: [String]) -> JSON? {
      let shape = type.shape.with(arguments)
      if outer.contains(type.id) { return nil }
      let outer = outer + [type.id]
      let fields = shape.encoding?.fields ?? []
      if !shape.isReadable || !(shape.encoding?.statements.isEmpty ?? true)
        || fields.contains(where: { $0.path.count != 1 })
      {
        return unknown(type.name)
      }
      if shape.isEnum, shape.encoding == nil { return value(ofEnum: shape, type, within: outer) }
      if let rawType = shape.rawType, shape.encoding == nil {
        return value(of: SwiftType(rawType), for: "rawValue", at: type.name, within: outer)
      }
      var members: [(String, JSON)] = []
      if let name = shape.superclass?.name {
        guard let superclass = shapes.type(name).first else { return unknown(type.name) }
        guard case .object(let inherited)? = value(of: superclass, [], within: outer) else { return nil }
        members = inherited
      }
      let properties = shape.properties.map { ($0.key, $0.name, $0.wrapper == nil ? $0.type : nil, $0.condition) }
      let written = fields.map { ($0.path[0], $0.path[0], $0.types.first, $0.condition) }
      for (key, name, valueType, condition) in shape.encoding == nil ? properties : written {
        let before = unknown
        let place = "\(type.name).\(name)"
        let value =
          valueType.map { self.value(of: $0, for: name, at: place, within: outer) } ?? .some(unknown(place))
        if condition != nil, unknown != before {
          // Other builds have it.
          unknown = before
        } else if let value {
          members.append((key, value))
        } else if valueType?.isOptional != true {
          return nil
        }
      }
      return .object(members)
    }

    /// Returns the JSON of the first case that ends, with values that are all known if there is such a case.
    private mutating func value(ofEnum shape: Shape, _ type: ShapeSet.Member, within outer: [String]) -> JSON? {
      let before = unknown
      var uncertain: (json: JSON, unknown: [String])?
      for item in shape.cases where item.condition == nil {
        unknown = before
        let place = "\(type.name).\(item.name)"
        if shape.rawType != nil { return Self.raw(item.rawValue) ?? unknown(place) }
        let values = item.parameters.map { value in
          (value.key, self.value(of: value.type, for: value.key, at: place, within: outer))
        }
        let known = values.compactMap { key, value in value.map { (key, $0) } }
        guard known.count == values.count else { continue }
        let json = JSON.object([(item.key, .object(known))])
        if unknown == before { return json }
        if uncertain == nil { uncertain = (json, unknown) }
      }
      unknown = uncertain?.unknown ?? before
      return uncertain?.json ?? (shape.cases.isEmpty ? unknown(type.name) : nil)
    }

    private mutating func value(of type: SwiftType, for name: String, at place: String, within outer: [String])
      -> JSON?
    {
      switch type {
      case .optional(let type): return value(of: type, for: name, at: place, within: outer)
      case .array(let type):
        return .array([value(of: type, for: name, at: place, within: outer)].compactMap(\.self))
      case .dictionary(let key, let element):
        guard let value = value(of: element, for: name, at: place, within: outer) else { return .object([]) }
        if key.description == "String" { return .object([(name, value)]) }
        if key.description == "Int" { return .object([("1", value)]) }
        // Others are coded as keys and values in turn.
        return self.value(of: key, for: name, at: place, within: outer).map { .array([$0, value]) } ?? .array([])
      case .named:
        let arguments = type.arguments
        if arguments.count == 1, type.name == "Set" {
          return value(of: .array(arguments[0]), for: name, at: place, within: outer)
        }
        if arguments.count == 1, type.name == "Range" || type.name == "ClosedRange" {
          return value(of: arguments[0], for: name, at: place, within: outer).map { .array([$0, $0]) }
        }
        let found = shapes.type(type.name ?? "")
        if let stored = found.first(where: { $0.condition == nil }) ?? found.first {
          return value(of: stored, arguments, within: outer)
        }
        return Self.known(type.description, name) ?? unknown(place)
      case .tuple, .parameter, .other: return unknown(place)
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
