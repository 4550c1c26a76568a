extension TribeTarget {
  /// The cases of a target, named as in Swift.
  package enum Kind: String, CaseIterable, Sendable {
    case first, literal, dotted, once, whenChanged, always
  }

  /// The case.
  package var kind: Kind {
    switch self {
    case .first: .first
    case .literal: .literal
    case .dotted: .dotted
    case .once: .once
    case .whenChanged: .whenChanged
    case .always: .always
    }
  }

  /// The text; nil if the case has none.
  package var text: String? {
    switch self {
    case .first, .always: nil
    case .literal(let text), .dotted(let text), .once(let text), .whenChanged(let text): text
    }
  }
}
