#if Nomadctl
  import Nomad

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
#endif
