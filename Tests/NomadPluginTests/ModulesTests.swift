import Testing

extension PluginBuilds {
  @Suite struct ModulesTests {
    @Test(
      "The tribes of two modules run in one common order",
      .enabled(if: BuildVariant.isThorough),
      arguments: BuildVariant.selected
    )
    func modules(variant: BuildVariant) async throws {
      let consumer = try Consumer(copying: "Modules", variant: variant)
      let output = try await consumer.output(of: "App")
      #expect(
        output == [
          "Prepare .first",
          #"PlantNotes .literal("1.0.0")"#,
          #"BuildIndex .literal("1.1.0")"#,
          #"BuildIndex .literal("2.0.0")"#,
          #"DropIndex .literal("3.0.0")"#,
          "CountLaunch .always",
        ]
      )
      #expect(consumer.registries().count == 2)
    }
  }
}
