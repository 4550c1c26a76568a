#if Nomadctl
  import ArgumentParser
  import Nomad
  import NomadCheck
  import NomadGenCore
  import NomadSources
  #if NomadctlLibPQ
    import NomadPostgres
    import NomadReverting
  #endif

  /// The command `nomadctl fleet revert`, which checks whether a fleet can go back to a version.
  struct FleetRevertCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "revert",
      abstract: "Check whether the hosts and the ledger let the data go back to a version, and list the tribes.",
      discussion: """
        Only the app has its tribes, so this command reverts nothing. It fails while hosts of newer versions are \
        alive or a run is in progress, and if a contract tribe above the version has begun. Otherwise, run the command \
        of your app's newer version that calls revert(to:), which checks the hosts again in each transaction.
        """
    )

    @Argument(
      help: "The version to go back to, such as 2.0.0.",
      transform: { try TribeVersion(app: $0).withoutSubMigration }
    )
    var version: TribeVersion

    @OptionGroup
    var options: FleetOptions

    @OptionGroup
    var destination: OutputOptions

    func run() async throws {
      #if NomadctlLibPQ
        let status = try await options.ask { try await $0.status() }
        guard status.hasTables else { throw Failure("this schema has no ledger") }
        let obstacles = status.obstacles(toRevertTo: version)
        guard obstacles.isEmpty else {
          throw Failure("the data cannot go back to \(version): \(obstacles.joined(separator: "; "))")
        }
        let records = status.history.records(above: version)
        let rows = Table.print(records.map { [$0.key.description, $0.name] })
        try destination.write(
          records.isEmpty
            ? "No tribe above \(version) has run.\n"
            : "The app has to revert these tribes, in this order:\n\(rows)"
        )
      #else
        throw FleetOptions.lackOfTrait
      #endif
    }
  }

  #if NomadctlLibPQ
    extension FleetStatus {
      /// Returns the reasons why the data cannot go back to a version now, in words.
      fileprivate func obstacles(toRevertTo version: TribeVersion) -> [String] {
        let begun = history.records(above: version).filter { begunContracts.contains($0.key) }
        return (holder.map { ["a run is in progress: \($0)"] } ?? [])
          + begun.map { "the contract tribe \($0.key) has removed a shape of the data" }
          + hosts.filter { $0.isNewer(than: version) }.map { "\($0.name) is alive with \($0.version ?? "no version")" }
      }
    }
  #endif
#endif
