#if Nomadctl
  import ArgumentParser
  import Foundation
  import NomadCheck
  import NomadGenCore
  import NomadSources

  /// The command-line tool for people.
  @main
  struct Nomadctl: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "nomadctl",
      abstract: "See, plan, scaffold and protect an app's data migrations.",
      discussion: """
        If you give paths, each folder is a module, and a folder named Sources contains the targets of its package. \
        Without a path, the commands read the targets of the package in the current folder: those that Package.swift \
        declares, and every other folder in ./Sources.

        Through SwiftPM: 'swift package nomad plan'. On macOS, commands that write files need permission: 'swift package \
        --allow-writing-to-package-directory nomad new 2.1.0'.

        The exit code is 0 for success, 1 if a check found an error, and 2 for bad usage or for a file that is \
        missing, or cannot be read or written. 'swift package' reports every failure as 1 and prints the original code.
        """,
      version: Library.version,
      subcommands: [
        ListCommand.self,
        PlanCommand.self,
        NewCommand.self,
        MergeCommand.self,
        FreezeCommand.self,
        ShapesCommand.self,
        MapCommand.self,
        CheckCommand.self,
        LockCommand.self,
        RetireCommand.self,
        LedgerCommand.self,
        SnapshotCommand.self,
        FleetCommand.self,
      ]
    )

    /// Runs a command, and exits with the same codes as `nomad-gen`.
    static func main() async {
      do {
        var command = try parseAsRoot()
        if var command = command as? any AsyncParsableCommand { try await command.run() } else { try command.run() }
      } catch let failure as Failure {
        Console.error.write("nomadctl: error: \(failure.message.printable)\n")
        Foundation.exit(2)
      } catch {
        let code = exitCode(for: error)
        let console = code.isSuccess ? Console.output : Console.error
        let message = code.isSuccess ? fullMessage(for: error) : FleetCommand.withoutSecrets(fullMessage(for: error))
        if !message.isEmpty { console.write(message + "\n") }
        Foundation.exit(code == .validationFailure ? 2 : code.rawValue)
      }
    }
  }
#else
  import Foundation

  /// The tool that replaces `nomadctl` if its trait is not enabled.
  ///
  /// It prints how to enable the trait.
  @main
  enum WithoutTrait {
    static func main() {
      let message = """
        nomadctl: error: this build lacks swift-argument-parser, which needs a trait. \
        Enable the trait: .package(url: …, traits: ["Nomadctl"]), or --traits Nomadctl in a clone of Nomad.

        """
      FileHandle.standardError.write(Data(message.utf8))
      exit(2)
    }
  }
#endif
