import Nomad
import Testing

@Suite("A damaged ledger of 4 KiB", .serialized)
struct DamageTests {
  @Test("With its lock file, a damaged ledger is refused unchanged or read completely, and no tribe runs again")
  func withLock() async throws {
    let ledger = try await DamagedLedger()
    var tally = Tally()
    for damage in Damage.all(of: ledger.bytes.count, isThorough: isThorough) {
      let damaged = damage.done(to: ledger.bytes)
      guard damaged != ledger.bytes else { continue }
      let outcome = try await ledger.outcome(of: damaged, withLock: true)
      var violations = outcome.ran.filter { $0 != ledger.pending }.map { "\($0) ran again" }
      switch outcome.code {
      case nil:
        if outcome.ran != [ledger.pending] { violations.append("it ran \(outcome.ran)") }
        if outcome.history != ledger.records { violations.append("another history") }
      case .ledgerDamaged?, .ledgerNewerFormat?:
        if !outcome.isUntouched { violations.append("it was refused, and changed") }
        if !outcome.ran.isEmpty { violations.append("it was refused, and \(outcome.ran) ran") }
        if outcome.history != nil { violations.append("it was refused, and read") }
      case let code?: violations.append("the error \(code)")
      }
      tally.count("\(damage)", hit: outcome.code != nil, violations)
    }
    tally.report("a ledger of \(ledger.bytes.count) bytes, damaged", hits: "refused")
    #expect(tally.hits > tally.cases * 9 / 10)
  }

  @Test("Without its lock file, a damaged ledger is refused, or only the last tribes with lost records run again")
  func withoutLock() async throws {
    let ledger = try await DamagedLedger()
    var tally = Tally()
    var reruns = 0
    for damage in Damage.all(of: ledger.bytes.count, isThorough: isThorough) {
      let damaged = damage.done(to: ledger.bytes)
      guard damaged != ledger.bytes else { continue }
      let outcome = try await ledger.outcome(of: damaged, withLock: false)
      let names = ledger.acknowledged + [ledger.pending]
      var violations: [String] = []
      switch outcome.code {
      case nil:
        reruns += outcome.ran.count - 1
        if outcome.ran != Array(names.suffix(outcome.ran.count)) { violations.append("it ran \(outcome.ran)") }
        let whole = ledger.recorded(in: damaged).filter(outcome.ran.contains)
        if !whole.isEmpty { violations.append("the records of \(whole) are whole, and they ran again") }
      case .ledgerDamaged?, .ledgerNewerFormat?:
        if !outcome.isUntouched { violations.append("it was refused, and changed") }
        if !outcome.ran.isEmpty { violations.append("it was refused, and \(outcome.ran) ran") }
      case let code?: violations.append("the error \(code)")
      }
      tally.count("\(damage)", hit: outcome.code != nil, violations)
    }
    tally.report("the same without its lock, \(reruns) tribes at its end ran again", hits: "refused")
    #expect(tally.hits > tally.cases / 2)
  }
}
