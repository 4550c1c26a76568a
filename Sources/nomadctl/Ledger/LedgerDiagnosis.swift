#if Nomadctl
  import Nomad
  import NomadExamination
  import NomadCheck
  import NomadGenCore

  /// The diagnosis of a ledger, as `nomadctl ledger doctor` prints it.
  struct LedgerDiagnosis {
    private let checkup: LedgerCheckup
    private let examination: LedgerExamination
    private let file: String

    init(of examination: LedgerExamination, file: String) {
      self.examination = examination
      self.file = file
      checkup = LedgerCheckup(of: examination)
    }

    /// Whether no run can use the ledger.
    var hasErrors: Bool { checkup.hasErrors }

    /// The findings, one or two lines each.
    var findings: String { checkup.findings.map { $0.text(file: file.printable) }.joined() }

    /// The consequences of the findings, and the advice.
    var conclusion: String {
      guard let problem = examination.problem else {
        return hasErrors ? say(["the ledger itself is undamaged"]) : say([health])
      }
      if let remedy = examination.remedy { return say([remedy]) }
      if case .newer = problem { return say(["no tribe runs: use a newer version of the app"]) }
      if examination.isTable {
        return say([
          "no tribe runs: plan() and migrate() throw an error with the code ledger-damaged",
          "put a good copy of the database in its place, or correct the table nomad_ledger with sqlite3",
        ])
      }
      let prognosis = LedgerPrognosis(of: examination)
      let option = prognosis.isNothingLeft ? "--repair --begin-anew" : "--repair"
      var lines = ["no tribe runs: plan() and migrate() throw an error with the code ledger-damaged"]
      lines += prognosis.lines
      if case .unusable = examination.lock { lines.append("no repair can take its lock: fix that first") }
      let command = "nomadctl ledger doctor \(option) \(file.printable)"
      return say(lines + ["if you have a good copy, put it in its place; otherwise run: \(command)"])
    }

    /// Returns the outcome of a repair, or of its preview, as text.
    func text(of outcome: LedgerTreatment.Outcome) -> String {
      say(outcome.lines + (outcome.isRepaired ? LedgerPrognosis(of: examination).consequences : []))
    }

    private func say(_ lines: [String]) -> String { lines.map { "\(file.printable): \($0)\n" }.joined() }

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

    func json(_ outcome: LedgerTreatment.Outcome?) -> String {
      var fields: [(String, JSON)] = [
        ("version", .number(1)), ("file", .string(file)), ("healthy", .boolean(!hasErrors)),
        ("sealed", .boolean(examination.seal != nil)), ("records", .number(examination.history.records.count)),
        ("findings", .array(checkup.findings.map(\.json))),
      ]
      switch examination.problem {
      case _ where examination.nature != .ledger: break
      case .damaged, .lost, .gone, .moved: fields.append(("afterRepair", LedgerPrognosis(of: examination).json))
      case .newer, nil: break
      }
      if let outcome { fields.append(("repair", outcome.json)) }
      return JSON.object(fields).printed()
    }
  }
#endif
