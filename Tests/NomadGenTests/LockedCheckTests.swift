import Foundation
import Testing
import ToolSupport

/// `nomad-gen --check` in packages with a `Tribes.lock`.
@Suite struct LockedCheckTests {
  private static let tool = Tool("nomad-gen")
  private static let two = "struct Two: Tribe { static let target: TribeTarget = .literal(\"2.0.0\") }\n"
  private static let begin = "struct Begin: Tribe { static let target: TribeTarget = .first }\n"

  /// The lock of the tribes above, in two modules, as `nomad-gen --lock` writes it.
  private static let lock = """
    tribes-lock 1
    App.Two .literal("2.0.0") 2.0.0 3d31d3f7850f9753
    Kit.Begin .first 2.0.0 d6e6278cd78ccc54

    """

  private func check(_ arguments: String..., in folder: Folder) throws -> Tool.Result {
    try Self.tool.run(["--check"] + arguments, in: folder.url)
  }

  private func folder(_ lock: String = lock, app: String = two, kit: String? = begin) throws -> Folder {
    let folder = try Folder()
    try folder.write(lock, to: "Tribes.lock")
    try folder.write(app, to: "Sources/App/A.swift")
    if let kit { try folder.write(kit, to: "Sources/Kit/K.swift") }
    return folder
  }

  @Test("Unchanged shipped tribes pass the check, which prints their number")
  func clean() throws {
    let result = try check(in: try folder())
    #expect(result.error == "")
    #expect(result.code == 0)
    #expect(result.output == "2 tribes in 2 modules, 2 of them shipped, nothing wrong\n")
    let more = try check(
      in: try folder(app: Self.two + Self.two.replacing("Two", with: "New").replacing("2.0", with: "2.1"))
    )
    #expect(more.output == "3 tribes in 2 modules, 2 of them shipped, nothing wrong\n")
  }

  @Test("Findings about shipped tribes appear among the others with their places, with exit code 1")
  func findings() throws {
    let result = try check(
      in: try folder(app: Self.two.replacing("2.0.0", with: "3.0.0") + "struct C: Tribe {}\n", kit: nil)
    )
    #expect(result.code == 1)
    #expect(result.output == "")
    let lines = result.error.split(separator: "\n")
    #expect(
      lines.map { $0.prefix { $0 != "'" } } == [
        "Sources/App/A.swift:1:63: error: tribe ", "Tribes.lock:2:1: note: ",
        "Sources/App/A.swift:1:63: note: users at 2.0.0 or later have run it and would run it once more; users of "
          + "earlier versions would run it at another place in the order",
        "Sources/App/A.swift:1:63: note: restore .literal(\"2.0.0\"), or accept the change with ",
        "Sources/App/A.swift:2:8: error: tribe ", "Sources/App/A.swift:2:8: note: add ",
        "Tribes.lock:3:1: error: tribe ",
        "Tribes.lock:3:1: note: users who have not run any version yet would never run it",
        "Tribes.lock:3:1: note: restore it, or accept the change with ",
      ]
    )
    let codes = lines.filter { $0.contains(": error: ") }.compactMap { $0.split(separator: " ").last }
    #expect(codes == ["[retargeted-tribe]", "[missing-target]", "[removed-tribe]"])
  }

  @Test(
    "Every format contains the findings about shipped tribes with their codes and places",
    arguments: ["json", "github", "sarif"]
  )
  func formats(format: String) throws {
    let result = try check(
      "--format",
      format,
      in: try folder(app: Self.two.replacing("{ static", with: "{ let x = 1; static"), kit: nil)
    )
    #expect(result.code == 1)
    #expect(result.error == "")
    switch format {
    case "github":
      let lines = result.output.split(separator: "\n")
      #expect(
        lines.map { $0.prefix { $0 != "'" } } == [
          "::error file=Sources/App/A.swift,line=1,col=8,title=changed-tribe::tribe ",
          "::error file=Tribes.lock,line=3,col=1,title=removed-tribe::tribe ",
        ]
      )
    case "json":
      let document = try #require(try JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [String: Any])
      #expect(document["version"] as? Int == 1 && (document["tribes"] as? [Any])?.count == 1)
      let found = try #require(document["diagnostics"] as? [[String: Any]])
      #expect(found.map { $0["code"] as? String } == ["changed-tribe", "removed-tribe"])
      #expect(found.map { $0["file"] as? String } == ["Sources/App/A.swift", "Tribes.lock"])
      #expect(found.map { $0["line"] as? Int } == [1, 3] && found.allSatisfy { $0["severity"] as? String == "error" })
    default:
      let log = try #require(try JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [String: Any])
      let results = try #require((log["runs"] as? [[String: Any]])?.first?["results"] as? [[String: Any]])
      #expect(results.map { $0["ruleId"] as? String } == ["changed-tribe", "removed-tribe"])
      #expect(result.output.contains("\"uri\": \"Tribes.lock\""))
    }
  }

  @Test("With a path, only its modules are compared with the lock; without one, a missing module is a finding")
  func modules() throws {
    let folder = try folder(kit: nil)
    #expect(try check("Sources/App", in: folder).output == "1 tribe in 1 module, 1 of them shipped, nothing wrong\n")
    #expect(try check("--module", "App", in: folder).code == 0)
    let file = try check("Sources/App/A.swift", in: folder)
    #expect(file.code == 0 && file.output.contains("nothing wrong; the check saw only a part of App, "))
    try folder.write(Self.two, to: "Other/A.swift")
    let other = try check("Other", in: folder)
    #expect(other.code == 0 && other.output.hasSuffix("nothing wrong; Tribes.lock has only other modules: App, Kit\n"))
    #expect(try check(in: folder).error.contains("Tribes.lock:3:1: error: tribe 'Kit.Begin'"))
    #expect(try check("Sources", in: folder).code == 0)
    // Checked as the whole module of that name, every tribe outside of the folder is gone.
    try folder.write(Self.two, to: "Elsewhere/A.swift")
    #expect(try check("--module", "Kit", "Elsewhere", in: folder).error.contains("[removed-tribe]"))
  }

  @Test("An extension of a shipped tribe in any file of the module counts as a change")
  func extensions() throws {
    let folder = try folder()
    try folder.write("extension Two { func more() {} }", to: "Sources/App/Deep/Helpers.swift")
    let result = try check(in: folder)
    #expect(
      result.code == 1 && result.error.hasPrefix("Sources/App/A.swift:1:8: error: ")
        && result.error.contains("[changed-tribe]")
    )
  }

  @Test("The check ignores a release lock in another folder, and any release lock for another protocol")
  func elsewhere() throws {
    let folder = try folder(kit: nil)
    #expect(
      try Self.tool.run(["--check", "App"], in: folder.url.appendingPathComponent("Sources")).output
        == "1 tribe in 1 module, 1 warning\n"
    )
    #expect(try check("--protocol", "Migration", in: folder).output == "0 tribes in 1 module, nothing wrong\n")
  }

  @Test(
    "A damaged release lock is a finding at the damaged place, with exit code 1",
    arguments: [
      (lock.replacing("App.Two", with: "<<<<<<< HEAD\nApp.Two"), "2:1"), ("tribes-lock 2\n", "1:1"), ("", "1:1"),
      (lock + "Kit.C .first\n", "4:13"), (lock + lock.replacing("d6e6", with: "0000"), "6:1"),
    ]
  )
  func damaged(lock: String, place: String) throws {
    let result = try check(in: try folder(lock, kit: nil))
    #expect(result.code == 1 && result.output == "")
    #expect(result.error.hasPrefix("Tribes.lock:\(place): error: ") && result.error.contains(" [damaged-lock]\n"))
  }

  @Test("A release lock that cannot be opened is an unreadable input, with exit code 2", arguments: ["folder", "link"])
  func unreadable(kind: String) throws {
    let folder = try folder()
    try FileManager.default.removeItem(atPath: folder.path("Tribes.lock"))
    if kind == "link" {
      try FileManager.default.createSymbolicLink(atPath: folder.path("Tribes.lock"), withDestinationPath: "nowhere")
    } else {
      try FileManager.default.createDirectory(atPath: folder.path("Tribes.lock"), withIntermediateDirectories: false)
    }
    let result = try check(in: folder)
    #expect(result.code == 2 && result.output == "")
    #expect(result.error.hasPrefix("nomad-gen: error: cannot read 'Tribes.lock': "))
  }

  @Test("A build ignores the release lock and writes its registry")
  func build() throws {
    let folder = try folder("nonsense", app: Self.two.replacing("2.0.0", with: "1.0.0"))
    let result = try Self.tool.run(["--output", "R.swift", "--module", "App", "Sources/App"], in: folder.url)
    #expect(result.code == 0 && result.error == "" && folder.exists("R.swift"))
  }
}
