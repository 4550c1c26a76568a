/// The templates for the files of a new tribe.
package enum NomadScaffolds {
  /// The template for a tribe.
  package static var tribe: String { String(decoding: PackageResources.Tribe_swift_template, as: UTF8.self) }

  /// The template for a tribe's tests with Swift Testing.
  package static var tests: String { String(decoding: PackageResources.TribeTests_swift_template, as: UTF8.self) }

  /// The template for a tribe's tests with XCTest.
  package static var xcTests: String { String(decoding: PackageResources.TribeXCTests_swift_template, as: UTF8.self) }
}
