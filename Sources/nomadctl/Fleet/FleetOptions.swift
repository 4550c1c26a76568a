#if Nomadctl
  import ArgumentParser
  import Nomad
  import NomadCheck
  import NomadGenCore
  import NomadLibPQ
  import NomadPostgres

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
      guard key.isOfOneRun else {
        throw ValidationError("'\(text)' is not the key of a tribe: write version:3.0.0 or once:ID.")
      }
      return key
    }

    /// Connects to the ledger and runs a request on it.
    ///
    /// - Throws: `Failure` if the database cannot be reached, or does not answer.
    func ask<Answer: Sendable>(_ body: @escaping @Sendable (PostgresLedger) async throws -> Answer) throws -> Answer {
      #if LibPQ
        let (database, schema) = (database, schema)
        do {
          return try Blocking.run {
            let connection = try await LibPQConnection.connect(database)
            let answer: Result<Answer, any Error>
            do {
              answer = .success(try await body(PostgresLedger(connection, schema: schema)))
            } catch {
              answer = .failure(error)
            }
            await connection.close()
            return try answer.get()
          }
        } catch let failure as Failure {
          throw failure
        } catch {
          throw Failure("\(error)")
        }
      #else
        throw Failure(
          "nomadctl was built without libpq: build it with the trait LibPQ as well, for example with --traits "
            + "Nomadctl,LibPQ in a clone of Nomad"
        )
      #endif
    }
  }
#endif
