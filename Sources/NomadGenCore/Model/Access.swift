/// The access level of a declaration, from the most restrictive to the least.
package enum Access: String, Comparable, CaseIterable {
  case `private`, `fileprivate`, `internal`, `package`, `public`, `open`

  /// Whether only one file can see a declaration with this level.
  var isPrivate: Bool { self <= .fileprivate }

  package static func < (lhs: Self, rhs: Self) -> Bool { allCases.prefix { $0 != rhs }.contains(lhs) }
}
