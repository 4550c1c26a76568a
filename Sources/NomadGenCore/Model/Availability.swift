/// What one `@available` says of one platform (SE-0141 and The Swift Programming Language, "Attributes").
package struct Availability: Hashable {
  /// A platform such as `iOS`, or `swift`, or `*`.
  var platform: String

  /// The version from which on the declaration can be used; nil if it is not given.
  var introduced: String?

  /// The version of Swift from which on the declaration cannot be used any more.
  var obsoleted: String?

  var isUnavailable = false
  var isDeprecated = false
}

extension Availability: CustomStringConvertible {
  package var description: String {
    var words = [platform]
    if let introduced { words.append(introduced) }
    if let obsoleted { words.append("obsoleted \(obsoleted)") }
    if isUnavailable { words.append("unavailable") }
    if isDeprecated { words.append("deprecated") }
    return words.joined(separator: " ")
  }
}
