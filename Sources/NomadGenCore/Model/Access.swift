/// How far a declaration can be seen, least first.
package enum Access: String, Comparable, CaseIterable {
  case `private`, `fileprivate`, `internal`, `package`, `public`, `open`

  /// Whether only one file sees what has this level.
  var isPrivate: Bool { self <= .fileprivate }

  package static func < (lhs: Self, rhs: Self) -> Bool { allCases.prefix { $0 != rhs }.contains(lhs) }
}
