import Foundation
import Testing
import ToolSupport

@testable import NomadGenCore

/// The conditions around tribes that some platforms lack, compared with the compiler's own rules.
@Suite struct AvailabilityTests {
  /// Declarations of tribes that some platforms lack, with `#` for a number and `%` for the members.
  private static let declarations = [
    "@available(iOS, unavailable) struct A#: Tribe { % }",
    "@available(iOS, unavailable) @available(macCatalyst 16, *) struct A#: Tribe { % }",
    "@available(iOS, unavailable) @available(macCatalyst, unavailable) struct A#: Tribe { % }",
    "@available(visionOS, introduced: 1) @available(iOS, unavailable) struct A#: Tribe { % }",
    "@available(iOS, unavailable) @available(visionOS 1, macCatalyst 16, *) struct A#: Tribe { % }",
    "@available(macCatalyst, unavailable) struct A#: Tribe { % }",
    "@available(visionOS, unavailable) struct A#: Tribe { % }",
    "@available(macOS, unavailable) struct A#: Tribe { % }",
    "@available(tvOS, unavailable) @available(watchOS, unavailable) struct A#: Tribe { % }",
    "@available(*, unavailable) struct A#: Tribe { % }",
    // The attributes of one declaration leave those of another as they are.
    "enum O# {}\n@available(iOS, unavailable) extension O# { @available(macCatalyst 16, *) struct A#: Tribe { % } }",
  ]

  private static let targets = [
    "arm64-apple-macos14", "arm64-apple-ios17.0", "arm64-apple-ios17.0-macabi", "arm64-apple-tvos17.0",
    "arm64-apple-watchos10.0", "arm64-apple-xros1.0",
  ]

  /// Returns a declaration with a use of its type: in the builds whose registry has the tribe, and in all others.
  private static func uses(of declaration: String, number: Int) throws -> (own: String, other: String) {
    let text = declaration.replacing("#", with: "\(number)")
    let members = "static let target: TribeTarget = .first; func migrate() async throws {}"
    let registry = try #require(find(text.replacing("%", with: members)).registry)
    let condition = try #require(registry.split(separator: "\n").first { $0.contains("    #if ") })
    let type = declaration.hasPrefix("enum") ? "O\(number).A\(number)" : "A\(number)"
    let head = "\(text.replacing(": Tribe { % }", with: " {}"))\n\(condition)\n"
    let use = "func use(_: \(type)) {}\n"
    return (head + use + "#endif\n", head + "#else\n\(use)let other: Other\n#endif\n")
  }

  /// Returns the compiler's errors about a source that needs no standard library, so that every system can ask for them.
  private static func errors(in source: String, for target: String) throws -> [Substring] {
    let folder = try Folder()
    try folder.write(source, to: "A.swift")
    let result = try Tool(at: ["/usr/bin/env"]).run(
      ["swiftc", "-frontend", "-typecheck", "-parse-stdlib", "-module-name", "Swift", "-target", target, "A.swift"],
      in: folder.url
    )
    return result.error.split(separator: "\n").filter { $0.contains(".swift:") && $0.contains(" error: ") }
  }

  @Test("A build has a tribe exactly if the compiler lets it use the type", arguments: targets)
  func exact(target: String) throws {
    let uses = try Self.declarations.enumerated().map { try Self.uses(of: $1, number: $0) }
    #expect(try Self.errors(in: uses.map(\.own).joined(), for: target) == [])
    let errors = try Self.errors(in: uses.map(\.other).joined(), for: target)
    #expect(errors.count { $0.contains("'Other'") } == errors.count { $0.contains("is unavailable") }, "\(errors)")
    #expect(!errors.isEmpty)
  }
}
