import NomadGenCore
package import NomadSources
import NomadTargets

/// A change of the release lock that a user asks for: a release, types that are stored, findings to accept.
package struct LockUpdate {
  /// The version of the app that ships; nil to lock no new tribes and shapes.
  package var release: String?

  /// The types that are stored and do not conform to `Stored`.
  package var stored: [String] = []

  /// The findings to accept.
  package var acceptances: [ReleaseLock.Acceptance] = []

  package init() {}

  /// The result of an update, as text for the user.
  package struct Outcome {
    /// The findings, for standard error.
    package fileprivate(set) var findings = ""

    /// Why the lock was not changed; nil if it is as the user asked.
    package fileprivate(set) var refusal: String?

    /// The changes made, for standard output.
    package fileprivate(set) var changes = ""

    /// A remark about the release, for standard error.
    package fileprivate(set) var note: String?

    fileprivate func refused(_ reason: String? = nil) -> Self {
      var outcome = self
      outcome.refusal = (reason.map { $0 + "; " } ?? "") + "\(ReleaseLock.fileName) was not changed"
      return outcome
    }

    /// Adds findings, and returns whether one of them is an error.
    fileprivate mutating func add(_ found: [Finding]) -> Bool {
      findings += ReportFormat.text.report(with: found)
      return found.hasErrors
    }
  }

  /// Checks modules, and updates the release lock in the current folder.
  ///
  /// - Parameter selection: The modules.
  /// - Returns: What the user reads.
  /// - Throws: ``Failure`` if something cannot be read or written, or if the modules are not all that a lock needs.
  package func run(on selection: Selection) throws(Failure) -> Outcome {
    let version = try Failure.typed { try release.map(TribeVersion.init(app:)) }
    let file = try ReleaseLockFile()
    var (lock, outcome) = (file.lock, Outcome())
    if outcome.add(lock.readingFindings) { return outcome.refused() }
    try checkCompleteness(of: selection)
    let named = selection.modules.flatMap { module in stored.map { "\(module.name).\($0)" } }
    let package = try Check.check(
      selection: selection,
      isForLock: true,
      stored: lock.typeNames.union(stored + named)
    )
    outcome.findings += ReportFormat.text.report(package)
    if package.hasErrors { return outcome.refused() }
    if let release, package.modules.flatMap(\.findings).contains(where: { $0.code == .unwrittenTribe }) {
      return outcome.refused("a part of a tribe is not written yet, so \(release) cannot ship")
    }
    if let folder = selection.undescribed {
      return outcome.refused(
        "SwiftPM does not describe the package in '\(folder)', so a target and its tribes may be missing here"
      )
    }
    let census = TribeCensus(of: package)
    var changes: [ReleaseLock.Change] = []
    for name in stored {
      let name = try ShortName.meaning(of: name, among: census.types.map(\.qualifiedName)) ?? name
      changes += [try lock.list(name, in: census)].compactMap(\.self)
    }
    // An acceptance has the name that the type has in the sources.
    changes += lock.moveShapes(to: census)
    changes += try lock.accept(acceptances, in: census, for: version)
    let judgement = ShapeJudgement(lock, census, for: version)
    let findings = lock.findings(in: census, for: version, judgement)
    if release != nil, outcome.add(findings) { return outcome.refused() }
    changes += try Failure.typed { try lock.update(to: census, release: release) }
    changes += try Failure.typed { try lock.updateShapes(to: census, release: release, settling: judgement.accepted) }
    let newest = file.lock.knownReleases.last
    try refuseOlderShapes(version, newest, in: lock, after: file.lock)
    if let release, let change = try Failure.typed({ try lock.record(release) }) { changes.append(change) }
    // Doubts about a type are findings as soon as the lock knows the type.
    let doubts = lock.findings(in: census).filter { $0.code == .unreadShape && !findings.contains($0) }
    if release != nil { _ = outcome.add(doubts) }
    try file.replace(with: lock)
    outcome.changes = Self.text(changes, left: findings.count { $0.severity == .error }, isNew: file.isNew)
    if changes.contains(where: \.isOfRelease) { outcome.note = note(version, newest) }
    return outcome
  }

  /// Refuses modules that may have more files elsewhere.
  ///
  /// Their unseen tribes would appear to be gone or new.
  private func checkCompleteness(of selection: Selection) throws(Failure) {
    if let module = selection.unbuilt {
      throw Failure(
        "other plugins of \(module) have not generated their files yet, so a tribe may be missing here; "
          + "\(ReleaseLock.fileName) was not changed; run 'swift build' first"
      )
    }
    guard let part = selection.parts.sorted().first else { return }
    throw Failure(
      "the paths cover only a part of module \(part), but a lock covers whole modules; name the modules' folders, or "
        + "no path for all of Sources, or use --module if these are all files of a module"
    )
  }

  private typealias Release = ReleaseLock.ShapeLine.Release

  /// Refuses shapes of a release that is older than the newest one: the sources have those of a newer release.
  private func refuseOlderShapes(
    _ version: TribeVersion?,
    _ newest: Release?,
    in lock: ReleaseLock,
    after old: ReleaseLock
  ) throws(Failure) {
    guard let version, let release, let newest, version < newest.version,
      lock.shapes.contains(where: { $0.release.version == version && !old.shapes.contains($0) })
    else { return }
    throw Failure(
      "\(release) is below \(newest.text), which is already in \(ReleaseLock.fileName), and the sources have other shapes than "
        + "the release before \(release); lock it in the sources of \(release), and merge the files"
    )
  }

  /// Returns a note if the release deserves a second look.
  private func note(_ version: TribeVersion?, _ newest: Release?) -> String? {
    guard let version, let release, let newest else { return nil }
    if version < newest.version {
      return
        "\(release) is below \(newest.text), which is already in \(ReleaseLock.fileName); that is right only for a release "
        + "of an older line"
    }
    return version == newest.version
      ? "\(ReleaseLock.fileName) already had tribes of \(newest.text); if users have that release, these belong to a later one"
      : nil
  }

  private static func text(_ changes: [ReleaseLock.Change], left: Int, isNew: Bool) -> String {
    let advice = isNew ? ReleaseLockFile.advice : ""
    if changes.isEmpty, isNew {
      return "\(ReleaseLock.fileName) is new and empty: the sources have no tribes yet\n" + advice
    }
    guard !changes.isEmpty else { return "\(ReleaseLock.fileName) is up to date\n" }
    let lines = changes.map { change in
      switch change {
      case .locked(let line, let waits):
        "locked    \(line.printable)\(waits ? "\n          (it waits for its version in apps that set currentVersion)" : "")"
      case .updated(let line, let was): "updated   \(line.printable)\n  it was  \(was.printable)"
      case .accepted(let line, let covered):
        (["accepted  \(line.printable)"] + covered.map { "  covers  \($0.message.printable)" })
          .joined(separator: "\n")
      case .released(let line): "recorded  \(line.printable)"
      case .dropped(let line): "dropped   \(line.printable)\n          (nothing needs it any more)"
      }
    }
    let rest =
      left == 0 ? [] : ["\(left) finding\(left == 1 ? " is" : "s are") left: see 'swift run nomad-gen --check'"]
    return (lines + rest).joined(separator: "\n") + "\n" + advice
  }
}

extension ReleaseLock.Change {
  /// Whether the change locks a tribe, which means that it ships with a release.
  fileprivate var isOfRelease: Bool {
    if case .locked = self { true } else { false }
  }
}
