extension NomadError {
  /// The error for a run that was cancelled before a tribe or in it.
  static func cancelled(
    _ moment: String,
    _ tribe: TribeRegistry.Entry,
    _ error: CancellationError = CancellationError()
  ) -> NomadError {
    NomadError(
      .cancelled,
      "The run was cancelled \(moment) \(tribe).",
      advice: tribe.continuation + ".",
      underlying: error
    )
  }

  static func stopped(by reason: RunLimit.Reason, before tribe: TribeRegistry.Entry) -> NomadError {
    NomadError(
      reason.code,
      "\(reason.event) before \(tribe).",
      advice: "\(tribe.continuation).\(reason.advice)"
    )
  }

  static func stopped(by reason: RunLimit.Reason, in tribe: TribeRegistry.Entry, _ error: any Error) -> NomadError {
    NomadError(
      reason.code,
      "\(reason.event) in \(tribe), and the tribe stopped at a checkpoint.",
      advice: "\(tribe.continuation), which has its checkpoints.\(reason.advice)",
      underlying: error
    )
  }

  /// The error for a run that had to stop before it got access to its ledger.
  package static func stopped(by reason: RunLimit.Reason, waitingFor ledger: String) -> NomadError {
    switch reason {
    case .deadline:
      NomadError(
        reason.code,
        "\(reason.event) while the run waited for another one on \(ledger).",
        advice: "Nothing was run. Start it again when there is time for it."
      )
    case .suspension:
      NomadError(
        reason.code,
        "\(reason.event) when the run needed the lock of \(ledger).",
        advice: "Nothing was written. Run again when the app is active."
      )
    }
  }

  /// The error for a run that was suspended, and then found that another run had used the ledger.
  static func overtaken(_ ledger: String) -> NomadError {
    NomadError(
      .suspended,
      "The system suspended the process during the run, and another run has used the ledger \(ledger) since.",
      advice: "This run wrote nothing after that. Run again, with a plan that takes account of the other run."
    )
  }

  /// The error for an access to migrated data that lost its lock to a suspension.
  static func suspended(accessing ledger: String, _ error: (any Error)?) -> NomadError {
    NomadError(
      .suspended,
      "The system suspended the process during an access to the data of \(ledger).",
      advice: "A migration may have run meanwhile, and replaced what the access wrote. Repeat the access.",
      underlying: error
    )
  }

  /// The error for a run that was cancelled while it waited for another one.
  package static func cancelled(waitingFor ledger: String) -> NomadError {
    NomadError(
      .cancelled,
      "The run was cancelled while it waited for another run on \(ledger).",
      advice: "Nothing was run. Start it again when there is time for it.",
      underlying: CancellationError()
    )
  }
}

extension RunLimit.Reason {
  fileprivate var code: NomadError.Code {
    switch self {
    case .deadline: .deadlinePassed
    case .suspension: .suspended
    }
  }

  fileprivate var event: String {
    switch self {
    case .deadline: "The deadline passed"
    case .suspension: "The system was about to suspend the process"
    }
  }

  fileprivate var advice: String {
    switch self {
    case .deadline: ""
    case .suspension: " Run again when the app is active."
    }
  }
}
