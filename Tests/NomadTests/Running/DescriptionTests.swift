import Foundation
import Testing

@testable import Nomad

@Suite("Plans, reports and events as text")
struct DescriptionTests {
  private struct Failure: Error, CustomStringConvertible {
    let description = "no room"
  }

  private func registry(_ module: String, _ targets: [TribeTarget]) throws -> TribeRegistry {
    let orders = try targets.map { try $0.position() }
    return TribeRegistry(_module: module) { tribes in
      for (target, order) in zip(targets, orders) { tribes.add("T", target: target, position: order) {} }
    }
  }

  @Test("The description of a plan says where the ledger is, and names modules only if there are several")
  func modules() async throws {
    let one = try registry("App", [.literal("1.0.0")])
    func lines(_ registry: TribeRegistry) async throws -> String {
      let ledger = InMemoryLedger()
      let lines = try await Nomad(registry, ledger: ledger).plan().description.split(separator: "\n")
      #expect(lines.first == "ledger: \(ledger.identity)")
      return lines.dropFirst().joined(separator: "\n")
    }
    #expect(try await lines(one) == #"→ T  .literal("1.0.0")  runs"#)
    let two = try TribeRegistry(combining: [one, registry("Kit", [.once("a")])])
    #expect(
      try await lines(two) == """
        → App.T  .literal("1.0.0")  runs
        → Kit.T  .once("a")         runs
        """
    )
  }

  @Test("The description of a report has a line for each tribe that ran, or says that none ran")
  func report() async throws {
    let migrator = Nomad(try registry("App", [.literal("1.0.0"), .literal("2.0.0")]), ledger: InMemoryLedger())
    let lines = try await migrator.migrate().description.split(separator: "\n")
    #expect(lines.count == 2)
    #expect(lines.last?.hasPrefix(#"T .literal("2.0.0") ran in "#) == true)
    #expect(try await migrator.migrate().description == "no tribe ran")
  }

  @Test("The description of an event is one line of text")
  func events() async throws {
    let trace = Trace()
    let registry = try TribeRegistry([.literal("1.0.0"), .literal("2.0.0")]) { name in
      if name == "2.0.0" { throw Failure() }
    }
    _ = try? await Nomad(registry, ledger: InMemoryLedger()).migrate { event in
      if case .finished = event { trace.note("finished") } else { trace.note(event.description) }
    }
    #expect(
      trace.all == [
        "planned: 2 to run, 0 to mark as done", #"1.0.0 .literal("1.0.0") begins (1 of 2)"#, "finished",
        #"2.0.0 .literal("2.0.0") begins (2 of 2)"#,
        #"2.0.0 .literal("2.0.0") failed: no room."#,
        #"stopped: 2.0.0 .literal("2.0.0") failed: no room."#,
      ]
    )
  }
}
