#if Nomadctl
  import ArgumentParser
  import Foundation
  import NomadGenCore
  import NomadSources

  /// `nomadctl list`: the tribes in migration order.
  struct ListCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "list",
      abstract: "List the tribes in migration order, with their targets and where they are declared.",
      discussion: """
        Without a path, each folder in Sources is a module. What is wrong with the tribes is printed to standard \
        error, and the exit code is 1 if anything is.
        """
    )

    enum Format: String, ExpressibleByArgument, CaseIterable {
      case text, json
    }

    @Option(help: "How to print the list.")
    var format = Format.text

    @Option(help: "Treat everything that is found as one module of this name.")
    var module: String?

    @Argument(help: ArgumentHelp("Folders, each one a module, or Swift files.", valueName: "path"))
    var paths: [String] = []

    func run() throws {
      let outputs = try Pipeline.run(SourceTree.modules(of: paths, named: module))
      switch format {
      case .text: print(TribeList.print(outputs), terminator: "")
      case .json: print(ReportFormat.json.report(outputs), terminator: "")
      }
      FileHandle.standardError.write(Data(ReportFormat.text.report(outputs).utf8))
      if outputs.contains(where: \.hasErrors) { throw ExitCode.failure }
    }
  }
#endif
