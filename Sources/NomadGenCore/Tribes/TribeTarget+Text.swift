import NomadSyntax
package import NomadTargets

extension TribeTarget.Kind {
  /// Whether a target of this kind has a text.
  package var hasText: Bool {
    switch self {
    case .first, .always: false
    case .literal, .dotted, .once, .whenChanged: true
    }
  }
}

extension TribeTarget {
  /// The target as generated code and release locks write it.
  package var source: String { ".\(kind.rawValue)\(text.map { "(\($0.swiftLiteral))" } ?? "")" }

  /// Creates a target; cases without a text ignore it.
  package init(_ kind: Kind, _ text: String = "") {
    switch kind {
    case .first: self = .first
    case .literal: self = .literal(text)
    case .dotted: self = .dotted(text)
    case .once: self = .once(text)
    case .whenChanged: self = .whenChanged(text)
    case .always: self = .always
    }
  }
}
