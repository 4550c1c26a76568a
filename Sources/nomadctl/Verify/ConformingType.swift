#if Nomadctl
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
