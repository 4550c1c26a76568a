#if Nomadctl
  import ArgumentParser
  import NomadCheck
  import NomadGenCore
  import NomadTargets

  /// The command `nomadctl lock`, which records shipped tribes in the release lock.
  struct LockCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "lock",
      abstract: "Record a release in Tribes.lock, or accept findings of 'nomadctl check'.",
      discussion: """
        Tribes.lock has a line for each tribe that has shipped: its target, its first release, and a checksum of \
        its source. It also has a line for each stored type and each release in which its shape changed. Run this \
        command for each release, and commit the file:

          nomadctl lock --release 2.4.0

        It adds the new tribes and shapes, and leaves the lines of the others unchanged. It refuses while the check finds \
        an error, and while a part of a tribe is not written yet. Accept an intended change of a tribe or a stored type, with a reason that the line records for reviewers:

          nomadctl lock --accept App.SplitNotes --reason "a typo in a log message"

        A type is stored if it conforms to Stored. List a type of a module that does not import Nomad:

          nomadctl lock --stored Model.Note
        """
    )

    @Option(
      help: ArgumentHelp("The app version that ships; the command adds its tribes and shapes.", valueName: "version")
    )
    var release: String?

    @Option(
      help: ArgumentHelp(
        "A tribe or a type, such as Note or App.Note, whose findings to accept; repeat the option for each.",
        valueName: "name"
      )
    )
    var accept: [String] = []

    @Option(
      help: ArgumentHelp(
        "The reason for accepting the findings: what happens to the affected users.",
        valueName: "text"
      )
    )
    var reason: String?

    @Option(
      help: ArgumentHelp(
        "A type, such as Note or Model.Note, that is stored and does not conform to Stored; repeat the option for each.",
        valueName: "type"
      )
    )
    var stored: [String] = []

    @OptionGroup
    var sources: SourceOptions

    func validate() throws {
      if release == nil, accept.isEmpty, stored.isEmpty {
        throw ValidationError(
          "Give --release VERSION to lock new tribes, --accept NAME to accept findings, or --stored TYPE to list a type."
        )
      }
      if accept.isEmpty != (reason == nil) { throw ValidationError("--accept and --reason go together.") }
      if reason?.allSatisfy(\.isWhitespace) == true { throw ValidationError("--reason must not be empty.") }
      guard let release else { return }
      do { _ = try TribeVersion(app: release) } catch { throw ValidationError("--release: \(error)") }
    }

    func run() throws {
      let file = try ReleaseLockFile()
      var lock = file.lock
      try refuse(if: lock.readingFindings)
      let packages = Packages()
      let selection = try sources.selection(in: packages)
      if let module = selection.unbuilt {
        throw Failure(
          "other plugins of \(module) have not generated their files yet, so a tribe may be missing here; "
            + "\(ReleaseLock.fileName) was not changed; run 'swift build' first"
        )
      }
      try refuse(parts: selection.parts)
      let named = selection.modules.flatMap { module in stored.map { "\(module.name).\($0)" } }
      let listed = lock.typeNames.union(stored + named)
      let package = try Check.check(selection: selection, isForLock: true, stored: listed, in: packages)
      Console.error.write(ReportFormat.text.report(package))
      if package.hasErrors { try refuse() }
      if let release, package.modules.flatMap(\.findings).contains(where: { $0.code == .unwrittenTribe }) {
        Console.error.write("nomadctl: error: a part of a tribe is not written yet, so \(release) cannot ship\n")
        try refuse()
      }
      if let folder = selection.undescribed {
        throw Failure(
          "SwiftPM does not describe the package in '\(folder)', so a target and its tribes may be missing here; "
            + "\(ReleaseLock.fileName) was not changed"
        )
      }
      let census = TribeCensus(of: package, isComplete: selection.isComplete)
      var changes: [ReleaseLock.Change] = []
      for name in stored {
        let name = try ShortName.meaning(of: name, among: census.types.map(\.qualifiedName)) ?? name
        changes += [try lock.list(name, in: census)].compactMap(\.self)
      }
      let version = try release.map(TribeVersion.init(app:))
      let listings = changes.count
      let accepted = try lock.accept(accept, because: reason ?? "", in: census, for: version)
      changes += accepted.changes
      let findings = lock.findings(in: census, for: version)
      if release != nil { try refuse(if: findings) }
      changes += try lock.update(to: census, release: release)
      changes += try lock.updateShapes(to: census, release: release)
      try refuseOlderShapes(version, in: lock, after: file.lock)
      if let release, let change = try lock.record(release) { changes.append(change) }
      // Doubts about a type are findings as soon as the lock knows the type.
      let doubts = lock.findings(in: census).filter { $0.code == .unreadShape && !findings.contains($0) }
      if release != nil { Console.error.write(ReportFormat.text.report(with: doubts)) }
      try file.replace(with: lock)
      Console.output.write(
        text(
          changes,
          covering: Dictionary(uniqueKeysWithValues: accepted.covered.map { ($0 + listings, $1) }),
          left: findings.count { $0.severity == .error },
          isNew: file.isNew
        )
      )
      if file.isNew { Console.output.write(ReleaseLockFile.mergeHint) }
      if let note = try note(on: changes, after: file.lock) { Console.error.note(note) }
    }

    /// Refuses modules that may have more files elsewhere.
    ///
    /// Their unseen tribes would appear to be gone or new.
    private func refuse(parts: Set<String>) throws(Failure) {
      guard let part = parts.sorted().first else { return }
      throw Failure(
        "the paths cover only a part of module \(part), but a lock covers whole modules; name the modules' folders, or "
          + "no path for all of Sources, or use --module if these are all files of a module"
      )
    }

    /// Refuses shapes of a release that is older than the newest one: the sources have those of a newer release.
    private func refuseOlderShapes(_ version: TribeVersion?, in lock: ReleaseLock, after old: ReleaseLock) throws {
      guard let version, let release, let newest = old.newestRelease, version < (try TribeVersion(app: newest)),
        lock.shapes.contains(where: { $0.release?.version == version && !old.shapes.contains($0) })
      else { return }
      throw Failure(
        "\(release) is below \(newest), which is already in \(ReleaseLock.fileName), and the sources have other shapes than "
          + "the release before \(release); lock it in the sources of \(release), and merge the files"
      )
    }

    /// Returns a note if the release deserves a second look.
    private func note(on changes: [ReleaseLock.Change], after lock: ReleaseLock) throws -> String? {
      guard let release, let newest = lock.newestRelease, changes.contains(where: \.isOfRelease) else { return nil }
      let (version, last) = (try TribeVersion(app: release), try TribeVersion(app: newest))
      if version < last {
        return
          "\(release) is below \(newest), which is already in \(ReleaseLock.fileName); that is right only for a release "
          + "of an older line"
      }
      return version == last
        ? "\(ReleaseLock.fileName) already had tribes of \(newest); if users have that release, these belong to a later one"
        : nil
    }

    /// Prints findings.
    ///
    /// Throws if one of them is an error, so that the lock is not written.
    private func refuse(if findings: [Finding]) throws {
      guard !findings.isEmpty else { return }
      Console.error.write(ReportFormat.text.report(with: findings))
      if findings.hasErrors { try refuse() }
    }

    /// Ends the command, because a finding is an error.
    private func refuse() throws {
      Console.error.write("nomadctl: error: \(ReleaseLock.fileName) was not changed\n")
      throw ExitCode.failure
    }

    private func text(
      _ changes: [ReleaseLock.Change],
      covering covered: [Int: [Finding]],
      left: Int,
      isNew: Bool
    ) -> String {
      if changes.isEmpty, isNew { return "\(ReleaseLock.fileName) is new and empty: the sources have no tribes yet\n" }
      guard !changes.isEmpty else { return "\(ReleaseLock.fileName) is up to date\n" }
      let lines = changes.enumerated().map { index, change in
        switch change {
        case .locked(let line, let waits):
          "locked    \(line.printable)\(waits ? "\n          (it waits for its version in apps that set currentVersion)" : "")"
        case .updated(let line, let was): "updated   \(line.printable)\n  it was  \(was.printable)"
        case .accepted(let line):
          (["accepted  \(line.printable)"] + covered[index, default: []].map { "  covers  \($0.message.printable)" })
            .joined(separator: "\n")
        case .released(let line): "recorded  \(line.printable)"
        case .dropped(let line): "dropped   \(line.printable)\n          (nothing needs it any more)"
        }
      }
      let rest = left == 0 ? [] : ["\(left) finding\(left == 1 ? " is" : "s are") left: see 'nomadctl check'"]
      return (lines + rest).joined(separator: "\n") + "\n"
    }
  }

  extension ReleaseLock.Change {
    /// Whether the change locks a tribe, which means that it ships with a release.
    fileprivate var isOfRelease: Bool {
      if case .locked = self { true } else { false }
    }
  }
#endif
