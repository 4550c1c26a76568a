#if Nomadctl
  import NomadCheck

  /// A type as a shape spells it.
  indirect enum ShapeType: Equatable {
    case optional(ShapeType)
    case array(ShapeType)
    case dictionary(ShapeType, ShapeType)
    /// A qualified name with its generic arguments.
    case named(String, [ShapeType])
    /// Any other type, such as a tuple, as it is written.
    case other(String)

    /// Reads a type; never fails, because every text is at least ``other(_:)``.
    init(_ text: String) {
      var rest = Substring(text)
      let type = Self.read(&rest)
      self = rest.isEmpty ? type ?? .other(text) : .other(text)
    }

    private static func read(_ rest: inout Substring) -> ShapeType? {
      guard var type = readCore(&rest) else { return nil }
      while rest.first == "?" {
        rest.removeFirst()
        type = .optional(type)
      }
      return type
    }

    private static func readCore(_ rest: inout Substring) -> ShapeType? {
      if consume("[", &rest) {
        guard let first = read(&rest) else { return nil }
        if consume("]", &rest) { return .array(first) }
        guard consume(": ", &rest), let second = read(&rest), consume("]", &rest) else { return nil }
        return .dictionary(first, second)
      }
      let name = rest.prefix { $0.isLetter || $0.isNumber || "_.`".contains($0) }
      guard let first = name.first, !first.isNumber, name.last != "." else { return nil }
      rest = rest.dropFirst(name.count)
      guard consume("<", &rest) else { return .named(String(name), []) }
      var arguments: [ShapeType] = []
      repeat {
        guard let argument = read(&rest) else { return nil }
        arguments.append(argument)
      } while consume(", ", &rest)
      return consume(">", &rest) ? .named(String(name), arguments) : nil
    }

    private static func consume(_ text: String, _ rest: inout Substring) -> Bool {
      guard rest.hasPrefix(text) else { return false }
      rest = rest.dropFirst(text.count)
      return true
    }

    /// Returns the text of the type, with other names in place of some.
    func text(_ renamed: (String) -> String = { $0 }) -> String {
      switch self {
      case .optional(let type): "\(type.text(renamed))?"
      case .array(let type): "[\(type.text(renamed))]"
      case .dictionary(let key, let value): "[\(key.text(renamed)): \(value.text(renamed))]"
      case .named(let name, []): renamed(name)
      case .named(let name, let arguments):
        "\(renamed(name))<\(arguments.map { $0.text(renamed) }.joined(separator: ", "))>"
      case .other(let text): text
      }
    }

    /// Returns the type with other types in place of generic parameters.
    func replacing(_ parameters: [String: ShapeType]) -> ShapeType {
      switch self {
      case .optional(let type): .optional(type.replacing(parameters))
      case .array(let type): .array(type.replacing(parameters))
      case .dictionary(let key, let value): .dictionary(key.replacing(parameters), value.replacing(parameters))
      case .named(let name, []): parameters[name] ?? self
      case .named(let name, let arguments): .named(name, arguments.map { $0.replacing(parameters) })
      case .other: self
      }
    }

    /// All names in the type.
    var names: [String] { uses { _, _ in false }.map(\.name) }

    /// The way in which a type contains another one.
    struct Use {
      var name: String
      /// Whether a value contains the other one directly, so that a structure could not contain itself in this way.
      var isDirect = true
      /// Whether values are elements of a set or keys of a dictionary.
      var isHashed = false
    }

    /// Returns all names in the type, and how its values contain values of those types.
    ///
    /// - Parameter hashes: Whether values of a generic type contain a hashed value of the argument with an index.
    /// - Returns: The names, in the order of the type.
    func uses(_ hashes: (_ type: String, _ index: Int) -> Bool) -> [Use] {
      switch self {
      case .optional(let type): type.uses(hashes)
      case .array(let type): type.uses(hashes).map { Use(name: $0.name, isDirect: false, isHashed: $0.isHashed) }
      case .dictionary(let key, let value):
        ShapeType.named("Set", [key]).uses(hashes).dropFirst() + ShapeType.array(value).uses(hashes)
      case .named(let name, let arguments):
        [Use(name: name)]
          + arguments.enumerated().flatMap { index, argument in
            let isHashed = name == "Set" || hashes(name, index)
            return argument.uses(hashes).map { use in
              Use(name: use.name, isDirect: use.isDirect && name != "Set", isHashed: use.isHashed || isHashed)
            }
          }
      case .other: []
      }
    }
  }
#endif
