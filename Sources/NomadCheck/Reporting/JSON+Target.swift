import NomadGenCore
package import NomadTargets

extension JSON {
  /// A target: its kind and, if it has one, its value.
  package init(_ target: TribeTarget) {
    switch target {
    case .first: self = .object([("kind", .string("first"))])
    case .literal(let text): self = .object([("kind", .string("literal")), ("value", .string(text))])
    case .dotted(let text): self = .object([("kind", .string("dotted")), ("value", .string(text))])
    case .once(let id): self = .object([("kind", .string("once")), ("value", .string(id))])
    case .always: self = .object([("kind", .string("always"))])
    }
  }
}
