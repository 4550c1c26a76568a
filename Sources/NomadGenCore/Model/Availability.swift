/// The statement of one `@available` about one platform (SE-0141 and The Swift Programming Language, "Attributes").
package struct Availability: Hashable {
  /// The platform, such as `iOS`; `swift` for the language version, or `*` for all platforms.
  var platform: String

  /// The first version in which the declaration is available; nil if none is given.
  var introduced: String?

  /// The first version of Swift in which the declaration is no longer available; nil if none is given.
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
