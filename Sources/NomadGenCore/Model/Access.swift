/// How far a declaration can be seen, least first.
package enum Access: String, Comparable {
  case `private`, `fileprivate`, `internal`, `package`, `public`, `open`

  private var rank: Int {
    switch self {
    case .private: 0
    case .fileprivate: 1
    case .internal: 2
    case .package: 3
    case .public: 4
    case .open: 5
    }
  }

  package static func < (lhs: Self, rhs: Self) -> Bool { lhs.rank < rhs.rank }
}
