#if Nomadctl
  import Foundation
  import NomadSources

  /// The flags that make the compiler list the types that conform to protocols of Nomad, with their constants.
  struct ListingCompiler {
    /// A folder for the files that the flags name.
    let folder: URL

    private var protocols: URL { folder.appendingPathComponent("protocols.json") }
    private var tools: URL { folder.appendingPathComponent("usr/bin") }

    /// Flags of the compiler.
    ///
    /// - Throws: What the file system says.
    func flags() throws -> [String] {
      try write(#"["Ledger", "Tribe"]"#, to: protocols)
      return ["-emit-const-values", "-Xfrontend", "-const-gather-protocols-file", "-Xfrontend", protocols.path]
    }

    /// More flags, for a build system that names protocols of its own after those of ``flags()``.
    ///
    /// The last list counts, so a script that is run in place of the frontend repeats ours. The other flags are needed
    /// nevertheless: by them, and not by the folder of the script, the driver notices that files were compiled without.
    ///
    /// - Parameter toolchain: The folder with the toolchain's `bin` and `lib`.
    /// - Returns: The flags.
    /// - Throws: What the file system says.
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
      // The driver looks for the library that scans dependencies beside the frontend.
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

    /// A word as the shell takes it.
    private static func quoted(_ word: String) -> String {
      "'" + word.replacingOccurrences(of: "'", with: #"'\''"#) + "'"
    }
  }
#endif
