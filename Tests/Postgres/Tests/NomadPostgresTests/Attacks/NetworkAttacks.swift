import Foundation
import Testing

extension Attacks {
  @Suite("A network that is cut or stalls")
  struct NetworkAttacks {
    /// The moment of the attack, and the speed of the host behind the proxy.
    struct Moment: Sendable {
      var piece: Int
      var sleep = 0
      var pause = 0
    }

    /// Returns the numbers of the pieces that a host and its server exchange in a run.
    private func moments(share: Int) async throws -> [Int] {
      let database = try await TestDatabase()
      let proxy = try Proxy(to: database.server.port)
      defer { proxy.stop() }
      var verdict = Verdict()
      await verdict.requireDone(try TestHost(database, port: proxy.port))
      try #require(verdict.violations.isEmpty, "\(verdict.violations)")
      try await database.drop()
      return Array(1...proxy.count).filter { isFull || $0 % share == 1 }
    }

    @Test("A host ends when its connection is cut, and the next host completes the migration")
    func cut() async throws {
      await run("cut at a piece", try await moments(share: 9)) { piece, database in
        var verdict = Verdict()
        let proxy = try Proxy(to: database.server.port, .cut, at: piece)
        defer { proxy.stop() }
        let host = try TestHost(database, port: proxy.port)
        let code = await verdict.requireEnd(host, "the host behind the proxy")
        verdict.isHit = proxy.hasStruck && code != 0
        await verdict.requireDone(try TestHost(database), "the next host")
        try await verdict.requireCompletion(of: database)
        return verdict
      }
    }

    @Test("Another host takes over after a stall longer than the lease, and the first one changes nothing")
    func stalled() async throws {
      let pieces = try await moments(share: 7)
      let moments = pieces.flatMap { piece in
        isFull
          ? [Moment(piece: piece), Moment(piece: piece, sleep: 30), Moment(piece: piece, pause: 30)]
          : [Moment(piece: piece, sleep: piece % 3 == 1 ? 30 : 0, pause: piece % 3 == 2 ? 30 : 0)]
      }
      await run("stalled past the lease", moments, width: 12) { moment, database in
        var verdict = Verdict()
        let proxy = try Proxy(to: database.server.port, .stall, at: moment.piece)
        defer { proxy.stop() }
        let first = try TestHost(database, port: proxy.port, lease: 1, sleep: moment.sleep, pause: moment.pause)
        let hasEnded = Flag()
        let end = Task {
          defer { hasEnded.set() }
          return await first.end()
        }
        while !proxy.hasStruck, !hasEnded.value { try await Task.sleep(for: .milliseconds(5)) }
        verdict.isHit = proxy.hasStruck
        await verdict.requireDone(try TestHost(database), "the host that takes over")
        try await verdict.requireCompletion(of: database)
        let before = await database.contents()
        proxy.resume()
        let code = await end.value
        verdict.require(code ?? -1 >= 0, "the first host crashed, or waited for ever: \(first.text)")
        let after = await database.contents()
        verdict.require(before == after, "the first host changed something: \(first.text)")
        try await verdict.requireCompletion(of: database)
        // The host succeeds only if it had nothing left to do, or had finished before the stall.
        let finished = first.text.split(separator: "\n").count { $0.hasPrefix("finished") }
        let isHonest = first.text.contains("ready after \(finished)") && (finished == 0 || finished == 4)
        verdict.require(code != 0 || isHonest, "the first host ended well: \(first.text)")
        return verdict
      }
    }

    @Test("Hosts succeed in spite of repeated stalls that are shorter than the lease")
    func slow() async {
      await run("stalled for a moment", Array(0..<(isFull ? 200 : 8))) { _, database in
        var verdict = Verdict()
        let proxy = try Proxy(to: database.server.port)
        defer { proxy.stop() }
        let stalls = Task {
          while !Task.isCancelled {
            proxy.stall()
            try await Task.sleep(for: .milliseconds(.random(in: 1...60)))
            proxy.resume()
            try await Task.sleep(for: .milliseconds(.random(in: 1...20)))
          }
        }
        let hosts = try [proxy.port, nil, proxy.port].map { try TestHost(database, port: $0) }
        for host in hosts { await verdict.requireDone(host) }
        stalls.cancel()
        try await verdict.requireCompletion(of: database)
        return verdict
      }
    }

    @Test("Restarted hosts run each tribe once in spite of random cuts of the connection")
    func flaky() async {
      await run("cut again and again", Array(0..<(isFull ? 200 : 8))) { round, database in
        var verdict = Verdict()
        let proxy = try Proxy(to: database.server.port)
        defer { proxy.stop() }
        let cuts = Task {
          for _ in 0..<6 {
            try await Task.sleep(for: .milliseconds(.random(in: 20...200)))
            proxy.cut()
            proxy.resume()
          }
        }
        var last: TestHost?
        let failures = try await TestHost.untilDone(database, attempts: 40) {
          let host = try TestHost(database, port: proxy.port, sleep: round % 2 * 10, pause: round % 3 * 10)
          last = host
          return host
        }
        try await cuts.value
        verdict.require(failures != nil, "no host was ever done: \(last?.text ?? "")")
        verdict.isHit = failures != 0
        try await verdict.requireCompletion(of: database)
        return verdict
      }
    }
  }
}
