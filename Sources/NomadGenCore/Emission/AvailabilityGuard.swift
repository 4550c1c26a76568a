/// What the availability of a type asks of the code that uses it.
struct AvailabilityGuard {
  /// The arguments of an `#available`, such as `iOS 17, macOS 14`; nil if there is nothing to ask.
  let versions: String?

  /// Conditions for an `#if`: platforms on which the type does not exist, Swift versions that it needs.
  let conditions: [String]

  init(_ availability: [Availability]) {
    var newest: [(platform: String, version: String)] = []
    var conditions: [String] = []
    for item in availability {
      if let obsoleted = item.obsoleted { conditions.append("!swift(>=\(obsoleted))") }
      if item.isUnavailable {
        conditions.append(item.platform == "*" ? "false" : Self.absence(of: item.platform))
      } else if let version = item.introduced {
        if item.platform == "swift" {
          conditions.append("swift(>=\(version))")
        } else if let index = newest.firstIndex(where: { $0.platform == item.platform }) {
          // Around and on the type: the later version holds.
          if Self.parts(newest[index].version).lexicographicallyPrecedes(Self.parts(version)) {
            newest[index].version = version
          }
        } else {
          newest.append((item.platform, version))
        }
      }
    }
    versions = newest.isEmpty ? nil : newest.map { "\($0.platform) \($0.version)" }.joined(separator: ", ")
    self.conditions = conditions
  }

  private static func parts(_ version: String) -> [Int] {
    version.split(separator: ".").map { Int($0) ?? 0 }
  }

  private static func absence(of platform: String) -> String {
    switch platform {
    case "macCatalyst": "!targetEnvironment(macCatalyst)"
    case let platform where platform.hasSuffix("ApplicationExtension"):
      "!os(\(platform.dropLast("ApplicationExtension".count)))"
    default: "!os(\(platform))"
    }
  }
}
