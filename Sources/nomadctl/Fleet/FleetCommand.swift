#if Nomadctl
  import ArgumentParser
  import Foundation
  import Nomad
  import NomadCheck
  import NomadGenCore
  import NomadSources
  #if NomadctlLibPQ
    import NomadLibPQ
    import NomadPostgres
  #endif

  /// The command `nomadctl fleet`, which shows and controls what the hosts of a service do with their database.
  struct FleetCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "fleet",
      abstract:
        "Show and control how the hosts of a service migrate a PostgreSQL database.",
      discussion: """
        These commands need a nomadctl built with the trait NomadctlLibPQ, for example with --traits NomadctlLibPQ in a \
        clone of Nomad.
        """,
      subcommands: [
        FleetStatusCommand.self, FleetContractCommand.self, FleetRetryCommand.self, FleetRevertCommand.self,
      ]
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

  /// The options that locate a fleet's ledger.
  struct FleetOptions: ParsableArguments {
    @Option(
      help: ArgumentHelp(
        "The database, as a URL or as key=value pairs.",
        discussion: "Other users of the system can read arguments, so keep the password in PGPASSFILE or PGPASSWORD."
      )
    )
    var database: String

    @Option(help: "The schema of the ledger's tables.")
    var schema = "nomad"

    /// Parses the key of a tribe.
    @Sendable
    static func key(_ text: String) throws -> LedgerKey {
      let key = LedgerKey(text)
      let isShared = [LedgerKey.firstPrefix, LedgerKey.alwaysPrefix].contains { text.hasPrefix($0) }
      guard key.isOfOneRun || key.isChanged || isShared else {
        throw ValidationError(
          "'\(text)' is not the key of a tribe: write it as 'fleet status' does, such as version:3.0.0 or once:ID."
        )
      }
      return key
    }

    #if NomadctlLibPQ
      /// Connects to the ledger and runs a request on it.
      ///
      /// - Throws: `Failure` if the database cannot be reached, or does not answer.
      func ask<Answer>(_ body: (PostgresLedger) async throws -> Answer) async throws -> Answer {
        do {
          let connection = try await LibPQConnection.connect(database)
          let answer: Result<Answer, any Error>
          do {
            answer = .success(try await body(PostgresLedger(connection, schema: schema)))
          } catch {
            answer = .failure(error)
          }
          await connection.close()
          return try answer.get()
        } catch let failure as Failure {
          throw failure
        } catch {
          throw Failure("\(error)")
        }
      }
    #else
      /// What every command throws instead of its request.
      static let lackOfTrait = Failure(
        "nomadctl was built without libpq: add the trait NomadctlLibPQ to the package Nomad, as in "
          + #".package(url: …, traits: ["NomadctlLibPQ"]), or --traits NomadctlLibPQ in a clone of Nomad"#
      )
    #endif
  }
#endif
