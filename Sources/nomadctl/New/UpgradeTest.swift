#if Nomadctl
  import Foundation
  import NomadCheck
  import NomadGenCore
  import NomadSources
  import NomadSyntax
  import NomadTargets

  /// The test of the upgrades from all releases, which a module has from its second tribe on.
  struct UpgradeTest {
    /// The releases from which users can come, the oldest first.
    private let releases: [String]

    /// The path and the text of the test that exists.
    private let existing: (path: String, text: String)?

    private let folder: String

    /// The path of a new test.
    var path: String { "\(folder)/UpgradeTests.swift" }

    /// Whether the test is to be written.
    var isMissing: Bool { existing == nil && !releases.isEmpty && !SourceTree.isFile(path) }

    /// The releases as literals.
    var list: String { releases.map(\.swiftLiteral).joined(separator: ", ") }

    /// The note that the existing test lacks the newest release; nil if it has it.
    var note: String? {
      guard let existing, let newest = releases.last, !existing.text.contains(newest.swiftLiteral),
        // A test that lists its fixtures names no release.
        releases.contains(where: { existing.text.contains($0.swiftLiteral) })
      else { return nil }
      return "\(existing.path) does not test the upgrade from \(newest): add that release, and its data"
    }

    /// Looks for the test and the releases.
    ///
    /// - Parameters:
    ///   - place: The location of the new tribe.
    ///   - tribes: All tribes, in migration order.
    ///   - lock: The release lock; nil if there is none.
    init(of place: NewPlace, tribes: [Tribe], lock: ReleaseLock?) {
      folder = place.testFolder
      let versions = tribes.compactMap { tribe -> String? in
        guard tribe.module == place.module, case .version = tribe.order else { return nil }
        return tribe.writtenTarget?.text
      }
      let locked = lock?.knownReleases.map(\.text) ?? []
      // Users of the release before the first tribe have no version that the sources name.
      releases = versions.isEmpty ? [] : locked.isEmpty ? ["0.0.0"] + versions : locked
      existing = (try? SourceTree.files(in: [folder]))?.lazy
        .compactMap { path in (try? String(contentsOfFile: path, encoding: .utf8)).map { (path, $0) } }
        .first { $0.1.contains("UpgradePaths(") }
    }
  }
#endif
