extension FileLedger {
  /// Moves all records to another ledger, such as one in a database, and keeps the file under another name.
  ///
  /// ```swift
  /// let ledger = GRDBLedger(dbPool)
  /// try await FileLedger.standard(named: "com.example.notes").move(to: ledger)
  /// try await Nomad(.generated, ledger: ledger).migrate()
  /// ```
  ///
  /// Call it at each start, before ``Nomad/migrate(until:observing:isolation:)``. If the process is killed meanwhile, or
  /// power is lost, the next call finishes the move. Later calls only make sure that the other ledger still has records.
  ///
  /// The file is then called `NAME.moved`. An older version of the app, which still looks for the file, does not take its
  /// absence for a fresh install: it throws an error with the code `ledgerDamaged`, and runs nothing.
  ///
  /// - Parameter ledger: The other ledger. It has to be empty, or to hold what an interrupted call has moved.
  /// - Returns: How many records were moved; 0 if there was nothing to move.
  /// - Throws: ``NomadError`` if this ledger cannot be read, locked or renamed; with the code `ledgerNotEmpty` if the
  ///   other one has other records; with the code `ledgerDamaged` if this one was moved, and the other one is empty; what
  ///   the other one throws; `CancellationError` if the task is cancelled while it waits for a run.
  @discardableResult
  public func move(to ledger: some Ledger) async throws -> Int {
    let file = try file
    // Without the lock, which would have to be made: mostly nothing is left to do.
    if try file.isMissing() { return try await confirmMove(of: file, to: ledger) }
    let lock = try await hold(file) { $0 }
    defer {
      if case .success(let ledger) = lock.ledger { files.close(ledger) }
      files.close(lock.descriptor)
    }
    // Another process may have moved it meanwhile.
    guard let contents = try file.isMissing() ? nil : file.read(acknowledged: lock.acknowledged) else {
      return try await confirmMove(of: file, to: ledger)
    }
    let source = file.path
    try await HeldLock.hold(lock.name) {
      try await ledger.withExclusiveAccess { session in
        let known = Set(try await session.history().records)
        if known.isEmpty {
          try await session.append(contents.records)
        } else if !known.isSuperset(of: Compaction.latest(of: contents.records)) {
          throw NomadError.notEmpty(ledger.identity, source)
        }
        try await session.secure()
      }
    }
    do throws(SystemError) {
      // First the note: without the file, it alone says that there was a ledger.
      try lock.keep(acknowledged: contents.lastSequence)
      try files.rename(file.path, to: file.movedPath)
      try files.syncFolder(FilePath.folder(of: file.path))
    } catch {
      throw NomadError.writeFailed(file.path, error)
    }
    return contents.records.count
  }

  /// Makes sure that a ledger whose file is not there was never used, or that its records are in the other one.
  private func confirmMove(of file: LedgerFile, to ledger: some Ledger) async throws -> Int {
    guard try file.wasUsed() else { return 0 }
    // The other ledger was replaced, such as by a backup. Its data is not that of a fresh install.
    if try await ledger.history().isEmpty { throw NomadError.movedAway(file.path, ledger.identity) }
    return 0
  }
}

extension LedgerFile {
  /// The name of the file when its records are in another ledger.
  fileprivate var movedPath: String { path + ".moved" }

  /// Whether the file does not exist.
  fileprivate func isMissing() throws(NomadError) -> Bool {
    do throws(SystemError) { return try files.statusIfThere(at: path) == nil } catch { throw .unreadable(path, error) }
  }

  /// Whether the file existed once, as the lock's file or a moved ledger shows.
  fileprivate func wasUsed() throws(NomadError) -> Bool {
    if try wasMoved() { return true }
    let lock = try readNote()
    return lock.note.acknowledged(by: lock.number, nil) > 0
  }

  /// Whether the file has the name that it gets when its records are in another ledger.
  func wasMoved() throws(NomadError) -> Bool {
    do throws(SystemError) {
      return try files.statusIfThere(at: movedPath) != nil
    } catch {
      throw .unreadable(path, error)
    }
  }
}
