import Foundation
import ToolSupport

@testable import NomadCheck
@testable import NomadGenCore

/// Compiles the samples of one document in order, with the library as it was built for these tests.
///
/// A sample is compiled exactly as the document shows it. It gets the registry that the build would generate, and in
/// front of it the declarations that it leaves out: an import of `Surroundings`, and the library's imports if it begins
/// without an import. A sample that names a module is a module, which later samples can import. Any other sample is an
/// app, or the contents of its `main.swift`.
struct SampleCompiler {
  private static let library = Tool("Modules").executable
  private static let folder = library.deletingLastPathComponent().appending(path: "Samples")
  private static let standIns = CataloguePage.repository.appending(path: "Tests/StandIns/Samples")

  /// A queue that keeps the compiler off the threads that all tests share, so that no other test waits for it.
  private static let queue = {
    let queue = OperationQueue()
    queue.maxConcurrentOperationCount = ProcessInfo.processInfo.activeProcessorCount
    return queue
  }()

  /// The folder of the declarations around all samples, compiled once.
  private static let surroundings = Task {
    if FileManager.default.fileExists(atPath: folder.path) { try FileManager.default.removeItem(at: folder) }
    let compiled = folder.appending(path: "StandIns")
    try FileManager.default.createDirectory(at: compiled, withIntermediateDirectories: true)
    for module in ["Surroundings", "Steps"] {
      let result = try await compile(
        [standIns.appending(path: "\(module).swift")],
        as: module,
        in: compiled,
        options: ["-parse-as-library", "-enable-upcoming-feature", "InternalImportsByDefault"]
      )
      guard result.code == 0 else { throw Failure(description: result.error) }
    }
    return compiled
  }

  /// The compiler's output, as an error.
  private struct Failure: Error, CustomStringConvertible {
    var description: String
  }

  private let document: String
  private let folder: URL
  /// The sources of the modules so far, as a build hands them to the generator.
  private var modules: [String: [String: String]] = [:]

  /// - Parameter document: The document's path in the package, for errors.
  /// - Throws: The compiler's output for the surroundings, or an error of the file system.
  init(document: String) async throws {
    _ = try await Self.surroundings.value
    self.document = document
    folder = Self.folder.appending(path: document.replacing("/", with: "-"))
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  /// Compiles a sample.
  ///
  /// - Returns: The result of the compiler. Its messages name lines of the document.
  mutating func compile(_ sample: CataloguePage.Block) async throws -> Tool.Result {
    let around =
      sample.isFile
      ? []
      : [
        "Foundation", "Nomad", "NomadAdoption", "NomadRepair", "NomadReverting", "NomadSnapshots", "NomadTesting",
        "NomadUI",
        "Observation",
      ]
    let imports = around + ["Surroundings"]
    let module = sample.module ?? "App"
    let isMain = !sample.isFile || sample.hasStatements
    let name = isMain ? "main.swift" : "Tribes.swift"
    let source =
      imports.map { "import \($0)\n" }.joined()
      + "#sourceLocation(file: \"\(document)\", line: \(sample.line))\n" + sample.text
    let output = Pipeline.run(sources: [name: source], module: module, imported: modules)
    if sample.module != nil { modules[module] = [name: source] }

    let sources = folder.appending(path: "line \(sample.line)")
    try FileManager.default.createDirectory(at: sources, withIntermediateDirectories: true)
    var files: [URL] = []
    for (name, text) in [(name, source), ("NomadRegistry.swift", output.registry)] {
      guard let text else { continue }
      files.append(sources.appending(path: name))
      try Data(text.utf8).write(to: sources.appending(path: name))
    }
    let options = (isMain ? [] : ["-parse-as-library"]) + ["-I", try await Self.surroundings.value.path]
    return try await Self.compile(files, as: module, in: folder, options: options)
  }

  /// Compiles a module with the library, as a package of its own.
  ///
  /// - Returns: The result of the compiler.
  static func compile(_ source: String, as module: String, options: [String]) async throws -> Tool.Result {
    _ = try await surroundings.value
    let file = folder.appending(path: "\(module).swift")
    try Data(source.utf8).write(to: file)
    return try await compile([file], as: module, in: folder, options: ["-parse-as-library"] + options)
  }

  /// Compiles a module into a folder where other modules find it.
  private static func compile(
    _ files: [URL],
    as module: String,
    in folder: URL,
    options: [String]
  ) async throws -> Tool.Result {
    // The newer build system does not put the modules into a folder of their own.
    let built = FileManager.default.fileExists(atPath: library.path) ? library : library.deletingLastPathComponent()
    let arguments =
      [
        "swiftc", "-swift-version", "6", "-warnings-as-errors", "-wmo", "-c", "-o", "\(module).o",
        "-emit-module", "-emit-module-path", "\(module).swiftmodule", "-module-name", module,
        "-I", folder.path,
      ] + options + ["-I", built.path] + files.map(\.path)
    return try await withCheckedThrowingContinuation { continuation in
      queue.addOperation {
        continuation.resume(
          with: Result { try Tool(at: ["/usr/bin/env"]).run(arguments, in: folder, within: 300) }
        )
      }
    }
  }
}
