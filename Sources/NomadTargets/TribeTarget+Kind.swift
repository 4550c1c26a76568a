extension TribeTarget {
  /// The cases of a target, named as in Swift.
  package enum Kind: String, CaseIterable, Sendable {
    case first, literal, dotted, once, always

    /// Whether a target of this kind has a text.
    package var hasText: Bool {
      switch self {
      case .first, .always: false
      case .literal, .dotted, .once: true
      }
    }
  }

  /// Creates a target.
  ///
  /// - Parameters:
  ///   - kind: The case.
  ///   - text: The text. Cases without a text ignore it.
  package init(_ kind: Kind, _ text: String = "") {
    switch kind {
    case .first: self = .first
    case .literal: self = .literal(text)
    case .dotted: self = .dotted(text)
    case .once: self = .once(text)
    case .always: self = .always
    }
  }

  /// The case.
  package var kind: Kind {
    switch self {
    case .first: .first
    case .literal: .literal
    case .dotted: .dotted
    case .once: .once
    case .always: .always
    }
  }

  /// The text; nil if the case has none.
  package var text: String? {
    switch self {
    case .first, .always: nil
    case .literal(let text), .dotted(let text), .once(let text): text
    }
  }
}
