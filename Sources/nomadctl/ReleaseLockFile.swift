#if Nomadctl
  import ArgumentParser
  import Foundation
  import NomadCheck
  import NomadGenCore

  /// The release lock in the current folder, whether it exists or is yet to be created.
  struct ReleaseLockFile {
    let lock: ReleaseLock

    /// Whether the file does not exist yet.
    let isNew: Bool

    /// Reads the lock, if it exists.
    ///
    /// - Throws: ``Failure`` if the lock cannot be read, or if the package has one in another folder.
    init() throws(Failure) {
      let lock = try ReleaseLock.inCurrentFolder()
      if lock == nil, let elsewhere = Self.elsewhere { throw elsewhere }
      self.lock = lock ?? ReleaseLock()
      isNew = lock == nil
    }

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

    /// The failure of a command that needs the lock, if there is none.
    static var missing: Failure {
      elsewhere
        ?? Failure(
          "there is no \(ReleaseLock.fileName) here, so only the sources were checked; 'nomadctl lock --release VERSION' "
            + "writes it, and 'nomad-gen --check' needs none"
        )
    }

    /// The failure of a command that needs the shapes of a release, if there is no lock.
    static var withoutShapes: Failure {
      elsewhere
        ?? Failure(
          "there is no \(ReleaseLock.fileName) here, so no shape of a release is known; 'nomadctl lock --release VERSION' "
            + "records the shapes of stored types"
        )
    }

    /// The failure for a lock in another folder of the package; nil if there is none.
    private static var elsewhere: Failure? {
      ReleaseLock.folder(around: ".").map { folder in
        Failure("\(ReleaseLock.fileName) is in '\(folder)', not in the current folder; run the command there")
      }
    }

    /// Replaces the file as a whole, unless it has the same contents already.
    func replace(with lock: ReleaseLock) throws(Failure) {
      var isSame = false
      if !isNew {
        try FileReader().read(ReleaseLock.fileName) { isSame = lock.isSame(as: String(decoding: $0, as: UTF8.self)) }
      }
      if !isSame { try File.writeIfChanged(lock.text, to: ReleaseLock.fileName) }
    }

    /// Advice on merging branches that both lock tribes; empty if the advice is already followed.
    static var mergeHint: String {
      let name = ReleaseLock.fileName
      let attributes = (try? String(contentsOfFile: ".gitattributes", encoding: .utf8)) ?? ""
      guard !attributes.contains(name) else { return "" }
      return
        "Commit it. With the line '\(name) merge=union' in .gitattributes, branches that both lock tribes can merge.\n"
    }
  }
#endif
