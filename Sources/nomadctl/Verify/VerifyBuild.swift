#if Nomadctl
  import Foundation
  import NomadCheck
  import NomadGenCore

  /// A build of a package with a compiler that lists the package's tribes.
  struct VerifyBuild {
    let package: URL
    let scratch: URL
    let system: BuildSystem
    let configuration: String
    /// Further arguments for `swift build`.
    let arguments: [String]

    /// Reads the description of the package from SwiftPM.
    func describe() throws -> DescribedPackage {
      let (status, output) = try run(
        [
          "swift", "package", "--package-path", package.path, "--scratch-path", scratch.path, "describe", "--type",
          "json",
        ],
        keepingOutput: true
      )
      guard status == 0 else { throw Failure("'swift package describe' failed, as it says above\(Self.hint)") }
      do {
        return try JSONDecoder().decode(DescribedPackage.self, from: output)
      } catch {
        throw Failure("cannot read what 'swift package describe' printed: \(error)")
      }
    }

    /// Builds the package.
    ///
    /// SwiftPM's output goes to standard error.
    ///
    /// - Returns: The build's products.
    func build() throws -> any BuildProducts {
      let flags = try flags()
      if system == .swiftbuild { try SwiftBuildProducts.removeMaps(in: scratch) }
      let (status, _) = try run(
        [
          "swift", "build", "--package-path", package.path, "--scratch-path", scratch.path,
          "--configuration", configuration, "--build-system", system.rawValue,
        ] + flags.flatMap { ["-Xswiftc", $0] } + arguments,
        keepingOutput: false
      )
      guard status == 0 else { throw Failure("the build failed, as it says above: nothing was compared\(Self.hint)") }
      guard system == .native else { return try SwiftBuildProducts(in: scratch) }
      let products = scratch.appendingPathComponent(configuration).resolvingSymlinksInPath()
      guard FileManager.default.fileExists(atPath: products.path) else {
        throw Failure("the build left nothing in '\(products.path)'")
      }
      return NativeProducts(folder: products)
    }

    /// Writes the files that the compiler's flags name, and returns the flags.
    private func flags() throws -> [String] {
      let compiler = ListingCompiler(folder: scratch.appendingPathComponent("nomad"))
      let toolchain = system == .swiftbuild ? try toolchain() : nil
      do {
        return try compiler.flags() + (toolchain.map(compiler.flags(repeatingInFrontendOf:)) ?? [])
      } catch {
        throw Failure("cannot write to '\(scratch.path)': \(error.localizedDescription)\(Self.hint)")
      }
    }

    /// Finds the folder with the `bin` and `lib` of the compiler that SwiftPM runs.
    private func toolchain() throws -> URL {
      struct Target: Decodable {
        struct Paths: Decodable { var runtimeResourcePath: String }
        var paths: Paths
      }
      // SwiftPM uses this variable for its compiler, too.
      let compiler = ProcessInfo.processInfo.environment["SWIFT_EXEC"] ?? "swiftc"
      let (status, output) = try run([compiler, "-print-target-info"], keepingOutput: true)
      guard status == 0, let target = try? JSONDecoder().decode(Target.self, from: output) else {
        throw Failure("'\(compiler) -print-target-info' does not tell where the compiler is")
      }
      return URL(fileURLWithPath: target.paths.runtimeResourcePath).deletingLastPathComponent()
        .deletingLastPathComponent()
    }

    #if os(macOS)
      /// Advice for macOS, where a command plugin may neither write to the package nor start a sandbox, as SwiftPM
      /// does.
      private static let hint = "; through 'swift package', use: swift package --disable-sandbox nomad verify"
    #else
      private static let hint = ""
    #endif

    /// Runs a command and waits for it.
    ///
    /// The search path determines its location, as in a shell.
    private func run(_ command: [String], keepingOutput: Bool) throws -> (status: Int32, output: Data) {
      let process = Process()
      process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
      process.arguments = command
      process.standardInput = FileHandle.nullDevice
      let pipe = Pipe()
      process.standardOutput = keepingOutput ? pipe : FileHandle.standardError
      do { try process.run() } catch { throw Failure("cannot run '\(command[0])': \(error.localizedDescription)") }
      let output = keepingOutput ? pipe.fileHandleForReading.readDataToEndOfFile() : Data()
      process.waitUntilExit()
      return (process.terminationStatus, output)
    }
  }
#endif
