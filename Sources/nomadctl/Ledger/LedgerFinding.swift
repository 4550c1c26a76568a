#if Nomadctl
  import NomadCheck
  import NomadGenCore

  /// A finding about a ledger: a state that a run does not produce.
  struct LedgerFinding {
    enum Severity: String {
      /// No run accepts the ledger as it is.
      case error
      /// Every run accepts the ledger; the remark is for information.
      case remark
    }

    /// The stable codes of the findings.
    enum Code: String, CaseIterable {
      case notALedger = "not-a-ledger"
      case changedEncoding = "changed-encoding"
      case changedNewlines = "changed-newlines"
      case damagedHeading = "damaged-heading"
      case newerFormat = "newer-format"
      case damagedLine = "damaged-line"
      case missingRecords = "missing-records"
      case misplacedRecord = "misplaced-record"
      case afterSeal = "behind-seal"
      case noRecord = "no-record"
      case cutShort = "cut-short"
      case gone = "gone"
      case unusableLock = "unusable-lock"
      case unusable = "unusable"
      case tornEnd = "torn-end"
      case wrongSeal = "wrong-seal"
      case contradiction = "contradiction"
      case clockSetBack = "clock-set-back"
      case held = "held"
      case noLock = "no-lock"
      case copied = "copied"
    }

    var severity = Severity.error
    let code: Code
    /// The line and the byte of the finding; nil if it is about the whole file.
    var place: (line: Int, offset: Int)?
    /// The fact.
    let message: String
    /// The consequence for the user.
    var meaning: String?
  }

  extension LedgerFinding {
    /// Returns the finding as compilers print one, with its consequence on a separate line.
    func text(file: String) -> String {
      let place = place.map { "\(file):\($0.line)" } ?? file
      let meaning = meaning.map { "\(place): note: \($0)\n" } ?? ""
      return "\(place): \(severity.rawValue): \(message) [\(code.rawValue)]\n\(meaning)"
    }

    var json: JSON {
      var fields: [(String, JSON)] = [("severity", .string(severity.rawValue)), ("code", .string(code.rawValue))]
      if let place { fields += [("line", .number(place.line)), ("offset", .number(place.offset))] }
      fields.append(("message", .string(message)))
      if let meaning { fields.append(("meaning", .string(meaning))) }
      return .object(fields)
    }
  }
#endif
