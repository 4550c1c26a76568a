extension SwiftType: CustomStringConvertible {
  /// The type as a shape spells it.
  package var description: String { text { "$\($0)" } }

  /// Returns the type as text, with names for generic parameters.
  package func text(_ parameter: (Int) -> String) -> String {
    func list(_ types: [SwiftType]) -> String { types.map { $0.text(parameter) }.joined(separator: ", ") }
    switch self {
    case .named(let path):
      return path.enumerated().map { index, part in
        let separator = index == 0 ? "" : path[index - 1].isModule ? "::" : "."
        return separator + Self.spelled([part.name]) + (part.arguments.isEmpty ? "" : "<\(list(part.arguments))>")
      }.joined()
    case .parameter(let index): return parameter(index)
    case .optional(let type): return type.text(parameter) + "?"
    case .array(let type): return "[\(type.text(parameter))]"
    case .dictionary(let key, let value): return "[\(key.text(parameter)): \(value.text(parameter))]"
    case .tuple(let elements):
      let texts = elements.map { ($0.label.map { "\($0): " } ?? "") + $0.type.text(parameter) }
      return "(\(texts.joined(separator: ", ")))"
    case .other(let text): return text
    }
  }
}
