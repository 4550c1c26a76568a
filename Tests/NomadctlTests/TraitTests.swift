#if !Nomadctl
  import Testing
  import ToolSupport

  @Suite struct TraitTests {
    @Test("Without its trait, the tool exits with code 2 and an error that names the trait")
    func disabled() throws {
      let folder = try Folder()
      let result = try Tool("nomadctl").run(["list"], in: folder.url)
      #expect(result.code == 2)
      #expect(result.output == "")
      #expect(result.error.hasPrefix("nomadctl: error: ") && result.error.contains("Nomadctl"))
    }
  }
#endif
