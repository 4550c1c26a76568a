#if Nomadctl
  import ArgumentParser
  import Foundation
  import NomadCheck
  import NomadGenCore

  /// The command `nomadctl verify`, which compares the tribes that the compiler sees with the registry.
  struct VerifyCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "verify",
      abstract: "Compare the tribes that the compiler sees with those that the registry has.",
      discussion: """
        Builds the package in a separate folder, and asks the compiler for every type that conforms to Tribe, also \
        those that macros or modules without sources declare. For each module of the package that depends on Nomad, \
        the command compares the types, their locations, and the targets that the compiler knows. A difference is a \
        finding, and the exit code is 1. Tribes in a branch of an #if that this build does not compile are listed, \
        and are not findings. The exit code is 2 if the build fails, or if it lacks a module that depends on Nomad.

        The first run takes as long as a clean build, and later runs as long as an incremental build. Write further \
        arguments for the build after '--', such as -- --build-tests -Xswiftc -DEXTRA.

        Through SwiftPM, run 'swift package nomad verify'. On macOS, run 'swift package --disable-sandbox nomad \
        verify', because the sandbox of plugins allows neither writing to the package nor building it.
        """
    )

    @Option(name: [.short, .long], help: "What to build: debug or release.")
    var configuration = BuildConfiguration.debug

    @Option(help: ArgumentHelp("The package.", valueName: "folder"), completion: .directory)
    var packagePath = "."

    @Option(
      help: ArgumentHelp("Where to build; .build/nomad-verify in the package by default.", valueName: "folder"),
      completion: .directory
    )
    var scratchPath: String?

    @Option(help: "How to print what was found.")
    var format = ListFormat.text

    @OptionGroup
    var destination: OutputOptions

    @Argument(
      parsing: .postTerminator,
      help: ArgumentHelp("More arguments of 'swift build'.", valueName: "argument")
    )
    var arguments: [String] = []

    /// The options that would change the build's configuration or folder, where the command expects its results.
    private static let refused = [
      "-c", "--configuration", "--build-system", "--scratch-path", "--build-path", "--package-path", "--target",
      "--product",
    ]

    func validate() throws {
      for argument in arguments {
        let option = String(argument.prefix { $0 != "=" })
        if Self.refused.contains(option) {
          throw ValidationError("\(option) is not allowed after '--'; see --help.")
        }
      }
    }

    func run() throws {
      let package = URL(fileURLWithPath: packagePath).resolvingSymlinksInPath()
      let usual = package.appendingPathComponent(".build")
      let scratch = scratchPath.map { URL(fileURLWithPath: $0) } ?? usual.appendingPathComponent("nomad-verify")
      // SwiftPM locks that folder while it runs this command as a plugin, so a build in it would wait for SwiftPM.
      guard SourceTree.canonicalPath(of: scratch.path) != SourceTree.canonicalPath(of: usual.path) else {
        throw Failure("--scratch-path: '\(scratch.path)' is where SwiftPM builds; verify needs a folder of its own")
      }
      let build = VerifyBuild(
        package: package,
        scratch: scratch.resolvingSymlinksInPath(),
        configuration: configuration.rawValue,
        arguments: arguments
      )
      let description = try build.describe()
      let products = try build.build()
      let report = try VerifiedPackage(
        in: package.path,
        description,
        products: products,
        hasTests: arguments.contains("--build-tests")
      ).report()
      switch format {
      case .text:
        let findings = report.findings.map(\.text).joined()
        if destination.output == nil { Console.error.write(findings) }
        try destination.write((destination.output == nil ? "" : findings) + report.text)
      case .json: try destination.write(report.json(configuration.rawValue))
      }
      guard report.unbuilt.isEmpty else {
        throw Failure(
          "the build does not have \(report.unbuilt.joined(separator: ", ")), so nothing was compared there"
        )
      }
      if !report.findings.isEmpty { throw ExitCode.failure }
    }
  }

  /// One of SwiftPM's build configurations.
  enum BuildConfiguration: String, ExpressibleByArgument, CaseIterable {
    case debug, release
  }
#endif
