import NomadSyntax

/// What is another in old data than in the sources.
package enum ShapeChange: Hashable, Sendable {
  /// A part of a type that has a name.
  package enum Member: Hashable, Sendable {
    case property(String)
    case enumCase(String)
    /// An associated value, by its key.
    case value(String, of: String)

    /// The name of the property or case.
    var name: String {
      switch self {
      case .property(let name), .enumCase(let name), .value(_, let name): name
      }
    }

    fileprivate var text: String {
      switch self {
      case .property(let name): "'\(name)'"
      case .enumCase(let name): "the case '\(name)'"
      case .value(let key, let name): "'\(key)' of '\(name)'"
      }
    }
  }

  /// Old data lacks a member, or only that of some builds does.
  case added(Member, isPartial: Bool = false)
  /// The sources no longer have a member, or no longer in some builds.
  case removed(Member, isPartial: Bool = false)
  case renamed(Member, to: Member)
  /// Old data has a member under a key that is now that of the other, or was.
  case rekeyed(Member, key: String, to: Member)
  case revalued(Member, from: String, to: String)
  case retyped(Member, from: String, to: String)
  /// The type as a whole has another form, such as that of an enum.
  case reshaped(from: String, to: String)
  /// Other code by hand, for the whole type or for one member.
  case recoded(String, for: Member? = nil, isOld: Bool = true, isNew: Bool = true)

  /// The member in the sources; nil if the change is about the type as a whole.
  package var member: String? {
    switch self {
    case .added(let member, _), .removed(let member, _), .renamed(_, let member), .rekeyed(_, _, let member),
      .revalued(let member, _, _), .retyped(let member, _, _):
      member.name
    case .reshaped: nil
    case .recoded(_, let member, _, _): member?.name
    }
  }

  /// The values that users have, after the type's name: "without 'dueDate'".
  var values: String {
    switch self {
    case .added(let member, let isPartial): "without \(member.text)\(isPartial ? " in builds that lacked it" : "")"
    case .removed(let member, let isPartial): "with \(member.text)\(isPartial ? " in builds that lack it now" : "")"
    case .renamed(let former, let member): "with \(former.text) instead of '\(member.name)'"
    case .rekeyed(let member, let key, _): "with \(member.text) under the key '\(key)'"
    case .revalued(let member, let old, let new), .retyped(let member, let old, let new):
      "with \(member.text) as \(old) instead of \(new)"
    case .reshaped(let old, let new): "as \(old) instead of \(new)"
    case .recoded(let code, let member, let isOld, let isNew):
      (member.map { "with \($0.text) " } ?? "")
        + (isOld && isNew ? "from before \(code) changed" : "from \(isOld ? "when" : "before") it had \(code)")
    }
  }
}
