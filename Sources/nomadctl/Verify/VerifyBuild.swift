#if Nomadctl
  import Foundation
  import NomadCheck
  import NomadGenCore

  /// A build of a package with a compiler that lists the package's tribes.
  struct VerifyBuild {
    let package: URL
    let scratch: URL
    let configuration: String
    /// Further arguments for `swift build`.
    let arguments: [String]

    /// Reads the description of the package from SwiftPM.
    func describe() throws(Failure) -> PackageDescription {
      do {
        return try SwiftPM.describe(package.path)
      } catch {
        throw Failure("SwiftPM does not describe the package: \(error.message)\(Self.hint)")
      }
    }

    /// Builds the package.
    ///
    /// SwiftPM's output goes to standard error.
    ///
    /// - Returns: The build's products.
    func build() throws(Failure) -> BuildProducts {
      let status = try run(
        [
          "swift", "build", "--package-path", package.path, "--scratch-path", scratch.path,
          "--configuration", configuration, "--build-system", "native",
        ] + flags().flatMap { ["-Xswiftc", $0] } + arguments
      )
      guard status == 0 else { throw Failure("the build failed, as it says above: nothing was compared\(Self.hint)") }
      let products = scratch.appendingPathComponent(configuration).resolvingSymlinksInPath()
      guard FileManager.default.fileExists(atPath: products.path) else {
        throw Failure("the build left nothing in '\(products.path)'")
      }
      return BuildProducts(folder: products)
    }

    /// Writes the file that the compiler's flags name, and returns the flags, with which the compiler lists all types
    /// that conform to protocols of Nomad, with their constants.
    private func flags() throws(Failure) -> [String] {
      let folder = scratch.appendingPathComponent("nomad")
      let protocols = folder.appendingPathComponent("protocols.json")
      let data = Data(#"["Ledger", "Tribe"]"#.utf8)
      do {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        if (try? Data(contentsOf: protocols)) != data { try data.write(to: protocols, options: .atomic) }
      } catch {
        throw Failure("cannot write to '\(scratch.path)': \(error.localizedDescription)\(Self.hint)")
      }
      return ["-emit-const-values", "-Xfrontend", "-const-gather-protocols-file", "-Xfrontend", protocols.path]
    }

    #if os(macOS)
      /// Advice for macOS, where a command plugin may neither write to the package nor start a sandbox, as SwiftPM
      /// does.
      private static let hint = "; through 'swift package', use: swift package --disable-sandbox nomad verify"
    #else
      private static let hint = ""
    #endif

    /// Runs a command, waits for it, and returns its exit code.
    ///
    /// The search path determines its location, as in a shell.
    private func run(_ command: [String]) throws(Failure) -> Int32 {
      let process = Process()
      process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
      process.arguments = command
      process.standardInput = FileHandle.nullDevice
      process.standardOutput = FileHandle.standardError
      do { try process.run() } catch { throw Failure("cannot run '\(command[0])': \(error.localizedDescription)") }
      process.waitUntilExit()
      return process.terminationStatus
    }
  }
#endif
