#if Nomadctl
  import ArgumentParser
  import NomadCheck

  extension ReleaseLockFile {
    /// Returns the lock, for a command that only reads it; nil if there is none.
    ///
    /// - Throws: ``Failure`` if the lock cannot be read; `ExitCode` if it is damaged, after printing the findings.
    static func soundLock() throws -> ReleaseLock? {
      guard let lock = try ReleaseLock.inCurrentFolder() else { return nil }
      guard lock.readingFindings.isEmpty else {
        Console.error.write(ReportFormat.text.report(with: lock.readingFindings))
        throw ExitCode.failure
      }
      return lock
    }
  }
#endif
