#if Nomadctl
  import Foundation
  import Nomad
  import NomadRepair
  import NomadExamination
  import NomadCheck
  import NomadGenCore

  /// Repairs a ledger, or previews the repair.
  struct LedgerRepairer {
    let options: LedgerOptions
    /// Whether to begin with an empty ledger if no record can be kept.
    let beginsAnew: Bool

    /// The outcome of a repair, for people and for other programs.
    struct Outcome {
      let lines: [String]
      let json: JSON
      /// Whether the ledger is repaired by this, or would be in a preview.
      var isRepaired = true

      /// Returns the outcome of a repair that was refused.
      static func refused(_ lines: [String]) -> Outcome {
        Outcome(lines: lines, json: .object([("refused", .boolean(true))]), isRepaired: false)
      }
    }

    /// Repairs the ledger.
    ///
    /// - Parameter examination: The contents of the ledger's files.
    /// - Returns: The changes made.
    /// - Throws: ``Failure`` if the file is not a ledger, if another process holds it, if nothing can be kept, or if it
    ///   cannot be written. The ledger is then as damaged as before.
    func repair(_ examination: LedgerExamination) throws -> Outcome {
      if let refusal = examination.briefRefusal { throw Failure("not repaired: \(refusal)") }
      let (ledger, beginsAnew) = (options.ledger, beginsAnew)
      let repair: LedgerRepair?
      do {
        repair = try Blocking.run { try await ledger.repair(orBeginAnew: beginsAnew) }
      } catch let error as NomadError {
        throw Failure("not repaired: " + refusal(of: error))
      }
      guard let repair else {
        return Outcome(lines: ["no longer damaged: nothing was changed"], json: .object([]), isRepaired: false)
      }
      return outcome(
        kept: repair.kept,
        missing: repair.missing,
        copy: repair.damagedFile?.path,
        verbs: (
          "repaired: kept", "lost", "started with an empty ledger: every tribe counts as never run",
          "the damaged file is now"
        )
      )
    }

    /// Returns what ``repair(_:)`` would do now, without doing it.
    func preview(_ examination: LedgerExamination) -> Outcome {
      if let refusal = examination.briefRefusal {
        return .refused(["would not be repaired: \(refusal)"])
      }
      let effects = LedgerRepairEffects(of: examination)
      if case .newer? = examination.problem {
        return .refused(["would not be repaired: a newer version of Nomad wrote it"])
      }
      guard beginsAnew || !effects.isNothingLeft else {
        return .refused([
          "would not be repaired: no record can be read; --begin-anew starts with an empty ledger, and all tribes run again"
        ])
      }
      return outcome(
        kept: effects.kept,
        missing: effects.missing,
        copy: examination.size == nil ? nil : nextCopy,
        verbs: (
          "would keep", "would lose", "would start with an empty ledger: every tribe would count as never run",
          "would first copy it to"
        )
      )
    }

    private func outcome(
      kept: Int,
      missing: [ClosedRange<Int>],
      copy: String?,
      verbs: (kept: String, lost: String, empty: String, copy: String)
    ) -> Outcome {
      var lines = [kept > 0 ? "\(verbs.kept) \(kept.counted("record"))" : verbs.empty]
      if !missing.isEmpty { lines.append("\(verbs.lost) \(LedgerRepairEffects.text(missing))") }
      if let copy { lines.append("\(verbs.copy) \(copy.printable)") }
      var fields: [(String, JSON)] = [("kept", .number(kept)), ("missing", LedgerRepairEffects.json(missing))]
      if let copy { fields.append(("damagedFile", .string(copy))) }
      return Outcome(lines: lines, json: .object(fields))
    }

    /// The first unused name for a copy of the damaged file.
    private var nextCopy: String {
      let path = options.ledger.identity
      var number = 1
      while (try? FileManager.default.attributesOfItem(atPath: "\(path).damaged-\(number)")) != nil { number += 1 }
      return "\(path).damaged-\(number)"
    }

    private func refusal(of error: NomadError) -> String {
      switch error.code {
      case .ledgerBusy: "\(error.message) Close the app and try again."
      case .ledgerDamaged:
        "no record can be read; put a good copy in its place, or use --begin-anew, which runs all tribes again"
      default: error.message
      }
    }
  }
#endif
