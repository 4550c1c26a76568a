package import NomadSources

/// The Swift package manager, as a process.
package enum SwiftPM {
  /// Returns SwiftPM's description of the package in a folder.
  ///
  /// Both commands only read the package: they build, resolve and download nothing. They do not wait for another SwiftPM
  /// that locks the package, because that one may be running this tool as a plugin.
  ///
  /// - Parameter folder: The path of the package's folder.
  /// - Returns: The description.
  /// - Throws: ``Failure`` with SwiftPM's first error if it does not describe the package.
  package static func describe(_ folder: String) throws(Failure) -> PackageDescription {
    do {
      return try describe(folder, [])
    } catch let failure where failure.message.contains("sandbox_apply") {
      // Inside of a sandbox, macOS starts no other one, and the outer one already protects the user.
      return try describe(folder, ["--disable-sandbox"])
    }
  }

  private static func describe(_ folder: String, _ options: [String]) throws(Failure) -> PackageDescription {
    let start = ["swift", "package", "--ignore-lock", "--package-path", folder] + options
    // One after the other: SwiftPM caches the compiled manifest.
    let description = try ChildProcess.output(of: start + ["describe", "--type", "json"])
    return try PackageDescription(
      describing: description,
      manifest: try ChildProcess.output(of: start + ["dump-package"])
    )
  }

  /// Returns the line that says what is wrong: the compiler's first error, or else the first one of SwiftPM.
  static func problem(in output: [UInt8]) -> String {
    // SwiftPM ends its remark about another SwiftPM without a newline.
    let remark = "`--ignore-lock` has been passed"
    let text = String(decoding: output, as: UTF8.self).split(separator: remark).joined(separator: "\n")
    let lines = text.split(whereSeparator: \.isNewline).filter { !$0.hasPrefix("Another instance of SwiftPM") }
    let sandbox = lines.first { $0.contains("sandbox_apply") }
    let errors = lines.filter { $0.contains("error: ") }
    let line = sandbox ?? errors.first { !$0.hasPrefix("error: ") } ?? errors.first ?? lines.first
    return line.map { String($0.prefix(300)) } ?? "it ended without a message"
  }
}
