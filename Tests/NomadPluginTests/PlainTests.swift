import Foundation
import Testing

extension PluginBuilds {
  @Suite struct PlainTests {
    private static func expected(_ configuration: BuildVariant.Configuration) -> [String] {
      let samples = configuration == .debug ? [#"SeedSamples .literal("4.2.0")"#] : []
      return [
        "PlantDefaults .first",
        "default .first",
        #"DeleteCaches .literal("1.0.0")"#,
        #"Migrations.AddTags .dotted("1.1")"#,
        #"Migrations.AddTagsAgain .dotted("1.1-1")"#,
        #"RenameKeys .literal("1.2.0")"#,
        #"Vacuum .literal("1.3.0")"#,
        #"Tribe_2_0_0_beta .literal("2.0.0-beta.1+build.7")"#,
        #"Tribe_2_0_0 .literal("2.0.0")"#,
        #"Migrations.V3.switch .dotted("3.0.3.9.6")"#,
        #"Schema.SplitNames .literal("3.1.0")"#,
        #"Schema.Columns.Widen .literal("3.2.0")"#,
        #"Schema.Table .literal("3.3.0")"#,
        #"MovePreferences .literal("4.0.0")"#,
        #"FillNewStore .literal("4.1.0")"#,
      ] + samples + [
        #"PickStore .literal("4.3.0")"#,
        #"AdoptRegex .literal("5.0.0")"#,
        #"Observed.Rebuild .literal("5.1.0")"#,
        #"ComputedShort .literal("6.0.0")"#,
        #"ComputedReturn .literal("6.1.0")"#,
        #"ComputedGet .literal("6.2.0")"#,
        #"Inferred .literal("6.3.0")"#,
        #"SpelledOut .literal("6.4.0")"#,
        #"OverLines .literal("6.5.0")"#,
        #"RawString .literal("6.6.0")"#,
        #"ManyLines .literal("6.7.0")"#,
        #"RawManyLines .dotted("6.8-1")"#,
        #"Escaped .literal("6.9.0")"#,
        #"Tribe_10_0_0 .literal("10.0.0")"#,
        #"MoveToken .once("2026-11-move-token")"#,
        #"Rekey .once("rekey \"all\" stores")"#,
        "CountLaunch .always",
        "WarmCaches .always",
      ]
    }

    @Test(
      "Tribes in every form run once and in order, without resolving a dependency",
      arguments: BuildVariant.all
    )
    func plain(variant: BuildVariant) async throws {
      let consumer = try Consumer(copying: "Plain", variant: variant)
      #expect(try await consumer.output(of: "Plain") == Self.expected(variant.configuration))

      for store in ["checkouts", "repositories"] {
        #expect(
          consumer.built { $0.pathComponents.dropLast().last == store }.isEmpty,
          "a dependency was resolved"
        )
      }
      #expect(
        !FileManager.default.fileExists(atPath: consumer.folder.appending(path: "Package.resolved").path())
      )
    }
  }
}
