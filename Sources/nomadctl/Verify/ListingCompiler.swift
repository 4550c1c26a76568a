#if Nomadctl
  import Foundation
  import NomadGenCore

  /// The compiler flags that list all types that conform to protocols of Nomad, with their constants.
  struct ListingCompiler {
    /// The folder for the files that the flags name.
    let folder: URL

    private var protocols: URL { folder.appendingPathComponent("protocols.json") }
    private var tools: URL { folder.appendingPathComponent("usr/bin") }

    /// Writes the files that the flags name, and returns the flags.
    ///
    /// - Throws: The error of the file system.
    func flags() throws -> [String] {
      try write(#"["Ledger", "Tribe"]"#, to: protocols)
      return ["-emit-const-values", "-Xfrontend", "-const-gather-protocols-file", "-Xfrontend", protocols.path]
    }

    /// Returns further flags, for a build system that adds its own list of protocols after the one in ``flags()``.
    ///
    /// The compiler uses the last list, so a script in place of the frontend repeats ours at the end. ``flags()`` are
    /// still needed: the driver compares them, and not the script's folder, to notice files that were compiled without
    /// them.
    ///
    /// - Parameter toolchain: The folder with the toolchain's `bin` and `lib`.
    /// - Returns: The flags.
    /// - Throws: The error of the file system.
    func flags(repeatingInFrontendOf toolchain: URL) throws -> [String] {
      let frontend = Self.quoted(toolchain.appendingPathComponent("bin/swift-frontend").path)
      let script = tools.appendingPathComponent("swift-frontend")
      try FileManager.default.createDirectory(at: tools, withIntermediateDirectories: true)
      try write(
        """
        #!/bin/sh
        if [ "$1" = -frontend ]; then
          exec \(frontend) "$@" -const-gather-protocols-file \(Self.quoted(protocols.path))
        fi
        exec \(frontend) "$@"

        """,
        to: script
      )
      try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: script.path)
      // The driver looks beside the frontend for the library that scans dependencies.
      let libraries = folder.appendingPathComponent("usr/lib")
      let target = toolchain.appendingPathComponent("lib").path
      if (try? FileManager.default.destinationOfSymbolicLink(atPath: libraries.path)) != target {
        try? FileManager.default.removeItem(at: libraries)
        try FileManager.default.createSymbolicLink(atPath: libraries.path, withDestinationPath: target)
      }
      return ["-tools-directory", tools.path]
    }

    private func write(_ text: String, to file: URL) throws {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      let data = Data(text.utf8)
      if (try? Data(contentsOf: file)) != data { try data.write(to: file, options: .atomic) }
    }

    /// Quotes a word for the shell.
    private static func quoted(_ word: String) -> String {
      "'" + word.replacingOccurrences(of: "'", with: #"'\''"#) + "'"
    }
  }
#endif
