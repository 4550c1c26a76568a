/// The templates for the files of a new tribe.
package enum NomadScaffolds {
  /// The templates, by the names of their files.
  package static var all: [(name: String, text: String)] {
    [
      ("Tribe.swift.template", text(PackageResources.Tribe_swift_template)),
      ("TribeTests.swift.template", text(PackageResources.TribeTests_swift_template)),
      ("TribeXCTests.swift.template", text(PackageResources.TribeXCTests_swift_template)),
      ("StoredTribe.swift.template", text(PackageResources.StoredTribe_swift_template)),
      ("StoredTribeTests.swift.template", text(PackageResources.StoredTribeTests_swift_template)),
      ("StoredTribeXCTests.swift.template", text(PackageResources.StoredTribeXCTests_swift_template)),
      ("UpgradeTests.swift.template", text(PackageResources.UpgradeTests_swift_template)),
      ("UpgradeXCTests.swift.template", text(PackageResources.UpgradeXCTests_swift_template)),
    ]
  }

  private static func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }
}
