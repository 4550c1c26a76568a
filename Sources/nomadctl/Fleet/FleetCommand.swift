#if Nomadctl
  import ArgumentParser
  import Foundation

  /// The command `nomadctl fleet`, which shows and controls what the hosts of a service do with their database.
  struct FleetCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "fleet",
      abstract:
        "Show and control how the hosts of a service migrate a PostgreSQL database.",
      discussion: """
        These commands need a nomadctl built with the trait LibPQ, for example with --traits Nomadctl,LibPQ in a clone \
        of Nomad.
        """,
      subcommands: [FleetStatusCommand.self, FleetContractCommand.self, FleetRetryCommand.self]
    )

    /// Returns a message about wrong usage without the arguments that it quotes, if the command is `fleet`.
    ///
    /// A connection string can be in the wrong place, or in several arguments because it was not quoted.
    static func withoutSecrets(_ message: String, _ arguments: [String] = CommandLine.arguments) -> String {
      guard let start = arguments.firstIndex(of: "fleet"), let usage = message.range(of: "\nUsage: ") else {
        return message
      }
      let (error, rest) = (message[..<usage.lowerBound], message[usage.lowerBound...])
      let words = arguments[start...].flatMap {
        [$0] + $0.split(separator: "=", maxSplits: 1).dropFirst().map(String.init)
      }
      // The usage has only words of the tool itself, such as the names of options.
      return Set(words).filter { $0.utf8.count >= 4 && !rest.contains($0) }.sorted { $0.utf8.count > $1.utf8.count }
        .reduce(String(error)) { $0.replacingOccurrences(of: $1, with: "[hidden]", options: .literal) } + rest
    }
  }
#endif
