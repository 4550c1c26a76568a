import Foundation
import Testing
import ToolSupport

@Suite struct CheckTests {
  private static let tool = Tool("nomad-gen")
  private static let good = "struct A: Tribe { static let target: TribeTarget = .literal(\"1.0.0\") }\n"
  private static let bad = "struct A: Tribe { static let target: TribeTarget = .literal(\"1.0\") }\n"

  private func check(_ arguments: String..., in folder: Folder) throws -> Tool.Result {
    try Self.tool.run(["--check"] + arguments, in: folder.url)
  }

  @Test("A check without findings prints one line on standard output and exits with code 0")
  func clean() throws {
    let folder = try Folder()
    try folder.write(Self.good, to: "Sources/App/A.swift")
    let result = try check(in: folder)
    #expect(result.code == 0)
    #expect(result.output == "1 tribe in 1 module, nothing wrong\n")
    #expect(result.error == "")
  }

  @Test("The summary counts the tribes that a nomad:ignore leaves out")
  func leftOut() throws {
    let folder = try Folder()
    let ignored = "// nomad:ignore\nstruct B: Tribe {}\n// nomad: ignore, a draft\nstruct C: Tribe {}\n"
    try folder.write(Self.good + ignored + "// nomad:ignore\nstruct D {}\n", to: "Sources/App/A.swift")
    let result = try check(in: folder)
    #expect(result.code == 0 && result.error == "")
    #expect(result.output == "1 tribe in 1 module, 2 more left out by nomad:ignore, nothing wrong\n")
  }

  @Test(
    "The library's own package passes, and its sources do not hide the tribes of an app",
    arguments: [["Sources"], []]
  )
  func ownSources(paths: [String]) throws {
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("../..")
    let result = try Self.tool.run(["--check"] + paths, in: root.standardizedFileURL)
    #expect(result.code == 0 && result.error == "")
    #expect(result.output.hasPrefix("7 tribes in "))
  }

  #if os(Linux)
    @Test("A report that cannot be written causes an error and exit code 2", arguments: ["text", "json"])
    func fullDisk(format: String) throws {
      let folder = try Folder()
      try folder.write(Self.good, to: "Sources/App/A.swift")
      let path = Self.tool.executable.path
      let command = "'\(path)' --check --format \(format) >/dev/full"
      let result = try Tool(at: ["/bin/sh"]).run(["-c", command], in: folder.url)
      #expect(result.code == 2)
      #expect(result.error == "nomad-gen: error: cannot write 'standard output': No space left on device\n")
    }
  #endif

  @Test("Findings go to standard error, one per line, with exit code 1 and no standard output")
  func findings() throws {
    let folder = try Folder()
    try folder.write(Self.bad + "struct B: Tribe {}\n", to: "Sources/App/A.swift")
    let result = try check(in: folder)
    #expect(result.code == 1)
    #expect(result.output == "")
    let lines = result.error.split(separator: "\n")
    #expect(lines.count == 4)
    #expect(lines[0].hasPrefix("Sources/App/A.swift:1:61: error: ") && lines[0].hasSuffix(" [illegal-target]"))
    #expect(lines[1].hasPrefix("Sources/App/A.swift:1:61: note: write "))
    #expect(lines[2].hasPrefix("Sources/App/A.swift:2:8: error: ") && lines[2].hasSuffix(" [missing-target]"))
    #expect(lines[3].hasPrefix("Sources/App/A.swift:2:8: note: add "))
  }

  @Test("The other formats are printed only on standard output", arguments: ["json", "github", "sarif"])
  func formats(format: String) throws {
    let folder = try Folder()
    try folder.write(Self.bad, to: "A.swift")
    let result = try check("--format", format, "A.swift", in: folder)
    #expect(result.code == 1)
    #expect(result.error == "")
    #expect(result.output.contains("illegal-target"))
    #expect(try check("--format=\(format)", "A.swift", in: folder).output == result.output)
  }

  @Test("A tribe that every branch of an #if declares at one target counts once")
  func branches() throws {
    let folder = try Folder()
    try folder.write("#if os(Linux)\n\(Self.good)\n#else\n\(Self.good)\n#endif\n", to: "Sources/App/A.swift")
    #expect(try check(in: folder).output == "1 tribe in 1 module, nothing wrong\n")
  }

  @Test("Without a path, each folder in Sources is a module, and a version in two modules is a warning")
  func modules() throws {
    let folder = try Folder()
    for module in ["App", "App-Kit", "Other"] { try folder.write(Self.good, to: "Sources/\(module)/Deep/er/A.swift") }
    try folder.write(Self.bad, to: "Tests/App/A.swift")
    let result = try check(in: folder)
    #expect(result.code == 0 && result.output == "3 tribes in 3 modules, 2 warnings; not checked: Tests\n")
    #expect(result.error.split(separator: "\n").count { $0.hasSuffix(" [shared-target]") } == 2)
    let json = try check("--format", "json", in: folder).output
    for name in ["App", "App_Kit", "Other"] { #expect(json.contains("\"module\": \"\(name)\"")) }
    // Checked as one module, they would conflict.
    #expect(try check("--module", "All", in: folder).code == 1)
  }

  @Test("With --strict, each warning is an error in every format", arguments: ["text", "json", "github", "sarif"])
  func strict(format: String) throws {
    let folder = try Folder()
    for module in ["App", "Kit"] { try folder.write(Self.good, to: "Sources/\(module)/A.swift") }
    let lax = try check("--format", format, in: folder)
    let strict = try check("--strict", "--format", format, in: folder)
    // A report in SARIF describes all rules before its results, and the words for severities occur there, too.
    let (mild, hard) = (results(of: lax), results(of: strict))
    #expect(lax.code == 0 && mild.contains("shared-target") && mild.contains("warning") && !mild.contains("error"))
    #expect(strict.code == 1 && hard.contains("shared-target") && hard.contains("error") && !hard.contains("warning"))
    try folder.write("", to: "Sources/Kit/A.swift")
    #expect(try check("--strict", "--format", format, in: folder).code == 0)
    // A lock that the check does not see is an error, too.
    try folder.write("tribes-lock 1\n", to: "Tribes.lock")
    let inner = folder.url.appending(path: "Sources/App")
    let elsewhere = try Self.tool.run(["--check", "--strict", "--format", format, "A.swift"], in: inner)
    #expect(elsewhere.code == 1 && results(of: elsewhere).contains("has a Tribes.lock"))
    #expect(results(of: elsewhere).contains("error") && !results(of: elsewhere).contains("warning"))

    func results(of result: Tool.Result) -> String {
      let text = result.error + result.output
      return format == "sarif" ? String(text.split(separator: "\"results\":").last ?? "") : text
    }
  }

  @Test("Findings of several modules are sorted by path")
  func sorted() throws {
    let folder = try Folder()
    for module in ["App", "App-Kit"] { try folder.write(Self.bad, to: "Sources/\(module)/A.swift") }
    let errors = try check(in: folder).error.split(separator: "\n").filter { $0.contains(": error: ") }
    #expect(errors.map { $0.split(separator: ":")[0] } == ["Sources/App-Kit/A.swift", "Sources/App/A.swift"])
  }

  @Test("The option --protocol selects the protocol to check")
  func otherProtocol() throws {
    let folder = try Folder()
    try folder.write("struct A: Migration {}\nstruct B: Tribe {}\n", to: "A.swift")
    let result = try check("--protocol", "Migration", "A.swift", in: folder)
    #expect(result.code == 1)
    #expect(result.error.split(separator: "\n").count { $0.contains(": error: ") } == 1)
  }

  @Test(
    "Bad usage is reported in one line on standard error, with exit code 2",
    arguments: [
      [], ["--check", "--frobnicate"], ["--check", "--format"], ["--check", "--format", "xml"],
      ["--check", "--output", "a"],
      ["--check", "--module", ""], ["--output", "a"], ["--output", "a", "--module", "b"], ["--module", "b"],
      ["A.swift"],
      ["--check", "--format", "json", "--format", "text"],
      ["--output", "a", "--module", "b", "--format", "json", "A.swift"],
      ["--check", "--file-list", "a"], ["--output", "a", "--module", "b", "--strict", "A.swift"], ["-x"], ["--check"],
      ["--check", "missing.swift"], ["--check", "missing"],
    ]
  )
  func usage(arguments: [String]) throws {
    let folder = try Folder()
    let result = try Self.tool.run(arguments, in: folder.url)
    #expect(result.code == 2)
    #expect(result.output == "")
    #expect(result.error.hasPrefix("nomad-gen: error: "))
    #expect(result.error.split(separator: "\n", omittingEmptySubsequences: false).count == 2)
    #expect(try folder.names() == [])
  }

  @Test("Help is printed on standard output, with exit code 0", arguments: ["--help", "-h"])
  func help(option: String) throws {
    let folder = try Folder()
    let result = try Self.tool.run([option], in: folder.url)
    #expect(result.code == 0)
    #expect(result.output.hasPrefix("USAGE: nomad-gen --check"))
    #expect(result.error == "")
  }

  @Test("A path after -- may look like an option")
  func dashes() throws {
    let folder = try Folder()
    try folder.write(Self.good, to: "--check.swift")
    #expect(try check("--", "--check.swift", in: folder).code == 0)
  }

  @Test("Links to folders are followed without loops, and pipes and hidden files are not read")
  func oddEntries() throws {
    let folder = try Folder()
    try folder.write(Self.good, to: "Sources/App/A.swift")
    try folder.write("struct B: Tribe { static let target: TribeTarget = .first }", to: "Elsewhere/B.swift")
    try folder.write("struct C: Tribe { static let target: TribeTarget = .first }", to: "Sources/App/Dir.swift/C.swift")
    try folder.write(Self.bad, to: "Sources/App/.hidden/D.swift")
    try folder.write(Self.bad, to: "Sources/App/.D.swift")
    try folder.write(Self.bad, to: "Sources/App/D.txt")
    let manager = FileManager.default
    try manager.createSymbolicLink(atPath: folder.path("Sources/App/loop"), withDestinationPath: "..")
    try manager.createSymbolicLink(atPath: folder.path("Sources/App/self"), withDestinationPath: ".")
    try manager.createSymbolicLink(atPath: folder.path("Sources/App/link"), withDestinationPath: "../../Elsewhere")
    #expect(mkfifo(folder.path("Sources/App/Pipe.swift"), 0o600) == 0)
    let result = try check("Sources/App", in: folder)
    #expect(result.error == "")
    #expect(result.output == "3 tribes in 1 module, nothing wrong\n")
    // A pipe that is named directly is an error. The tool must not wait for a writer.
    let pipe = try check("Sources/App/Pipe.swift", in: folder)
    #expect(pipe.code == 2)
    #expect(pipe.error.contains("'Sources/App/Pipe.swift'"))
  }

  @Test("A dangling link is an unreadable input")
  func danglingLink() throws {
    let folder = try Folder()
    try folder.write(Self.good, to: "App/A.swift")
    try FileManager.default.createSymbolicLink(atPath: folder.path("App/B.swift"), withDestinationPath: "nowhere")
    let result = try check("App", in: folder)
    #expect(result.code == 2)
    #expect(result.error.contains("'App/B.swift'"))
  }
}
