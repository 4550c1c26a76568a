import Foundation
import Testing

extension Attacks {
  @Suite("A rolling deployment in which hosts are killed and paused")
  struct FleetAttacks {
    /// The time, in seconds, after which other hosts treat a silent host as dead.
    private static let lease = 2.0

    private struct Host {
      let child: Child
      let isOld: Bool
      var wasPaused = false
    }

    @Test("Each tribe runs once, and no request fails on a host that was never paused")
    func deaths() async {
      await Attacks.run("a deployment with deaths", Array(0..<(Attacks.isFull ? 40 : 4)), width: 2) { seed, database in
        var (verdict, random) = (Verdict(), SystemRandomNumberGenerator())
        var (hosts, ended) = ([Host](), [Host]())
        defer { for host in hosts { host.child.signal(SIGKILL) } }
        func start(isOld: Bool) throws {
          let child = try Child(TestHost.product(isOld ? "orders-1" : "orders-2"), [database.url, "\(Self.lease)"])
          hosts.append(Host(child: child, isOld: isOld))
        }
        for _ in 0..<3 { try start(isOld: true) }
        for host in hosts { try await host.child.waitFor("ready\n") }
        for round in 0..<16 {
          // The new version replaces the old one gradually.
          if round % 4 == 1 { try start(isOld: false) }
          let index = hosts.indices.randomElement(using: &random) ?? 0
          switch Int.random(in: 0..<3, using: &random) {
          case 0:
            let host = hosts.remove(at: index)
            host.child.signal(SIGKILL)
            await host.child.wait()
            ended.append(host)
            try start(isOld: host.isOld && round < 8)
          case 1:
            let child = hosts[index].child
            hosts[index].wasPaused = true
            child.signal(SIGSTOP)
            Task {
              try await Task.sleep(for: .seconds(Double.random(in: 0...2 * Self.lease)))
              child.signal(SIGCONT)
            }
          default:
            break
          }
          try await Task.sleep(for: .milliseconds(Int.random(in: 0...400, using: &random)))
        }
        try start(isOld: false)
        for host in hosts { host.child.signal(host.isOld ? SIGTERM : SIGCONT) }
        for host in hosts where host.isOld {
          host.child.signal(SIGCONT)
          await host.child.wait()
          ended.append(host)
        }
        hosts.removeAll(where: \.isOld)
        let columns =
          "SELECT string_agg(column_name, ' ' ORDER BY column_name) FROM information_schema.columns WHERE table_name = 'orders'"
        let start = ContinuousClock.now
        while try await database.column(columns) != ["cents id"] {
          guard start.duration(to: .now) < Attacks.hangLimit else {
            verdict.violations.append("the contract tribe never runs: \(hosts.map(\.child.text))")
            return verdict
          }
          try await Task.sleep(for: .milliseconds(50))
        }
        for host in hosts {
          host.child.signal(SIGCONT)
          host.child.signal(SIGTERM)
          await host.child.wait()
        }
        ended += hosts
        hosts = []
        for host in ended where !host.wasPaused && host.child.text.contains("failed: ") {
          verdict.violations.append("a request failed: \(host.child.text)")
        }
        let finished = try await database.column(
          "SELECT record::jsonb ->> 'name' FROM nomad.ledger WHERE record::jsonb ->> 'event' = 'finished' ORDER BY 1"
        )
        if finished != ["AddCents", "CreateOrders", "DropAmount", "FillCents"] {
          verdict.violations.append("finished: \(finished)")
        }
        if try await database.column("SELECT count(*)::text FROM orders WHERE cents IS NULL") != ["0"] {
          verdict.violations.append("an order has no cents")
        }
        verdict.isHit = ended.contains(where: \.wasPaused) || ended.count > 7
        return verdict
      }
    }
  }
}
