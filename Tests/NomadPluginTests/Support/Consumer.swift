import Foundation
import Testing

/// A package that uses the plugin, in a folder of its own outside this one, with a build folder of its own.
struct Consumer {
  let folder: URL
  let variant: BuildVariant
  private let temporary: TemporaryFolder

  /// The folder of this package.
  static let repository = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

  /// The path of this package, as a Swift string literal.
  static let repositoryLiteral = repository.path(percentEncoded: false).debugDescription

  /// Copies a package of `Tests/Consumers`.
  ///
  /// - Parameters:
  ///   - fixture: The name of the package.
  ///   - folderName: The name of a folder of its own for the copy; nil for the place where the previous package was
  ///     built, so that common parts are not built again.
  ///   - variant: The variant for its builds.
  /// - Throws: An error of the file system.
  init(copying fixture: String, as folderName: String? = nil, variant: BuildVariant) throws {
    try self.init(
      folderName: folderName ?? "App",
      variant: variant,
      in: folderName == nil ? Workbench.current?.folder(for: variant) : nil
    )
    try clear()
    let original = Self.repository.appending(path: "Tests/Consumers/\(fixture)")
    try write(contents(of: original.appending(path: "Package.swift")), to: "Package.swift")
    try FileManager.default.copyItem(
      at: original.appending(path: "Sources"),
      to: folder.appending(path: "Sources")
    )

    let manifest = try read("Package.swift")
    try #require(manifest.contains(#"path: "../../..""#))
    try write(
      manifest.replacing(#"path: "../../..""#, with: "path: \(Self.repositoryLiteral)"),
      to: "Package.swift"
    )
  }

  /// Makes a package with one executable target, `App`, that prints the tribes that it migrated.
  ///
  /// Its manifest is the one that the README shows.
  ///
  /// - Parameters:
  ///   - sources: The text of each file, by its path below the target's folder.
  ///   - variant: The variant for its builds.
  ///   - workbench: The place where the previous package was built, so that common parts are not built again; nil for a
  ///     new one.
  /// - Throws: An error of the file system.
  init(sources: [String: String], variant: BuildVariant, on workbench: Workbench? = .current) throws {
    try self.init(folderName: "App", variant: variant, in: workbench?.folder(for: variant))
    try clear()
    let readme = try contents(of: Self.repository.appending(path: "README.md"))
    let shown = try #require(readme.firstMatch(of: /```swift\n(dependencies: (?s:.)+?)```\n/)).1
    let url = #"url: "https://github.com/ahmdx/Nomad", branch: "main""#
    try #require(shown.contains(url))
    try write(
      """
      // swift-tools-version: 6.1
      import PackageDescription

      let package = Package(
      name: "App",
      platforms: [.macOS(.v13)],
      \(shown.replacing(url, with: #"name: "Nomad", path: \#(Self.repositoryLiteral)"#)))
      """,
      to: "Package.swift"
    )
    let app = Self.repository.appending(path: "Tests/Consumers/Plain/Sources/Plain/App.swift")
    try write(contents(of: app), to: "Sources/App/App.swift")
    for (path, text) in sources {
      try write(text, to: "Sources/App/\(path)")
    }
  }

  /// Makes an empty folder, but for the build folder of the previous package.
  init(emptyFor variant: BuildVariant) throws {
    try self.init(folderName: "App", variant: variant, in: Workbench.current?.folder(for: variant))
    try clear()
  }

  private init(folderName: String, variant: BuildVariant, in shared: TemporaryFolder? = nil) throws {
    self.variant = variant
    temporary = try shared ?? TemporaryFolder()
    folder = temporary.url.appending(path: folderName, directoryHint: .isDirectory)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }
}

extension Consumer {
  var scratch: URL { folder.appending(path: ".build", directoryHint: .isDirectory) }

  /// Builds the package.
  ///
  /// The newer build system sometimes crashes inside the toolchain, for any package. The build is then retried once,
  /// with a message.
  func build() async throws -> Command.Outcome {
    let outcome = try await swift("build", [])
    guard outcome.crashed, variant.system == .swiftbuild else { return outcome }
    print("note: swift build crashed inside the toolchain (\(variant.testDescription)); building once more")
    return try await swift("build", [])
  }

  /// Runs SwiftPM's description of this or another package, which builds nothing.
  func description(of package: URL) async throws -> Command.Outcome {
    let options = ["--scratch-path", scratch.path(percentEncoded: false)]
    return try await Command.swift(["package"] + options + ["describe", "--type", "json"], in: package)
  }

  /// Runs the product of ``build()``.
  ///
  /// - Returns: The lines that it printed.
  func run(_ executable: String) async throws -> [String] {
    let outcome = try await swift("run", ["--skip-build", executable])
    try #require(outcome.succeeded, "\(outcome.log)")
    return outcome.output.split(whereSeparator: \.isNewline).map(String.init)
  }

  /// Runs `nomad-gen` of this repository in the package, as its users do.
  func tool(_ arguments: [String]) async throws -> Command.Outcome {
    try await swift("run", ["nomad-gen"] + arguments)
  }

  /// Builds the package, which has to succeed without a warning, and runs the executable.
  func output(of executable: String) async throws -> [String] {
    let outcome = try await build()
    try #require(outcome.succeeded, "\(outcome.log)")
    #expect(outcome.warnings.isEmpty, "\(outcome.log)")
    return try await run(executable)
  }

  /// Runs `swift package nomad`, with its arguments, in the package's folder.
  func nomad(_ arguments: String...) async throws -> Command.Outcome {
    try await swift("package", ["nomad"] + arguments)
  }

  private func swift(_ verb: String, _ arguments: [String]) async throws -> Command.Outcome {
    let options = [
      "--build-system", variant.system.rawValue, "--configuration", variant.configuration.rawValue,
      "--scratch-path",
      scratch.path(percentEncoded: false),
      // A cached substitute must not replace the real package in other builds.
      "--disable-dependency-cache",
    ]
    return try await Command.swift([verb] + options + arguments, in: folder)
  }
}

extension Consumer {
  /// Makes SwiftPM replace PromiseKit with the package in `Tests/StandIns`, as version 8.0.0.
  func replacePromiseKit() async throws {
    let original = Self.repository.appending(path: "Tests/StandIns/PromiseKit")
    let release = try await release("8.0.0", of: ["Package.swift", "Sources"], in: original, as: "PromiseKit")
    let mirror = ["--original", "https://github.com/mxcl/PromiseKit", "--mirror", release.absoluteString]
    let outcome = try await Command.swift(["package", "config", "set-mirror"] + mirror, in: folder)
    try #require(outcome.succeeded, "\(outcome.log)")
  }

  /// Makes the manifest depend on a version of this package, as users do, and not on its path.
  func dependOnRelease() async throws {
    let items = ["Package.swift", "Sources", "Plugins", "Templates", "Tests/ToolSupport"]
    let release = try await release("1.0.0", of: items, in: Self.repository, as: "Nomad")
    let manifest = try read("Package.swift")
    let path = #"(name: "Nomad", path: \#(Self.repositoryLiteral))"#
    try #require(manifest.contains(path))
    let version = #"(url: \#(release.absoluteString.debugDescription), from: "1.0.0")"#
    try write(manifest.replacing(path, with: version), to: "Package.swift")
  }

  /// Makes a repository with some of a package's files and one tag.
  private func release(_ tag: String, of items: [String], in package: URL, as name: String) async throws -> URL {
    let release = temporary.url.appending(path: "releases/\(name)", directoryHint: .isDirectory)
    for item in items {
      let copy = release.appending(path: item)
      try FileManager.default.createDirectory(at: copy.deletingLastPathComponent(), withIntermediateDirectories: true)
      try FileManager.default.copyItem(at: package.appending(path: item), to: copy)
    }
    let author = ["-c", "user.name=Nomad", "-c", "user.email=nomad@example.com", "-c", "commit.gpgSign=false"]
    for arguments in [["init", "--quiet"], ["add", "."], ["commit", "--quiet", "--message=\(tag)"], ["tag", tag]] {
      let outcome = try await Command.run(["git"] + author + arguments, in: release)
      try #require(outcome.succeeded, "\(outcome.log)")
    }
    return release
  }
}

extension Consumer {
  /// Returns the registries in the build folder.
  func registries() -> [URL] {
    built { $0.lastPathComponent == "NomadRegistry.swift" }
  }

  /// Returns the registry of a package with one target.
  func registry() throws -> URL {
    let registries = registries()
    #expect(registries.count == 1)
    return try #require(registries.first)
  }

  /// Returns the files in the build folder that fulfill a condition.
  func built(where isIncluded: (URL) -> Bool) -> [URL] {
    let all = FileManager.default.enumerator(at: scratch, includingPropertiesForKeys: nil)
    return (all?.compactMap { $0 as? URL } ?? []).filter(isIncluded)
  }

  /// Returns the object files of some modules in the build folder.
  func compiled(_ modules: [String]) -> [URL] {
    // SwiftPM plans every target and makes a folder for it. Only compiled targets have object files there.
    built { url in url.pathExtension == "o" && modules.contains { url.path().contains($0) } }
  }

  /// Removes another package's files, and the files that the plugin generated for it.
  private func clear() throws {
    let files = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
    for file in files.filter({ $0.lastPathComponent != scratch.lastPathComponent }) + registries() {
      try FileManager.default.removeItem(at: file)
    }
  }

  func read(_ path: String) throws -> String {
    try contents(of: folder.appending(path: path))
  }

  func write(_ text: String, to path: String) throws {
    let file = folder.appending(path: path)
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(),
      withIntermediateDirectories: true
    )
    try Data(text.utf8).write(to: file)
  }

  func remove(_ path: String) throws {
    try FileManager.default.removeItem(at: folder.appending(path: path))
  }

  func move(_ path: String, to other: String) throws {
    let destination = folder.appending(path: other)
    try FileManager.default.createDirectory(
      at: destination.deletingLastPathComponent(),
      withIntermediateDirectories: true
    )
    try FileManager.default.moveItem(at: folder.appending(path: path), to: destination)
  }
}

/// Returns the text of a file.
private func contents(of file: URL) throws -> String {
  String(decoding: try Data(contentsOf: file), as: UTF8.self)
}
