#if !Nomadctl
  import Testing
  import ToolSupport

  @Suite struct TraitTests {
    @Test("Built without its trait, the tool says in one line how to enable that, with exit code 2")
    func disabled() throws {
      let folder = try Folder()
      let result = try Tool("nomadctl").run(["list"], in: folder.url)
      #expect(result.code == 2)
      #expect(result.output == "")
      #expect(result.error.hasPrefix("nomadctl: error: ") && result.error.contains("Nomadctl"))
    }
  }
#endif
