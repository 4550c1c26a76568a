extension NomadError {
  static func tribeFailed(_ tribe: TribeRegistry.Entry, _ error: any Error) -> NomadError {
    NomadError(
      .tribeFailed,
      "\(tribe) failed: \(error).",
      advice: "What ran before it is recorded. The next run starts with this tribe.",
      underlying: error
    )
  }

  static func cancelled(before tribe: TribeRegistry.Entry) -> NomadError {
    NomadError(
      .cancelled,
      "The run was cancelled before \(tribe).",
      advice: "What ran before it is recorded. The next run starts with this tribe.",
      underlying: CancellationError()
    )
  }

  static func cancelled(in tribe: TribeRegistry.Entry, _ error: CancellationError) -> NomadError {
    NomadError(
      .cancelled,
      "The run was cancelled in \(tribe).",
      advice: "What ran before it is recorded. The next run starts with this tribe.",
      underlying: error
    )
  }

  static func reentrant(_ ledger: String) -> NomadError {
    NomadError(
      .reentrant,
      "A tribe started a run on \(ledger), the ledger of the run that it is a part of.",
      advice: "A tribe must not migrate its own ledger: give the inner migrator a ledger of its own."
    )
  }

  /// The error for a tribe that ran and could not be recorded.
  static func unrecorded(_ tribe: TribeRegistry.Entry, _ error: any Error) -> NomadError {
    let cause = error as? NomadError
    return NomadError(
      cause?.code ?? .ledgerWriteFailed,
      "\(tribe) ran and could not be recorded: \(cause?.message ?? "\(error).")",
      advice: "It will run again. \(cause?.advice ?? "Make the ledger writable.")",
      underlying: cause?.underlying ?? error
    )
  }

  /// The error for a ledger that could not be read.
  static func unreadable(_ ledger: String, _ error: any Error) -> NomadError {
    if let error = error as? NomadError { return error }
    return NomadError(
      .ledgerUnreadable,
      "The ledger \(ledger) could not be read: \(error).",
      advice: "Nothing was run, as this need not be a fresh install. Try again when the ledger can be read.",
      underlying: error
    )
  }

  /// The error for whatever stopped a run.
  static func stopped(_ ledger: String, _ error: any Error) -> NomadError {
    guard let cancellation = error as? CancellationError else { return .unreadable(ledger, error) }
    return NomadError(
      .cancelled,
      "The run was cancelled while it waited for another run on \(ledger).",
      advice: "Nothing was run. Start it again when there is time for it.",
      underlying: cancellation
    )
  }
}
