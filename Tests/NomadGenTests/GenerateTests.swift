import Foundation
import Testing
import ToolSupport

@Suite struct GenerateTests {
  private static let tool = Tool("nomad-gen")
  private static let good = "struct A: Tribe { static let target: TribeTarget = .literal(\"1.0.0\") }\n"
  private static let bad = "struct A: Tribe { static let target: TribeTarget = .literal(\"1.0\") }\n"
  private static let more = "struct B: Tribe { static let target: TribeTarget = .first }\n"

  private func generate(_ arguments: String..., in folder: Folder, output: String = "R.swift") throws -> Tool.Result {
    try Self.tool.run(["--output", output, "--module", "App"] + arguments, in: folder.url)
  }

  /// Returns the properties that show whether a file was replaced or written to.
  private func identity(_ path: String) throws -> [String] {
    var status = stat()
    guard stat(path, &status) == 0 else { return [] }
    let attributes = try FileManager.default.attributesOfItem(atPath: path)
    return ["\(status.st_ino)", "\((attributes[.modificationDate] as? Date)?.timeIntervalSince1970 ?? 0)"]
  }

  @Test("The tool writes the registry and leaves no other file")
  func writes() throws {
    let folder = try Folder()
    try folder.write(Self.good, to: "A.swift")
    let result = try generate("A.swift", in: folder)
    #expect(result.code == 0)
    #expect(result.output == "" && result.error == "")
    #expect(folder.text("R.swift")?.contains("A().migrate()") == true)
    #expect(try folder.names() == ["A.swift", "R.swift"])
  }

  @Test("The tool of the plugin writes the same registry, reports the same findings, and refuses a wrong use")
  func plugin() throws {
    let (folder, tool) = (try Folder(), Tool("nomad-registry"))
    try folder.write(Self.good, to: "A.swift")
    try folder.write(Self.bad, to: "B.swift")
    for file in ["A.swift", "B.swift"] {
      let result = try generate(file, in: folder, output: "One.swift")
      let other = try tool.run(["--output", "Other.swift", "--module", "App", file], in: folder.url)
      #expect(other.code == result.code && other.error == result.error && other.output == "")
    }
    #expect(folder.text("One.swift") != nil)
    #expect(folder.text("Other.swift") == folder.text("One.swift"))
    #expect(try tool.run(["--help"], in: folder.url).output.hasPrefix("USAGE: nomad-registry --output FILE"))
    for wrong in [[], ["--check"], ["--module", "App", "A.swift"], ["--output", "R.swift", "--module", "App"]] {
      let refused = try tool.run(wrong, in: folder.url)
      #expect(refused.code == 2 && refused.error.hasPrefix("nomad-registry: error: "), "\(wrong)")
    }
    #expect(try folder.names() == ["A.swift", "B.swift", "One.swift", "Other.swift"])
  }

  @Test("A long chain of protocols does not exhaust the stack")
  func longChain() throws {
    let folder = try Folder()
    let protocols = (1..<10_000).map { "protocol P\($0): P\($0 - 1) {}\n" }.joined()
    try folder.write(
      "protocol P0: Tribe {}\n" + protocols + Self.good.replacing("Tribe {", with: "P9999 {"),
      to: "A.swift"
    )
    #expect(try generate("A.swift", in: folder).code == 0)
    #expect(folder.text("R.swift")?.contains("  A.self,") == true)
  }

  @Test("A module without tribes has an empty registry")
  func empty() throws {
    let folder = try Folder()
    try folder.write("struct A {}", to: "A.swift")
    #expect(try generate("A.swift", in: folder).code == 0)
    #expect(folder.text("R.swift")?.contains("_add(to _tribes: inout _TribeRegistry._Builder) {\n  }") == true)
  }

  @Test("An unchanged registry is not touched, and a changed one is replaced")
  func writeIfChanged() throws {
    let folder = try Folder()
    try folder.write(Self.good, to: "A.swift")
    #expect(try generate("A.swift", in: folder).code == 0)
    let before = try identity(folder.path("R.swift"))
    try folder.write(Self.good + "// an edit that changes no tribe\n", to: "A.swift")
    #expect(try generate("A.swift", in: folder).code == 0)
    #expect(try identity(folder.path("R.swift")) == before)
    try folder.write(Self.good + Self.more, to: "A.swift")
    #expect(try generate("A.swift", in: folder).code == 0)
    #expect(try identity(folder.path("R.swift")) != before)
  }

  @Test("A run with findings writes no registry, and leaves the one from an earlier run")
  func stale() throws {
    let folder = try Folder()
    try folder.write(Self.good, to: "A.swift")
    #expect(try generate("A.swift", in: folder).code == 0)
    try folder.write(Self.bad, to: "A.swift")
    let result = try generate("A.swift", in: folder)
    #expect(result.code == 1)
    #expect(result.output == "")
    #expect(result.error.hasPrefix("A.swift:1:61: error: "))
    #expect(folder.text("R.swift")?.contains("A().migrate()") == true)
  }

  @Test("An input that cannot be read is named with exit code 2, and no registry is written")
  func unreadable() throws {
    let folder = try Folder()
    try folder.write(Self.good, to: "A.swift")
    let result = try generate("A.swift", "Missing.swift", in: folder)
    #expect(result.code == 2)
    #expect(result.error.split(separator: "\n").count == 1 && result.error.contains("'Missing.swift'"))
    #expect(!folder.exists("R.swift"))
    try folder.write("folder.swift\n", to: "list")
    try folder.write("", to: "folder.swift/x")
    #expect(try generate("--file-list", "list", in: folder).code == 2)
    #expect(try generate("--file-list", "missing", in: folder).code == 2)
  }

  @Test("An output that cannot be written is reported with exit code 2, and no file is left")
  func unwritable() throws {
    let folder = try Folder()
    try folder.write(Self.good, to: "A.swift")
    try folder.write("", to: "Out/x")
    for output in ["Out", "missing/R.swift", "A.swift/R.swift"] {
      let result = try generate("A.swift", in: folder, output: output)
      #expect(result.code == 2, "\(output)")
      #expect(result.error.hasPrefix("nomad-gen: error: cannot write '\(output)': "), "\(result.error)")
      #expect(try folder.names() == ["A.swift", "Out"])
    }
    guard getuid() != 0 else { return }  // Root can write to every file.
    try FileManager.default.setAttributes([.posixPermissions: 0o500], ofItemAtPath: folder.path("Out"))
    #expect(try generate("A.swift", in: folder, output: "Out/R.swift").code == 2)
    try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: folder.path("Out"))
  }

  @Test("A link stays a link, and its destination is replaced", arguments: [true, false])
  func link(exists: Bool) throws {
    let folder = try Folder()
    try folder.write(Self.good, to: "A.swift")
    try folder.write(exists ? "// _GeneratedTribes" : "", to: exists ? "Out/R.swift" : "Out/x")
    try FileManager.default.createSymbolicLink(atPath: folder.path("R.swift"), withDestinationPath: "Out/R.swift")
    #expect(try generate("A.swift", in: folder).code == 0)
    #expect(folder.text("Out/R.swift")?.contains("A().migrate()") == true)
    let isLink = { (try? FileManager.default.destinationOfSymbolicLink(atPath: folder.path("R.swift"))) != nil }
    #expect(isLink())
    try folder.write(Self.bad, to: "A.swift")
    #expect(try generate("A.swift", in: folder).code == 1)
    #expect(isLink() && folder.text("Out/R.swift")?.contains("A().migrate()") == true)
  }

  @Test("An output that is no plain file is written to, and never replaced", arguments: [false, true])
  func pipe(isLink: Bool) throws {
    let folder = try Folder()
    try folder.write(Self.good, to: "A.swift")
    try #require(mkfifo(folder.path("pipe"), 0o600) == 0)
    let output = isLink ? "link" : "pipe"
    if isLink { try FileManager.default.createSymbolicLink(atPath: folder.path("link"), withDestinationPath: "pipe") }
    // Open for reading and writing, so that neither side waits for the other.
    let reader = open(folder.path("pipe"), O_RDWR | O_NONBLOCK)
    defer { close(reader) }
    #expect(try generate("A.swift", in: folder, output: output).code == 0)
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    let count = read(reader, &buffer, buffer.count)
    #expect(String(decoding: buffer.prefix(max(count, 0)), as: UTF8.self).contains("A().migrate()"))
    try folder.write(Self.bad, to: "A.swift")
    #expect(try generate("A.swift", in: folder, output: output).code == 1)
    var status = stat()
    #expect(stat(folder.path("pipe"), &status) == 0 && status.st_mode & S_IFMT == S_IFIFO)
    #expect(try folder.names() == (isLink ? ["A.swift", "link", "pipe"] : ["A.swift", "pipe"]))
  }

  @Test("A full disk is reported, and the earlier registry stays as it was")
  func full() throws {
    let folder = try Folder()
    try folder.write(Self.good, to: "A.swift")
    #expect(try generate("A.swift", in: folder).code == 0)
    let many = (0..<50).map { "struct T\($0): Tribe { static let target: TribeTarget = .always }\n" }
    try folder.write(many.joined(), to: "A.swift")
    // No file may grow beyond one block. That fails like a full disk if the signal for it is ignored.
    let command = "trap '' XFSZ; ulimit -f 1; exec \"$0\" --output R.swift --module App A.swift"
    let result = try Tool(at: ["/bin/sh"]).run(["-c", command, Self.tool.executable.path], in: folder.url)
    #expect(result.code == 2)
    #expect(result.error.hasPrefix("nomad-gen: error: cannot write 'R.swift': "), "\(result.error)")
    #expect(try folder.names() == ["A.swift", "R.swift"])
    #expect(folder.text("R.swift")?.contains("A().migrate()") == true)
  }

  @Test("A file list is separated by NUL characters, or by newlines if it contains none", arguments: ["\0", "\n"])
  func fileList(separator: String) throws {
    let folder = try Folder()
    try folder.write(Self.good, to: "A.swift")
    try folder.write(Self.more, to: "B.swift")
    for end in ["", separator] {
      try folder.write(["A.swift", "B.swift"].joined(separator: separator) + end, to: "list")
      #expect(try generate("--file-list", "list", in: folder).code == 0)
      #expect(folder.text("R.swift")?.contains("A().migrate()") == true)
      #expect(folder.text("R.swift")?.contains("B().migrate()") == true)
    }
    // A file that the list and a path both name counts once.
    #expect(try generate("--file-list", "list", "A.swift", in: folder).code == 0)
  }

  @Test("A dependency list names modules and their sources, whose declarations can make a type a tribe")
  func dependencyList() throws {
    let folder = try Folder()
    try folder.write("import Kit\nstruct A: Step { static let target: TribeTarget = .first }\n", to: "A.swift")
    try folder.write("public protocol Step: Tribe {}\n", to: "Kit.swift")
    try folder.write("@Kit\0Kit.swift", to: "list")
    #expect(try generate("A.swift", "--dependency-list", "list", in: folder).code == 0)
    #expect(folder.text("R.swift")?.contains("\"A\",") == true)
    #expect(try generate("A.swift", in: folder).code == 0)
    #expect(folder.text("R.swift")?.contains("\"A\",") == false)
    let missing = try generate("A.swift", "--dependency-list", "missing", in: folder)
    #expect(missing.code == 2 && missing.error.contains("'missing'"))
    try folder.write("Kit.swift", to: "list")
    #expect(try generate("A.swift", "--dependency-list", "list", in: folder).code == 2)
  }

  @Test(
    "A path may contain spaces, quotes, newlines and other unusual characters",
    arguments: [
      "a b.swift", "a'b\".swift", "é 日本 🐪.swift", "a\nb.swift", "a\\b$c;d.swift", "-a.swift", "a:b%.swift", " .swift",
      "{{module}}.swift",
    ]
  )
  func oddPaths(name: String) throws {
    let folder = try Folder()
    try folder.write(Self.good, to: "dir \(name)/\(name)")
    let path = "dir \(name)/\(name)"
    #expect(try generate("--", path, in: folder, output: "\(name).out").code == 0)
    #expect(folder.exists("\(name).out"))
    try folder.write(path + "\0", to: "list")
    #expect(try generate("--file-list", "list", in: folder).code == 0)
    #expect(folder.text("R.swift") == folder.text("\(name).out"))
  }

  @Test("The registry is the same from every folder and for every order and spelling of the paths")
  func deterministic() throws {
    let folder = try Folder()
    let names = (1...6).map { "T\($0).swift" }
    for (index, name) in names.enumerated() {
      try folder.write("struct T\(index): Tribe { static let target: TribeTarget = .first }", to: "S/\(name)")
    }
    #expect(try generate("S", in: folder).code == 0)
    let expected = folder.text("R.swift")
    #expect(expected != nil)
    let absolute = names.reversed().map { folder.path("S/\($0)") }
    _ = try Self.tool.run(
      ["--output", folder.path("Q.swift"), "--module", "App"] + absolute,
      in: URL(fileURLWithPath: "/")
    )
    #expect(folder.text("Q.swift") == expected)
    _ = try Self.tool.run(
      ["--output", "../P.swift", "--module", "App"] + names.shuffled(),
      in: folder.url.appendingPathComponent("S")
    )
    #expect(folder.text("P.swift") == expected)
  }
}
