import NomadGenCore
package import NomadTargets

extension JSON {
  /// Creates the JSON object of a target: its kind and, if it has one, its value.
  package init(_ target: TribeTarget) {
    let value = target.text.map { [("value", JSON.string($0))] } ?? []
    self = .object([("kind", .string(target.kind.rawValue))] + value)
  }
}
