#if Nomadctl
  import ArgumentParser
  import Foundation
  import NomadCheck
  import NomadGenCore
  import NomadSources

  /// The `Tribes.lock` in the current folder, which is there or is yet to be.
  struct LockFile {
    let lock: TribeLock

    /// Whether there is none yet.
    let isNew: Bool

    /// Reads it, if it is there.
    ///
    /// - Throws: ``Failure`` if it cannot be read, or if the package has one in another folder.
    init() throws(Failure) {
      let lock = try TribeLock.inCurrentFolder()
      if lock == nil, let folder = TribeLock.folder(around: ".") {
        throw Failure("\(TribeLock.fileName) is in '\(folder)', and not here; run this there")
      }
      self.lock = lock ?? TribeLock()
      isNew = lock == nil
    }

    /// What it says, for a command that only asks; nil if there is none.
    ///
    /// - Throws: ``Failure`` if it cannot be read; `ExitCode` if it is damaged, after that was printed.
    static func soundLock() throws -> TribeLock? {
      guard let lock = try TribeLock.inCurrentFolder() else { return nil }
      guard lock.damages.isEmpty else {
        Console.error.write(ReportFormat.text.report(with: lock.damages))
        throw ExitCode.failure
      }
      return lock
    }

    /// Replaces it as a whole, unless it says the same already.
    func replace(with lock: TribeLock) throws(Failure) {
      // A link stays one, and what it leads to is replaced.
      let url = URL(fileURLWithPath: TribeLock.fileName).resolvingSymlinksInPath()
      do {
        if !isNew, lock.isSame(as: String(decoding: try Data(contentsOf: url), as: UTF8.self)) { return }
        try Data(lock.text.utf8).write(to: url, options: .atomic)
      } catch {
        throw Failure("cannot write '\(TribeLock.fileName)': \(error.localizedDescription)")
      }
    }

    /// What lets branches merge that lock tribes side by side.
    static var mergeHint: String {
      let name = TribeLock.fileName
      let attributes = (try? String(contentsOfFile: ".gitattributes", encoding: .utf8)) ?? ""
      guard !attributes.contains(name) else { return "" }
      return "Commit it; with a line '\(name) merge=union' in .gitattributes, branches merge that both lock tribes.\n"
    }
  }
#endif
