/// The templates that a new tribe starts from.
package enum NomadScaffolds {
  /// The template of a tribe.
  package static var tribe: String { String(decoding: PackageResources.Tribe_swift_template, as: UTF8.self) }

  /// The template of a tribe's tests, for Swift Testing.
  package static var tests: String { String(decoding: PackageResources.TribeTests_swift_template, as: UTF8.self) }

  /// The template of a tribe's tests, for XCTest.
  package static var xcTests: String { String(decoding: PackageResources.TribeXCTests_swift_template, as: UTF8.self) }
}
