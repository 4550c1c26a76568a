import NomadSyntax

/// The shape of a stored type: what coding writes and reads of its values.
package struct Shape: Hashable, Sendable {
  /// A property that synthesized coding writes or reads.
  package struct Property: Hashable, Sendable {
    package var name: String
    /// The coding key; equal to the name unless `CodingKeys` says otherwise.
    package var key: String
    /// The type; nil if the sources do not tell.
    package var type: SwiftType?
    /// The property wrapper around it; nil if there is none.
    package var wrapper: SwiftType?
    /// Whether it is written and never read: a `let` with a value.
    package var isWrittenOnly = false
    /// The condition of the builds that have it; nil if all have it.
    package var condition: String?
  }

  /// A case of an enum, or a constant of a type that is coded as its raw value.
  package struct Case: Hashable, Sendable {
    /// An associated value.
    package struct Parameter: Hashable, Sendable {
      /// The coding key: the label, or `_0` and so on.
      package var key: String
      package var type: SwiftType
    }

    package var name: String
    /// The coding key; equal to the name unless `CodingKeys` says otherwise.
    package var key: String
    /// The raw value as a Swift literal, whether it is written or implied; nil if there is no raw type.
    package var rawValue: String?
    package var parameters: [Parameter] = []
    package var condition: String?
  }

  /// What a hand-written method decodes or encodes.
  package struct Code: Hashable, Sendable {
    /// The values, sorted.
    package var fields: [Field] = []
    /// The checksums of the statements that could not be read.
    package var statements: Set<UInt64> = []
    /// The checksums of the labels that values have to meet.
    package var labels: Set<UInt64> = []
    /// The checksums of the other statements on which the result may depend.
    package var others: Set<UInt64> = []
  }

  /// A value that a hand-written method decodes or encodes.
  package struct Field: Hashable, Sendable {
    /// The keys that lead to it; empty if it is the only value.
    package var path: [String]
    /// The property that keeps it, if that has another name than the key; nil if it is not known.
    package var property: String?
    /// The types as which it may be coded; empty if they are not known.
    package var types: [SwiftType] = []
    /// Whether an error in decoding it is ignored.
    package var isTolerant = false
    /// The checksums of the statements that do more with it than to keep it, by its type, which is not optional.
    package var code: [SwiftType: UInt64] = [:]
    package var condition: String?
  }

  /// The type that an alias stands for; nil if it is no alias.
  package var alias: SwiftType?
  /// The superclass, if coding writes its properties.
  package var superclass: SwiftType?
  /// The raw type as which the type is coded.
  package var rawType: String?
  /// The properties, sorted by name.
  package var properties: [Property] = []
  /// The cases, sorted by name.
  package var cases: [Case] = []
  /// A hand-written `init(from:)`; nil if there is none.
  package var decoding: Code?
  /// A hand-written `encode(to:)`; nil if there is none.
  package var encoding: Code?
  /// The checksums of other code that decides how it is coded, by name: macros, keys, computed raw values, helpers.
  package var code: [String: UInt64] = [:]
  /// The stored types that hand-written methods name, as which they may code the type.
  package var coded: Set<String> = []
  /// Whether the type is an enum, with or without cases.
  package var isEnum = false
  /// Whether the type is `Decodable`, or may be.
  package var isDecoded = true
  /// Whether a dictionary with such keys has its values under them (SE-0320).
  package var isKey = false
}

extension Shape {
  /// Whether the shape tells how old data is read.
  package var isReadable: Bool {
    (decoding.map { $0.statements.isEmpty && $0.others.isEmpty } ?? true)
      && !code.keys.contains(where: WellKnownTypes.mayRecode)
  }

  /// Whether code decides both what is written and what is read.
  var isCodedByHand: Bool { decoding != nil && encoding != nil }

  /// All types in the shape as they are written.
  package var types: [SwiftType] {
    let own = properties.flatMap { [$0.type, $0.wrapper] } + [alias, superclass]
    return own.compactMap(\.self) + cases.flatMap(\.parameters).map(\.type)
      + ((decoding?.fields ?? []) + (encoding?.fields ?? [])).flatMap(\.types)
  }

  /// The names in the types of everything that coding writes or reads.
  package var typeNames: Set<String> { types.reduce(into: coded) { $0.formUnion($1.names) } }

  /// Returns the shape with each type replaced.
  package func mapped(_ change: (SwiftType) -> SwiftType) -> Shape {
    var shape = self
    (shape.alias, shape.superclass) = (alias.map(change), superclass.map(change))
    for index in properties.indices {
      shape.properties[index].type = properties[index].type.map(change)
      shape.properties[index].wrapper = properties[index].wrapper.map(change)
    }
    for index in cases.indices {
      for parameter in cases[index].parameters.indices {
        shape.cases[index].parameters[parameter].type = change(cases[index].parameters[parameter].type)
      }
    }
    for code in [\Shape.decoding, \.encoding] {
      for (index, field) in (self[keyPath: code]?.fields ?? []).enumerated() {
        shape[keyPath: code]?.fields[index].types = field.types.map(change)
      }
    }
    return shape
  }

  /// Returns the shape with other names of types.
  package func renaming(_ name: (String) -> String?) -> Shape {
    var shape = mapped { $0.renamed(name) }
    shape.coded = Set(coded.map { name($0) ?? $0 })
    return shape
  }

  /// Returns the shape with generic arguments in place of its parameters.
  package func with(_ arguments: [SwiftType]) -> Shape {
    if arguments.isEmpty { return self }
    return mapped { type in
      type.mapped { part in
        if case .parameter(let index) = part, arguments.indices.contains(index) { arguments[index] } else { part }
      }
    }
  }
}

extension Shape.Property {
  /// Whether decoding needs its key.
  package var isRequired: Bool {
    // A wrapper's key is needed even if the wrapped type is optional.
    !isWrittenOnly && (wrapper != nil || type.map { !$0.isOptional } ?? true)
  }
}
