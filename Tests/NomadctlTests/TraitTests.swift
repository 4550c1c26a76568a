import Foundation
import Testing
import ToolSupport

#if Nomadctl
  @Suite struct TraitTests {
    @Test("A ledger in a database and a fleet need traits, which the errors name")
    func databases() throws {
      let folder = try Folder()
      let database = folder.url.appending(path: "notes.sqlite")
      try Data("SQLite format 3\0".utf8).write(to: database)
      let show = try Tool("nomadctl").run(["ledger", "show", "notes.sqlite"], in: folder.url)
      #expect(show.code == 2 && show.error.contains(#"traits: ["NomadctlGRDB"]"#), "\(show.error)")
      let keys = ["version:3.0.0", "once:a", "changed:index@00000000000000a2", "first:App.Make", "always:App.Clean"]
      let retries = keys.map { ["retry", $0] }
      for command in [["status"], ["contract", "version:3.0.0"], ["revert", "2.0.0"]] + retries {
        let arguments = ["fleet"] + command + ["--database", "postgresql://127.0.0.1:1"]
        let fleet = try Tool("nomadctl").run(arguments, in: folder.url)
        #expect(fleet.code == 2 && fleet.error.contains(#"traits: ["NomadctlLibPQ"]"#), "\(fleet.error)")
      }
      let noKey = try Tool("nomadctl").run(["fleet", "retry", "3.0.0", "--database", "a"], in: folder.url)
      #expect(noKey.code == 2 && noKey.error.contains("is not the key of a tribe"), "\(noKey.error)")
    }
  }
#else
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
