import Nomad

/// A version of tribes, in the order of the page Order.md.
///
/// The order is written down here, not computed.
enum Place: Int, CaseIterable, Comparable {
  case beta2, beta11, one, oneStep, minor, minorStep, minorStep2, patch, two, long, three

  static func < (lhs: Self, rhs: Self) -> Bool { lhs.rawValue < rhs.rawValue }

  /// The version of the app that a tribe at this place needs.
  ///
  /// A sub-migration runs in the version that it belongs to.
  var app: Place {
    switch self {
    case .oneStep: .one
    case .minorStep, .minorStep2: .minor
    default: self
    }
  }

  /// The places that can be versions of an app.
  static let apps = allCases.filter { $0.app == $0 }

  /// The version in the app's spelling.
  ///
  /// There is one spelling, because a ledger compares the texts of app versions.
  var text: String {
    switch self {
    case .beta2: "1.0.0-beta.2"
    case .beta11: "1.0.0-beta.11"
    case .one: "1.0.0"
    case .oneStep: "1.0-1"
    case .minor: "1.1"
    case .minorStep: "1.1-1"
    case .minorStep2: "1.1-2"
    case .patch: "1.1.1"
    case .two: "2"
    case .long: "2.0.3.9.6"
    case .three: "3.0.0"
    }
  }

  /// The targets for this place.
  ///
  /// A tribe is known by its version, however it is spelled.
  var targets: [TribeTarget] {
    switch self {
    case .beta2, .beta11: [.literal(text)]
    case .one: [.literal("1.0.0"), .dotted("1.0"), .literal("1.0.0+5")]
    case .oneStep: [.dotted("1.0-1"), .dotted("1.0.0-1")]
    case .minor: [.dotted("1.1"), .literal("1.1.0")]
    case .minorStep, .minorStep2, .long: [.dotted(text)]
    case .patch: [.literal("1.1.1"), .dotted("1.1.1.0")]
    case .two: [.literal("2.0.0"), .dotted("2.0")]
    case .three: [.literal("3.0.0"), .dotted("3.0")]
    }
  }
}
