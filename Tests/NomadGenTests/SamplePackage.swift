import Foundation
import ToolSupport

/// Packages for tests, with manifests that SwiftPM reads.
enum SamplePackage {
  /// The usage of the plugin in a target.
  static let plugin = #"plugins: [.plugin(name: "NomadPlugin", package: "Nomad")]"#

  /// Returns a manifest that depends on the library.
  ///
  /// - Parameters:
  ///   - targets: The elements of its targets.
  ///   - dependencies: The elements of its dependencies, besides the library.
  ///   - products: The elements of its products.
  /// - Returns: The manifest.
  static func manifest(_ targets: String, dependencies: String = "", products: String = "") -> String {
    """
    // swift-tools-version: 6.2
    import PackageDescription

    let package = Package(
      name: "P",
      products: [\(products)],
      dependencies: [.package(url: "https://nomad.invalid/Nomad", from: "1.0.0"), \(dependencies)],
      targets: [\(targets)]
    )
    """
  }

  /// Returns a folder with a package.
  static func folder(_ manifest: String, _ files: [String: String]) throws -> Folder {
    let folder = try Folder()
    try folder.write(manifest, to: "Package.swift")
    for (path, text) in files { try folder.write(text, to: path) }
    return folder
  }

  /// Returns a tribe of a version.
  static func tribe(_ name: String = "X", _ version: String = "1.0.0") -> String {
    "struct \(name): Tribe { static let target: TribeTarget = .literal(\"\(version)\"); func migrate() {} }\n"
  }
}

/// The JSON report of a check.
struct CheckReport: Decodable {
  struct Tribe: Decodable {
    var name, module, file: String
  }

  struct Finding: Decodable {
    struct Note: Decodable { var message: String }
    var severity, code, message, file: String
    var line, column: Int
    var notes: [Note]
  }

  var tribes: [Tribe]
  var diagnostics: [Finding]

  /// Runs the check with a JSON report.
  ///
  /// - Parameters:
  ///   - folder: The current folder of the check.
  ///   - arguments: Further arguments.
  /// - Returns: The exit code and the report.
  /// - Throws: An error if the tool prints no report.
  static func run(in folder: URL, _ arguments: String...) throws -> (code: Int32, report: CheckReport) {
    let result = try Tool("nomad-gen").run(["--check", "--format", "json"] + arguments, in: folder)
    struct Unreadable: Error { var result: Tool.Result }
    guard let report = try? JSONDecoder().decode(CheckReport.self, from: Data(result.output.utf8)) else {
      throw Unreadable(result: result)
    }
    return (result.code, report)
  }

  /// The tribes, each with its module.
  var names: [String] { tribes.map { "\($0.module).\($0.name)" } }

  /// The findings, each as its severity, its code and the file.
  var findings: [String] { diagnostics.map { "\($0.severity) \($0.code) \($0.file)" } }
}
