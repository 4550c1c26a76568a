import Foundation
import Nomad

// The table of a fleet's hosts, and the contract tribes that wait for them.
extension LedgerTables {
  /// Records a host, unless a contract tribe has removed the shape of the data that the host needs.
  func join(_ host: FleetHost, lease: Duration) async throws {
    // At a higher isolation level, a read after a wait for a lock could miss the changes that it waited for.
    try await server.transact(isolation: "READ COMMITTED") {
      // The row lock keeps every contract tribe from beginning until this host is recorded.
      let begun = try await contracts("FOR SHARE").begun.filter { !host.works(after: $0) }
      guard begun.isEmpty else { throw NomadError.shapeGone(ledger, begun.map(\.key)) }
      let keys = String(decoding: try JSONEncoder().encode(host.contracts.map(\.description).sorted()), as: UTF8.self)
      try await server.send(
        """
        INSERT INTO \(schema.host) (id, name, version, contracts, lease)
        VALUES ($1::text, $2::text, $3::text, $4::jsonb, $5::bigint * interval '1 ms')
        ON CONFLICT (id) DO UPDATE SET seen = clock_timestamp()
        """,
        [host.id, host.name, host.version ?? "", keys, "\(Int64(lease / .milliseconds(1)))"]
      )
    }
  }

  /// Records that a host is alive; returns false if its row was removed.
  func beat(_ id: String) async throws -> Bool {
    let sql = "UPDATE \(schema.host) SET seen = clock_timestamp() WHERE id = $1::text RETURNING id"
    return try await !server.send(sql, [id]).isEmpty
  }

  func ready(_ id: String) async throws {
    try await server.send("UPDATE \(schema.host) SET ready = clock_timestamp() WHERE id = $1::text", [id])
  }

  func leave(_ id: String) async throws {
    try await server.send("DELETE FROM \(schema.host) WHERE id = $1::text", [id])
  }

  /// Returns the hosts that serve or are about to, without those that have been silent for longer than their lease.
  func hosts() async throws -> [FleetHost] {
    let times = ["since", "seen", "ready"].map {
      "to_char(\($0) AT TIME ZONE 'UTC', 'YYYY-MM-DD\"T\"HH24:MI:SS.MS\"Z\"')"
    }
    let sql = """
      SELECT id, name, version, contracts::text, \(times.joined(separator: ", ")) FROM \(schema.host)
      WHERE seen + lease >= clock_timestamp() ORDER BY since, id
      """
    return try await server.send(sql).map { row in
      // A host whose row is unreadable is still alive.
      guard let host = FleetHost(row) else { throw NomadError.unreadableHost(ledger, row.first.flatMap(\.self)) }
      return host
    }
  }

  /// Returns the contract tribes that have begun.
  func begunContracts() async throws -> Set<LedgerKey> { Set(try await contracts("").begun.map(\.key)) }

  /// Lets a contract tribe run regardless of the hosts that are alive, or takes that permission back.
  func approve(_ key: LedgerKey, _ isApproved: Bool) async throws {
    let released = isApproved ? "(released - $1::text) || jsonb_build_array($1::text)" : "released - $1::text"
    try await server.send("UPDATE \(schema.run) SET released = \(released)", [key.description])
  }

  /// Returns the reason for each contract tribe that has to wait, by its key; nothing for tribes that can run.
  func reasonsToWait(
    for contracts: [FleetContract],
    _ policy: ContractPolicy,
    isMember: Bool
  ) async throws -> [LedgerKey: String] {
    var (approved, hosts) = (Set<LedgerKey>(), [FleetHost]())
    do {
      approved = try await self.contracts("").approved
      hosts = try await self.hosts()
    } catch let error as PostgresError where error.isMissing {
      // Without the tables, nothing has run, and no host serves.
    }
    return contracts.reduce(into: [:]) { reasons, contract in
      reasons[contract.key] = Self.reasonToWait(for: contract, hosts, approved, policy, isMember)
    }
  }

  /// Records that a contract tribe begins, if it can, in the current transaction.
  ///
  /// From its end on, no host that needs the old shape can join.
  func begin(_ contract: FleetContract, _ policy: ContractPolicy, isMember: Bool) async throws {
    // The row lock orders this and a host that joins now: this reads the host's row, or the host reads this tribe.
    let (begun, approved) = try await contracts("FOR UPDATE")
    try await server.send("DELETE FROM \(schema.host) WHERE seen + lease < clock_timestamp()")
    let hosts = try await hosts()
    if let reason = Self.reasonToWait(for: contract, hosts, approved, policy, isMember) {
      throw NomadError.stillNeeded(ledger, contract.key, reason)
    }
    if begun.contains(contract) { return }
    try await server.send(
      "UPDATE \(schema.run) SET contracts = contracts || $1::jsonb",
      [String(decoding: try JSONEncoder().encode([contract]), as: UTF8.self)]
    )
  }

  /// Returns the live hosts that work with the results of tribes above a version, as the reason to keep these.
  func reasonToKeepTribes(above version: TribeVersion) async throws -> String? {
    do {
      let hosts = try await hosts().filter { $0.isNewer(than: version) }
      return hosts.isEmpty ? nil : "these hosts are alive, and may work with newer data: \(Self.names(of: hosts))"
    } catch let error as PostgresError where error.isMissing {
      // Without the tables, no host serves.
      return nil
    }
  }

  /// Throws an error if a host above a version is alive, and keeps hosts from joining until the end of the transaction.
  ///
  /// A host that joins after that finds the tribe reverted, and runs it again before it serves.
  func goBack(to version: TribeVersion) async throws {
    _ = try await contracts("FOR UPDATE")
    if let reason = try await reasonToKeepTribes(above: version) {
      throw NomadError(
        .notRevertible,
        "The ledger \(ledger) goes back no further: \(reason).",
        advice: "Tribes that were reverted before stay reverted. Stop those hosts, and revert again."
      )
    }
  }

  private static func names(of hosts: [FleetHost]) -> String {
    let names = hosts.prefix(3).map { host in host.version.map { "\(host.name) with version \($0)" } ?? host.name }
    return names.joined(separator: "; ") + (hosts.count > 3 ? ", and \(hosts.count - 3) more" : "")
  }

  /// Returns the contract tribes that have begun, and the keys of those that are approved.
  ///
  /// The lock is `FOR SHARE` to keep contract tribes from beginning, `FOR UPDATE` to also keep hosts from joining, or an
  /// empty string.
  private func contracts(_ lock: String) async throws -> (begun: [FleetContract], approved: Set<LedgerKey>) {
    let sql = "SELECT contracts::text, released::text, version::text FROM \(schema.run) \(lock)"
    let row = try await server.send(sql).first ?? []
    try check(row.last.flatMap(\.self).flatMap(Int.init) ?? 0)
    func decode<Value: Decodable>(_ type: Value.Type, _ text: String??) throws -> Value {
      try JSONDecoder().decode(type, from: Data((text.flatMap(\.self) ?? "").utf8))
    }
    return (try decode([FleetContract].self, row.first), try decode(Set<LedgerKey>.self, row.dropFirst().first))
  }

  private static func reasonToWait(
    for contract: FleetContract,
    _ hosts: [FleetHost],
    _ approved: Set<LedgerKey>,
    _ policy: ContractPolicy,
    _ isMember: Bool
  ) -> String? {
    if policy == .atOnce || approved.contains(contract.key) { return nil }
    let needing = hosts.filter { !$0.works(after: contract) }
    if !needing.isEmpty {
      return "these hosts need the old shape of the data: \(names(of: needing))"
    }
    if policy == .whenApproved { return "it has not been approved" }
    // Hosts outside of the fleet may need the old shape.
    return isMember ? nil : "this host has not joined the fleet: start it with PostgresFleet, or approve the tribe"
  }
}

extension NomadError {
  fileprivate static func unreadableHost(_ ledger: String, _ id: String?) -> NomadError {
    NomadError(
      .ledgerDamaged,
      "The row of the host \(id ?? "without an id") in the ledger \(ledger) cannot be read.",
      advice: "Nothing was run, because that host may need the old shape of the data. If it has ended, delete its row."
    )
  }

  fileprivate static func shapeGone(_ ledger: String, _ keys: [LedgerKey]) -> NomadError {
    NomadError(
      .ledgerNewerThanApp,
      "The data of \(ledger) no longer has the shape that this version of the app needs: \(keys.map(\.description).joined(separator: ", ")) has "
        + "run, or has begun.",
      advice:
        "Nothing was run, and the host must not serve. Deploy a version of the app that has these tribes. If it had "
        + "them once, give the migrator its current version."
    )
  }

  fileprivate static func stillNeeded(_ ledger: String, _ key: LedgerKey, _ reason: String) -> NomadError {
    NomadError(
      .postponed,
      "The contract tribe \(key) of \(ledger) has to wait: \(reason).",
      advice: "It did not begin. The next run tries again."
    )
  }
}
