public import Nomad
internal import NomadFiles

extension FileLedger {
  /// Moves all records to another ledger, such as one in a database, and renames the file.
  ///
  /// ```swift
  /// let ledger = GRDBLedger(dbPool)
  /// try await FileLedger.standard(named: "com.example.notes").move(to: ledger)
  /// try await Nomad(.generated, ledger: ledger).migrate()
  /// ```
  ///
  /// Call it at each start, before `migrate()`. If the process is killed or power is
  /// lost during the move, the next call finishes it. Later calls only check that the other ledger still has records.
  ///
  /// The file `NAME.ledger` is renamed to `NAME.ledger.moved`. An older version of the app, which still looks for the
  /// file, does not take its absence for a fresh install. It throws an error with the code `ledgerDamaged`, and runs
  /// nothing.
  ///
  /// - Parameter ledger: The other ledger. It must be empty or hold records that an interrupted call has moved.
  /// - Returns: The number of moved records; 0 if there was nothing to move.
  /// - Throws: ``NomadError`` if this ledger cannot be read, locked or renamed; with the code `ledgerNotEmpty` if the
  ///   other ledger has other records; with the code `ledgerDamaged` if this ledger was moved and the other one is
  ///   empty; the errors of the other ledger; `CancellationError` if the task is cancelled while it waits for a run.
  @discardableResult
  public func move(to ledger: some Ledger) async throws -> Int {
    let file = try file
    // Checked without the ledger lock, whose file would have to be created: usually nothing is left to do.
    if try file.isMissing() { return try await confirmMove(of: file, to: ledger) }
    let lock = try await lock(file)
    defer { lock.release() }
    // Another process may have moved the ledger meanwhile.
    guard let contents = try file.isMissing() ? nil : file.read(acknowledged: lock.acknowledged) else {
      return try await confirmMove(of: file, to: ledger)
    }
    // The folder of its snapshots stays where it is.
    try contents.history.checkRestored()
    let source = file.path
    try await ledger.withExclusiveAccess { session in
      let known = Set(try await session.history().records)
      if known.isEmpty {
        try await session.append(contents.records)
      } else if !known.isSuperset(of: LedgerHistory.Compaction.latest(of: contents.records)) {
        throw NomadError(
          .ledgerNotEmpty,
          "The ledger \(source) cannot be moved to \(ledger.identity), which has other records.",
          advice: "Nothing was changed. Find out which ledger is correct, then remove or rename the other one."
        )
      }
      try await session.secure()
    }
    do throws(SystemError) {
      // The note comes first: once the file is gone, only the note shows that there was a ledger.
      try lock.keep(acknowledged: contents.lastSequence)
      try files.rename(file.path, to: file.movedPath)
      try files.syncFolder(FilePath.folder(of: file.path))
    } catch {
      throw NomadError.writeFailed(file.path, error)
    }
    return contents.records.count
  }

  /// Checks that a ledger without a file was never used, or that its records are in the other ledger.
  private func confirmMove(of file: LedgerFile, to ledger: some Ledger) async throws -> Int {
    guard try file.wasUsed() else { return 0 }
    // The other ledger was replaced, for example by a backup. Its data is not that of a fresh install.
    if try await ledger.history().isEmpty {
      let path = file.path
      throw NomadError(
        .ledgerDamaged,
        "The ledger \(path) was moved or is missing, and \(ledger.identity) has no records.",
        advice: "Nothing was run. If this is a fresh install, remove \(path).moved and \(path).lock. If the data is "
          + "older, such as from a backup, rename \(path).moved to \(path) if that is its ledger."
      )
    }
    return 0
  }
}

extension LedgerFile {
  /// Whether the file does not exist.
  fileprivate func isMissing() throws(NomadError) -> Bool {
    do throws(SystemError) { return try files.statusIfThere(at: path) == nil } catch { throw .unreadable(path, error) }
  }

  /// Whether the file existed once, as shown by the ledger lock's file or by a moved ledger.
  fileprivate func wasUsed() throws(NomadError) -> Bool {
    if try wasMoved() { return true }
    let lock = try readNote()
    return lock.note.acknowledged(by: lock.number, nil) > 0
  }
}
