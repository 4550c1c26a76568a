import NomadSyntax

/// The values that a hand-written method decodes or encodes, collected from its statements.
struct CodedFields {
  private struct Use {
    /// The type; nil if it is not known.
    var type: SwiftType?
    /// Whether any type will do, because only nil is looked for.
    var isOfAnyType: Bool
    var presence: CodingUse.Presence
    var property: String?
  }

  private struct Place: Hashable {
    var path: [String]
    var condition: String?
  }

  let isDecoding: Bool
  private var uses: [Place: [Use]] = [:]

  init(isDecoding: Bool) { self.isDecoding = isDecoding }

  /// Adds one use of a container.
  ///
  /// - Parameters:
  ///   - use: The use.
  ///   - path: The texts of its keys.
  ///   - property: The property that keeps it, if the keys do not tell that; nil if it is not known.
  ///   - type: The type; nil if it is not known.
  ///   - condition: The condition of the builds that have it, beyond those of the type.
  mutating func add(_ use: CodingUse, path: [String], property: String?, type: SwiftType?, _ condition: String?) {
    // What is not always encoded may be missing.
    let isPartial = !isDecoding && use.isConditional && use.presence == .required
    let found = Use(
      type: type,
      isOfAnyType: isDecoding && use.type == nil,
      presence: isPartial ? .optional : use.presence,
      property: property
    )
    uses[Place(path: path, condition: condition), default: []].append(found)
  }

  /// The values, one for each way to it.
  var fields: [Shape.Field] {
    uses.map { place, uses in
      var field = Shape.Field(path: place.path, condition: place.condition)
      // Several statements may give a property one value after the other.
      field.property = uses.allSatisfy { $0.property == uses[0].property } ? uses[0].property : nil
      field.isTolerant = uses.allSatisfy { $0.presence == .tolerant }
      // A value is needed if one of the statements needs it.
      let isRequired = uses.contains { $0.presence == .required }
      if uses.allSatisfy({ $0.type != nil || $0.isOfAnyType }) {
        let types = uses.compactMap(\.type).map { type in
          isRequired || type.isOptional ? type : .optional(type)
        }
        field.types = Set(types).sorted { $0.description < $1.description }
      }
      return field
    }
    .sorted { ($0.path.joined(separator: "."), $0.text) < ($1.path.joined(separator: "."), $1.text) }
  }
}
