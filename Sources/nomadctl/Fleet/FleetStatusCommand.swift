#if Nomadctl
  import ArgumentParser
  import NomadCheck
  import NomadGenCore
  #if NomadctlLibPQ
    import NomadPostgres
  #endif

  /// The command `nomadctl fleet status`, which shows which host runs tribes, which hosts serve, and which work is left.
  struct FleetStatusCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "status",
      abstract: "Show which host runs tribes, which hosts serve, and which work is left.",
      discussion: """
        The command only reads. It knows the hosts that run in a PostgresFleet. Without such hosts, only the ledger \
        shows the work that is left: a run in progress, or a tribe that began and did not finish.
        """
    )

    @OptionGroup
    var options: FleetOptions

    @Flag(help: "Exit with 1 if work is left.")
    var failIfPending = false

    @Option(help: "The output format.")
    var format = ListFormat.text

    @OptionGroup
    var destination: OutputOptions

    func run() async throws {
      #if NomadctlLibPQ
        let status = try await options.ask { try await $0.status() }
        try destination.write(format == .text ? status.text : status.json.printed() + "\n")
        if failIfPending, !status.pending.isEmpty { throw ExitCode.failure }
      #else
        throw FleetOptions.lackOfTrait
      #endif
    }
  }

  #if NomadctlLibPQ
    extension FleetStatus {
      fileprivate var text: String {
        var text = ledger.printable + "\n"
        if !hosts.isEmpty {
          let rows = hosts.map { host in
            [
              host.name, host.version ?? "no version",
              host.ready.map { "serves since \($0)" } ?? "does not serve yet", "seen \(host.seen)",
            ]
          }
          text += "\nHosts:\n" + Table.print(rows)
        }
        let pending = pending
        text += pending.isEmpty ? "\nNo work is left.\n" : "\nWork left:\n" + Table.print(pending.map { [$0] })
        return text
      }

      fileprivate var json: JSON {
        var members: [(String, JSON)] = [("version", .number(1)), ("ledger", .string(ledger))]
        if let holder { members.append(("holder", .string(holder))) }
        members.append(("hosts", .array(hosts.map(\.json))))
        members.append(
          (
            "contracts",
            .array(
              contracts.map { key in
                .object(
                  [("key", .string(key.description))] + (reasonsToWait[key].map { [("obstacle", .string($0))] } ?? [])
                )
              }
            )
          )
        )
        members.append(("pending", .array(pending.map { .string($0) })))
        return .object(members)
      }
    }

    extension FleetHost {
      fileprivate var json: JSON {
        var members: [(String, JSON)] = [
          ("id", .string(id)), ("name", .string(name)), ("version", .string(version ?? "")),
          ("contracts", .array(contracts.map(\.description).sorted().map { .string($0) })), ("since", .string(since)),
          ("seen", .string(seen)),
        ]
        if let ready { members.append(("ready", .string(ready))) }
        return .object(members)
      }
    }
  #endif
#endif
