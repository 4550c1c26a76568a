extension FileLedger {
  /// Moves all records to another ledger, such as one in a database, and keeps the file beside its place.
  ///
  /// ```swift
  /// let ledger = GRDBLedger(dbPool)
  /// try await FileLedger.standard(named: "com.example.notes").move(to: ledger)
  /// try await Nomad(.generated, ledger: ledger).migrate()
  /// ```
  ///
  /// Call it at each start, before ``Nomad/migrate(until:observing:isolation:)``. If the process is killed meanwhile, or
  /// power is lost, the next call finishes what this one began. Once it is done, there is nothing more to do.
  ///
  /// The file is then called `NAME.moved`. An older version of the app, which still looks for the file, does not take its
  /// absence for a fresh install: it throws an error with the code `ledgerDamaged`, and runs nothing.
  ///
  /// - Parameter ledger: The other ledger. It has to be empty, or to hold what an interrupted call has moved.
  /// - Returns: How many records were moved; 0 if there was nothing to move.
  /// - Throws: ``NomadError`` if this ledger cannot be read, locked or renamed, or with the code `ledgerNotEmpty` if the
  ///   other one has other records; what the other one throws; `CancellationError` if the task is cancelled while it
  ///   waits for a run.
  @discardableResult
  public func move(to ledger: some Ledger) async throws -> Int {
    let file = try file
    let moved = file.path + ".moved"
    // Without the lock, which would have to be made: mostly nothing is left to do.
    if try file.isMissing(keptAt: moved) { return 0 }
    let lock = try await hold(file)
    defer {
      if case .success(let ledger) = lock.ledger { files.close(ledger) }
      files.close(lock.descriptor)
    }
    // Another process may have moved it meanwhile.
    if try file.isMissing(keptAt: moved) { return 0 }
    guard let contents = try file.read(acknowledged: lock.acknowledged) else { return 0 }
    let source = file.path
    try await HeldLock.hold(lock.name) {
      try await ledger.withExclusiveAccess { session in
        let known = Set(try await session.history().records)
        if known.isEmpty {
          try await session.append(contents.records)
        } else if !known.isSuperset(of: contents.records) {
          throw NomadError.notEmpty(ledger.identity, source)
        }
        try await session.secure()
      }
    }
    do throws(SystemError) {
      // Before the name goes: whoever looks for it has to know that there was a ledger.
      try lock.keep(acknowledged: contents.lastSequence)
      try files.rename(file.path, to: moved)
      try files.syncFolder(FilePath.folder(of: file.path))
    } catch {
      throw NomadError.writeFailed(file.path, error)
    }
    return contents.records.count
  }
}

extension LedgerFile {
  /// Whether there is no file, because none was ever made or because it was moved.
  fileprivate func isMissing(keptAt moved: String) throws(NomadError) -> Bool {
    do throws(SystemError) {
      guard try files.statusIfThere(at: path) == nil else { return false }
      if try files.statusIfThere(at: moved) != nil { return true }
    } catch {
      throw .unreadable(path, error)
    }
    let acknowledged = try readNote().acknowledged
    return acknowledged == 0
  }
}
