#if Nomadctl
  import Nomad

  /// A tribe as the compiler sees it.
  struct CompilerTribe: Hashable {
    /// The qualified name, without the module, generic arguments and backticks.
    let name: String
    /// Where the type's name stands; or, for a type of another module, its target in this one.
    var file: String?
    let line: Int?
    /// Whether that is where the type's name stands.
    let isPlaceOfType: Bool
    /// The target; nil if it is nothing that the compiler tells without running it.
    let target: TribeTarget?
    /// The protocols of the app by which it conforms, with their modules.
    let ways: [String]

    private static let root = "Nomad.Tribe"

    /// The tribes among the types that the compiler lists for a module.
    ///
    /// - Parameters:
    ///   - types: The types.
    ///   - module: The module's name.
    ///   - isOwn: Whether a file is one of the module's.
    /// - Returns: The tribes, in the order of the list.
    static func all(in types: [ConformingType], of module: String, isOwn: (String) -> Bool) -> [CompilerTribe] {
      ConformingType.merged(types).compactMap { type in
        let isOwnType = type.file.map(isOwn) ?? false
        // A class inherits its conformance from wherever it was declared; a type from elsewhere is this module's tribe
        // only if this module made it one.
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

    /// `Swift.Array<Element>.T` is `Array.T`: the module is what stands before the first period.
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
    /// The target that a case is; nil if one of its arguments is no literal.
    fileprivate init?(_ value: ConformingType.Case) {
      let texts = (value.arguments ?? []).compactMap(\.literal)
      guard let kind = Kind(rawValue: value.name), texts.count == (kind.hasText ? 1 : 0) else { return nil }
      self.init(kind, texts.first ?? "")
    }
  }
#endif
