/// A value that a hand-written method decodes or encodes, as one of its statements has it.
struct CodedValue {
  let use: CodingUse
  let isDecoding: Bool
  /// The texts of the keys to the value.
  let path: [String]
  /// The property that keeps it, if the keys do not tell that; nil if it is not known.
  let property: String?
  /// The type; nil if it is not known.
  let type: SwiftType?
  /// The condition of the builds that have it, beyond those of the type.
  let condition: String?

  /// Whether any type will do, because only nil is looked for.
  private var isOfAnyType: Bool { isDecoding && use.type == nil }

  /// Whether the statement needs the value.
  private var isRequired: Bool {
    // A value that is encoded only in some cases may be missing.
    use.presence == .required && (isDecoding || !use.isConditional)
  }

  /// Returns the fields of a shape for some values, one for each way to a value.
  static func fields(of values: [CodedValue]) -> [Shape.Field] {
    let places = Dictionary(grouping: values) { $0.path + [$0.condition] }
    return places.values.map { values in
      var field = Shape.Field(path: values[0].path, condition: values[0].condition)
      // Several statements may give a property one value after the other.
      field.property = values.allSatisfy { $0.property == values[0].property } ? values[0].property : nil
      field.isTolerant = values.allSatisfy { $0.use.presence == .tolerant }
      // A value is needed if one of the statements needs it.
      let isRequired = values.contains(where: \.isRequired)
      if values.allSatisfy({ $0.type != nil || $0.isOfAnyType }) {
        let types = values.compactMap(\.type).map { $0.isOptional || isRequired ? $0 : .optional($0) }
        field.types = Set(types).sorted { $0.description < $1.description }
      }
      return field
    }
  }
}
