#if Nomadctl
  import Nomad
  import NomadExamination
  import NomadCheck
  import NomadGenCore

  /// The report on a ledger, as `nomadctl ledger doctor` prints it.
  struct LedgerDoctorReport {
    private let check: LedgerCheck
    private let examination: LedgerExamination
    private let file: String

    init(of examination: LedgerExamination, file: String) {
      self.examination = examination
      self.file = file
      check = LedgerCheck(of: examination)
    }

    /// Whether no run can use the ledger.
    var hasErrors: Bool { check.hasErrors }

    /// The findings, one or two lines each.
    var findings: String { check.findings.map { $0.text(file: file.printable) }.joined() }

    /// The consequences of the findings, and the advice.
    var conclusion: String {
      guard let problem = examination.problem else {
        return hasErrors ? prefixed(["the ledger itself is undamaged"]) : prefixed([health])
      }
      if let remedy = examination.remedy { return prefixed([remedy]) }
      if case .newer = problem { return prefixed(["no tribe runs: use a newer version of the app"]) }
      if examination.isTable {
        return prefixed([
          "no tribe runs: plan() and migrate() throw an error with the code ledger-damaged",
          "put a good copy of the database in its place, or correct the table nomad_ledger with sqlite3",
        ])
      }
      let effects = LedgerRepairEffects(of: examination)
      let option = effects.isNothingLeft ? "--repair --begin-anew" : "--repair"
      var lines = ["no tribe runs: plan() and migrate() throw an error with the code ledger-damaged"]
      lines += effects.lines
      if case .unusable = examination.lock { lines.append("no repair can take its lock: fix that first") }
      let command = "nomadctl ledger doctor \(option) \(file.printable)"
      return prefixed(lines + ["if you have a good copy, put it in its place; otherwise run: \(command)"])
    }

    /// Returns the outcome of a repair, or of its preview, as text.
    func text(of outcome: LedgerRepairer.Outcome) -> String {
      prefixed(outcome.lines + (outcome.isRepaired ? LedgerRepairEffects(of: examination).consequences : []))
    }

    private func prefixed(_ lines: [String]) -> String { lines.map { "\(file.printable): \($0)\n" }.joined() }

    /// A line that reports a healthy ledger.
    private var health: String {
      let history = examination.history
      let tribes = Set(history.records.map(\.key).filter(\.isOfTribe)).count
      var parts = ["healthy: \(history.records.count.counted("record")) of \(tribes.counted("tribe"))"]
      if !examination.isTable {
        parts.append(examination.seal == nil ? "not sealed (a run is writing it or was interrupted)" : "sealed")
      }
      if let newest = history.versions.max() { parts.append("newest version \(newest.text)") }
      return parts.joined(separator: ", ")
    }

    func json(_ outcome: LedgerRepairer.Outcome?) -> String {
      var fields: [(String, JSON)] = [
        ("version", .number(1)), ("file", .string(file)), ("healthy", .boolean(!hasErrors)),
        ("sealed", .boolean(examination.seal != nil)), ("records", .number(examination.history.records.count)),
        ("findings", .array(check.findings.map(\.json))),
      ]
      switch examination.problem {
      case _ where examination.fileKind != .ledger: break
      case .damaged, .lost, .gone, .moved: fields.append(("afterRepair", LedgerRepairEffects(of: examination).json))
      case .newer, nil: break
      }
      if let outcome { fields.append(("repair", outcome.json)) }
      return JSON.object(fields).printed()
    }
  }
#endif
