#if Nomadctl
  import NomadCheck

  /// The way in which a type contains another one.
  struct TypeUse {
    /// A named type without its generic arguments, or a generic parameter.
    var type: SwiftType
    /// Whether a value contains the other one directly, so that a structure could not contain itself in this way.
    var isDirect = true
    /// Whether values are elements of a set or keys of a dictionary.
    var isHashed = false

    /// Returns everything that a type names, and how its values contain values of those types.
    ///
    /// - Parameters:
    ///   - type: The type.
    ///   - hashes: Whether values of a generic type contain a hashed value of the argument with an index.
    /// - Returns: The uses, in the order of the type.
    static func all(in type: SwiftType, _ hashes: (_ name: String, _ index: Int) -> Bool) -> [TypeUse] {
      switch type {
      case .parameter: [TypeUse(type: type)]
      case .optional(let wrapped): all(in: wrapped, hashes)
      case .array(let element): all(in: element, hashes).map { $0.indirect(isHashed: false) }
      case .dictionary(let key, let value):
        all(in: key, hashes).map { $0.indirect(isHashed: true) }
          + all(in: value, hashes).map { $0.indirect(isHashed: false) }
      case .tuple(let elements): elements.flatMap { all(in: $0.type, hashes) }
      case .named(let path):
        [TypeUse(type: SwiftType(named: path.map(\.name)))]
          + type.arguments.enumerated().flatMap { index, argument in
            let isSet = type.name == "Set"
            let isHashed = isSet || hashes(type.name ?? "", index)
            return all(in: argument, hashes).map { use in
              isSet ? use.indirect(isHashed: true) : use.with(isHashed: use.isHashed || isHashed)
            }
          }
      case .other: []
      }
    }

    private func indirect(isHashed: Bool) -> TypeUse {
      TypeUse(type: type, isDirect: false, isHashed: self.isHashed || isHashed)
    }

    private func with(isHashed: Bool) -> TypeUse { TypeUse(type: type, isDirect: isDirect, isHashed: isHashed) }
  }
#endif
