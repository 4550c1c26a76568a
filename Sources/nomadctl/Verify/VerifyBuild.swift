#if Nomadctl
  import Foundation
  import NomadSources

  /// Builds a package so that the compiler says what it knows of tribes.
  struct VerifyBuild {
    let package: URL
    let scratch: URL
    let configuration: String
    /// More arguments of `swift build`.
    let arguments: [String]

    /// What the package's manifest says.
    func describe() throws -> DescribedPackage {
      let (status, output) = try run(
        ["package", "--package-path", package.path, "--scratch-path", scratch.path, "describe", "--type", "json"],
        keepingOutput: true
      )
      guard status == 0 else { throw Failure("'swift package describe' failed, as it says above\(Self.hint)") }
      do {
        return try JSONDecoder().decode(DescribedPackage.self, from: output)
      } catch {
        throw Failure("cannot read what 'swift package describe' printed: \(error)")
      }
    }

    /// Builds; what SwiftPM says goes to standard error.
    ///
    /// - Returns: The folder with the products.
    func build() throws -> URL {
      let protocols = scratch.appendingPathComponent("nomad-protocols.json")
      do {
        try FileManager.default.createDirectory(at: scratch, withIntermediateDirectories: true)
        let list = Data(#"["Tribe"]"#.utf8)
        if (try? Data(contentsOf: protocols)) != list { try list.write(to: protocols, options: .atomic) }
      } catch {
        throw Failure("cannot write to '\(scratch.path)': \(error.localizedDescription)\(Self.hint)")
      }
      let flags = ["-emit-const-values", "-Xfrontend", "-const-gather-protocols-file", "-Xfrontend", protocols.path]
      let (status, _) = try run(
        [
          "build", "--package-path", package.path, "--scratch-path", scratch.path, "--configuration", configuration,
          "--build-system", "native",
        ] + flags.flatMap { ["-Xswiftc", $0] } + arguments,
        keepingOutput: false
      )
      guard status == 0 else { throw Failure("the build failed, as it says above: nothing was compared\(Self.hint)") }
      let products = scratch.appendingPathComponent(configuration).resolvingSymlinksInPath()
      guard FileManager.default.fileExists(atPath: products.path) else {
        throw Failure("the build left nothing in '\(products.path)'")
      }
      return products
    }

    #if os(macOS)
      /// A command plugin may neither write to the package nor start another sandbox, which SwiftPM does.
      private static let hint = "; through 'swift package', use: swift package --disable-sandbox nomad verify"
    #else
      private static let hint = ""
    #endif

    /// Runs `swift`, as a shell would.
    private func run(_ arguments: [String], keepingOutput: Bool) throws -> (status: Int32, output: Data) {
      let process = Process()
      process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
      process.arguments = ["swift"] + arguments
      process.standardInput = FileHandle.nullDevice
      let pipe = Pipe()
      process.standardOutput = keepingOutput ? pipe : FileHandle.standardError
      do { try process.run() } catch { throw Failure("cannot run 'swift': \(error.localizedDescription)") }
      let output = keepingOutput ? pipe.fileHandleForReading.readDataToEndOfFile() : Data()
      process.waitUntilExit()
      return (process.terminationStatus, output)
    }
  }
#endif
