import NomadSyntax

/// A value in the data of a type that has properties.
struct CodedField: Hashable {
  /// The name of its property, or else its keys.
  var name: String
  /// The keys that lead to it; empty if it is the only value.
  var path: [String]
  /// The types as which it may be coded; empty if they are not known.
  var types: [SwiftType]
  var wrapper: SwiftType?
  /// Whether decoding needs it.
  var isRequired: Bool
  /// Whether an error in decoding it is ignored.
  var isTolerant = false
  /// The checksums of the statements that do more with it than to keep it, by its type.
  var code: [SwiftType: UInt64] = [:]
  var condition: String?

  var key: String { path.joined(separator: ".") }

  init(_ property: Shape.Property) {
    (name, path, types) = (property.name, [property.key], property.type.map { [$0] } ?? [])
    (wrapper, isRequired, condition) = (property.wrapper, property.isRequired, property.condition)
  }

  init(_ field: Shape.Field, of shape: Shape) {
    (path, types, isTolerant, condition) = (field.path, field.types, field.isTolerant, field.condition)
    code = field.code
    let property = shape.properties.first { [$0.key] == field.path }
    name =
      field.property ?? property?.name ?? (field.path.isEmpty ? Shape.wholeWord : field.path.joined(separator: "."))
    isRequired = !field.isTolerant && (field.types.isEmpty || field.types.contains { !$0.isOptional })
  }

  /// Whether both are read in the same way, whatever their properties are called.
  func isRead(as other: Self) -> Bool {
    var other = other
    other.name = name
    return self == other
  }
}

extension Shape {
  /// The keys that encoding writes with the shape.
  package var writtenKeys: Set<[String]> { Set(data.map(\.path)) }

  /// What decoding reads.
  var reads: [CodedField] {
    decoding?.fields.map { CodedField($0, of: self) } ?? properties.filter { !$0.isWrittenOnly }.map { CodedField($0) }
  }

  /// What is in data that was encoded with the shape, as far as that is known.
  var data: [CodedField] {
    guard let encoding else { return properties.map { CodedField($0) } }
    let reads = reads
    let written = encoding.fields.map { field in
      var field = CodedField(field, of: self)
      // What the same version of the sources reads from it, it is.
      if field.types.isEmpty { field.types = reads.first { $0.path == field.path }?.types ?? [] }
      return field
    }
    let known = Set(written.map(\.path))
    return encoding.statements.isEmpty ? written : written + reads.filter { !known.contains($0.path) }
  }
}
