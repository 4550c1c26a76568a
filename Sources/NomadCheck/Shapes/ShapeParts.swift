import NomadSyntax

/// The types whose values are stored as parts of others.
///
/// A generic argument is no part if no property has the parameter's type.
struct ShapeParts {
  /// A generic parameter of a type.
  private struct Parameter: Hashable {
    let type: String
    let index: Int
  }

  /// Returns the shapes of a type by its name as shapes spell it; none if it is no stored type.
  private let shapes: (_ name: String) -> [Shape]

  init(_ shapes: @escaping (_ name: String) -> [Shape]) { self.shapes = shapes }

  /// Returns the names of the types that a shape has as its parts.
  func names(in shape: Shape) -> Set<String> {
    var known: Set<Parameter> = []
    return shape.types.reduce(into: shape.coded) { $0.formUnion(leaves(of: $1, &known).compactMap(\.name)) }
  }

  /// Returns the names and the parameters in a type that are coded with it.
  private func leaves(of type: SwiftType, _ known: inout Set<Parameter>) -> [SwiftType] {
    switch type {
    case .parameter: return [type]
    case .named:
      let name = type.name ?? ""
      return [SwiftType(named: type.path ?? [])]
        + type.arguments.enumerated().flatMap { index, argument in
          uses(Parameter(type: name, index: index), &known) ? leaves(of: argument, &known) : []
        }
    default: return type.parts.flatMap { leaves(of: $0, &known) }
    }
  }

  /// Whether values of a type may contain values of a generic parameter's type.
  private func uses(_ parameter: Parameter, _ known: inout Set<Parameter>) -> Bool {
    let shapes = WellKnownTypes.isTaken(parameter.type) ? [] : shapes(parameter.type)
    // Nothing is known of how another type is coded.
    if shapes.isEmpty { return true }
    // A type that contains itself uses the parameter only if it does so elsewhere.
    guard known.count < 32, known.insert(parameter).inserted else { return known.count >= 32 }
    defer { known.remove(parameter) }
    return shapes.contains { shape in
      !shape.isReadable || !(shape.encoding?.statements.isEmpty ?? true)
        || shape.types.contains { leaves(of: $0, &known).contains(.parameter(parameter.index)) }
    }
  }
}
