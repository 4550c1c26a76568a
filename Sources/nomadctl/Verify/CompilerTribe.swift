#if Nomadctl
  import Nomad
  import NomadGenCore

  /// A tribe as the compiler sees it.
  struct CompilerTribe: Hashable {
    /// The qualified name, without the module, generic arguments and backticks.
    let name: String
    /// The file and line of the type's name; for a type of another module, those of its target in this module.
    var file: String?
    let line: Int?
    /// Whether the location is that of the type's name.
    let isPlaceOfType: Bool
    /// The target; nil if the compiler cannot tell its value without running code.
    let target: TribeTarget?
    /// The protocols besides `Tribe` that the type conforms to, with their modules; without those of Swift and
    /// Foundation.
    let ways: [String]

    private static let root = "Nomad.Tribe"

    /// Returns the tribes among the types that the compiler lists for a module.
    ///
    /// - Parameters:
    ///   - types: The types.
    ///   - module: The module's name.
    ///   - isOwn: Whether a file belongs to the module.
    /// - Returns: The tribes, in the order of the list.
    static func all(in types: [ConformingType], of module: String, isOwn: (String) -> Bool) -> [CompilerTribe] {
      ConformingType.merged(types).compactMap { type in
        let isOwnType = type.file.map(isOwn) ?? false
        // A class can inherit its conformance from any module. A type of another module is this module's tribe only if
        // this module declares the conformance.
        let isTribe = type.allConformances.contains {
          $0.protocolName == root && (isOwnType || $0.conformanceDefiningModule == module)
        }
        return isTribe ? CompilerTribe(type, isOwn: isOwnType) : nil
      }
    }

    private init(_ type: ConformingType, isOwn: Bool) {
      let properties = (type.properties ?? []).filter { $0.label == "target" }
      let property = properties.first { $0.value != nil } ?? properties.first
      name = Self.name(type.typeName)
      (file, line) = isOwn ? (type.file, type.line) : (property?.file, property?.line)
      isPlaceOfType = isOwn
      target = property?.value.flatMap(TribeTarget.init)
      ways = type.allConformances.map(\.protocolName).filter { name in
        name != Self.root && !["Swift.", "_Concurrency.", "Foundation."].contains(where: name.hasPrefix)
      }
    }

    /// Returns a type's name without its module, which ends at the first period: `Swift.Array<Element>.T` becomes
    /// `Array.T`.
    static func name(_ typeName: String) -> String {
      var (name, depth, isQuoted) = ("", 0, false)
      for character in typeName.drop(while: { $0 != "." }).dropFirst() {
        if character == "`" { isQuoted.toggle() }
        if character == "<", !isQuoted { depth += 1 }
        if depth == 0, character != "`" { name.append(character) }
        if character == ">", !isQuoted { depth -= 1 }
      }
      return name
    }
  }

  extension TribeTarget {
    /// Creates a target from an enumeration case; nil if one of its arguments is not a literal.
    fileprivate init?(_ value: ConformingType.Case) {
      let texts = (value.arguments ?? []).compactMap(\.literal)
      guard let kind = Kind(rawValue: value.name), texts.count == (kind.hasText ? 1 : 0) else { return nil }
      self.init(kind, texts.first ?? "")
    }
  }

  /// A type in the compiler's output for `-emit-const-values`: its conformances, and those values of its members that
  /// are constants.
  struct ConformingType: Decodable {
    struct Conformance: Decodable, Hashable {
      var protocolName: String
      var conformanceDefiningModule: String
    }

    struct Property: Decodable {
      var label: String
      var file: String?
      var line: Int?
      var valueKind: String
      /// The enumeration case that is the value, if it is one.
      var value: Case?

      private enum CodingKeys: String, CodingKey {
        case label, file, line, valueKind, value
      }

      init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        label = try values.decode(String.self, forKey: .label)
        file = try values.decodeIfPresent(String.self, forKey: .file)
        line = try values.decodeIfPresent(Int.self, forKey: .line)
        valueKind = try values.decode(String.self, forKey: .valueKind)
        // Each kind of value has a different JSON form.
        value = valueKind == "Enum" ? try values.decodeIfPresent(Case.self, forKey: .value) : nil
      }
    }

    /// A case with its arguments.
    struct Case: Decodable {
      struct Argument: Decodable {
        /// The text of a literal; nil for anything else.
        var literal: String?

        private enum CodingKeys: String, CodingKey {
          case valueKind, value
        }

        init(from decoder: any Decoder) throws {
          let values = try decoder.container(keyedBy: CodingKeys.self)
          let kind = try values.decode(String.self, forKey: .valueKind)
          literal = kind == "RawLiteral" ? try values.decodeIfPresent(String.self, forKey: .value) : nil
        }
      }

      var name: String
      var arguments: [Argument]?
    }

    /// The module and the qualified name, such as ``App.Photos.`switch` ``.
    var typeName: String
    /// The type's unique mangled name.
    var mangledTypeName: String
    /// The file with the type's name; nil for a type of another module.
    var file: String?
    var line: Int?
    var allConformances: [Conformance]
    var properties: [Property]?
  }

  extension ConformingType {
    /// Whether the type conforms to a protocol, given with its module.
    func conforms(to name: String) -> Bool { allConformances.contains { $0.protocolName == name } }

    /// Merges the elements of each type into one.
    ///
    /// The compiler lists a type once for each file that declares a part of it, with the members in that file.
    static func merged(_ types: [ConformingType]) -> [ConformingType] {
      var (merged, places) = ([ConformingType](), [String: Int]())
      for type in types {
        if let place = places[type.mangledTypeName] {
          merged[place].properties = (merged[place].properties ?? []) + (type.properties ?? [])
          merged[place].allConformances += type.allConformances.filter { !merged[place].allConformances.contains($0) }
        } else {
          places[type.mangledTypeName] = merged.count
          merged.append(type)
        }
      }
      return merged
    }
  }
#endif
