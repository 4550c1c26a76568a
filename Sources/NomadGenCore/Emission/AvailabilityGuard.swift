/// The guards that generated code needs around a type with `@available` attributes.
struct AvailabilityGuard {
  /// The arguments of an `#available`, such as `iOS 17, macOS 14`; nil if the type needs none.
  let versions: String?

  /// The conditions of an `#if` that leaves out the platforms and Swift versions without the type.
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
          // The type and a declaration around it may each give a version; the later one counts.
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
