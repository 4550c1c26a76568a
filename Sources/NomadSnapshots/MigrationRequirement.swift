public import Foundation
public import Nomad
internal import NomadFiles

/// A condition that must be met before tribes run, such as a device that was unlocked.
///
/// ```swift
/// func migrator() -> Nomad {
///   var migrator = Nomad(.generated)
///   migrator.requirements = [.protectedData, MigrationRequirement("a signed-in user") { Session.current != nil }]
///   return migrator
/// }
/// ```
///
/// A run with anything to run or mark checks its requirements first, before it records anything. If one is not met,
/// `migrate()` throws an error with the code `notReady`, which names what is missing. Then no tribe has run or been
/// marked, and no attempt is counted.
public struct MigrationRequirement: Sendable {
  /// The condition in words, for people, such as `protected data`.
  public let name: String

  /// Returns the condition that is not met; nil if it is met.
  let unmet: @Sendable () async throws -> String?

  /// The targets of the tribes to which the requirement applies; nil for all tribes.
  private var targets: [TribeTarget]?

  /// Creates a custom requirement.
  ///
  /// - Parameters:
  ///   - name: The condition in words, for people.
  ///   - check: Returns whether the condition is met. If it throws, the condition is not met, and the thrown error
  ///     becomes the underlying one.
  public init(_ name: String, check: @escaping @Sendable () async throws -> Bool) {
    self.init(name, unmet: { try await check() ? nil : name })
  }

  init(_ name: String, unmet: @escaping @Sendable () async throws -> String?) {
    (self.name, self.unmet) = (name, unmet)
  }

  /// The requirement that the device was unlocked since it started, so that files and `UserDefaults` can be read.
  ///
  /// It is always met where data has no such protection, as on Linux. A run that has not yet taken over the records of
  /// an earlier system checks this requirement even if you do not list it.
  public static let protectedData = Self("protected data", check: { ProtectedData.isAvailable })

  /// Requires free space for the data that the tribes write.
  ///
  /// - Parameters:
  ///   - bytes: The number of bytes that must be free for the user of the process.
  ///   - url: A file or a folder on the volume; it need not exist.
  /// - Returns: The requirement.
  public static func freeSpace(_ bytes: Int64, at url: URL) -> Self {
    Self("\(bytes) bytes of free space") {
      let paths = sequence(first: url.standardizedFileURL.path) { $0 == "/" ? nil : FilePath.folder(of: $0) }
      let path = paths.first(where: FileManager.default.fileExists) ?? "/"
      let free = try FileManager.default.attributesOfFileSystem(forPath: path)[.systemFreeSize] as? NSNumber
      guard let free = free?.int64Value, free < bytes else { return nil }
      return "\(bytes) bytes of free space; there are \(free)"
    }
  }

  /// Requires that a file or a folder can be read, if it exists.
  ///
  /// On a locked device, it may exist and be unreadable.
  ///
  /// - Parameter url: The file or the folder.
  /// - Returns: The requirement.
  public static func readable(_ url: URL) -> Self {
    Self("that \(url.path) can be read") {
      var isFolder: ObjCBool = false
      guard FileManager.default.fileExists(atPath: url.path, isDirectory: &isFolder) else { return nil }
      // access(2) does not tell whether a locked device protects the file.
      if isFolder.boolValue {
        _ = try FileManager.default.contentsOfDirectory(atPath: url.path)
      } else {
        let file = try FileHandle(forReadingFrom: url)
        defer { try? file.close() }
        _ = try file.read(upToCount: 1)
      }
      return nil
    }
  }

  /// Restricts the requirement to some tribes: a run checks it only if one of them is about to run.
  ///
  /// The run still checks it before its first tribe, so that it does not stop halfway.
  ///
  /// - Parameter targets: The targets of the tribes, such as `.literal("2.0.0")`.
  /// - Returns: The requirement for these tribes.
  public func before(_ targets: TribeTarget...) -> Self {
    var requirement = self
    requirement.targets = targets
    return requirement
  }

  /// Whether the requirement applies to any of these tribes.
  private func concerns(_ tribes: [TribeRegistry.Entry]) -> Bool {
    guard let targets else { return true }
    let orders = targets.map { try? $0.position() }
    // An illegal target matches no tribe. The requirement then applies to every run.
    return orders.contains(nil) || tribes.contains { orders.contains($0.position) }
  }
}

extension Nomad {
  /// The conditions that must be met before a tribe runs; none by default.
  public var requirements: [MigrationRequirement] {
    get { conditions.compactMap { $0 as? MigrationRequirement } }
    set { conditions = newValue }
  }
}

extension MigrationRequirement: Preparation {
  /// The name: two requirements with the same name count as the same.
  package var identity: AnyHashable { name }

  /// Throws an error if the requirement applies to the tribes of a plan and is not met.
  package func prepare(
    for plan: MigrationPlan,
    after history: LedgerHistory,
    in run: Run
  ) async throws(NomadError) {
    guard concerns(plan.pending) else { return }
    let missing: String?
    do { missing = try await unmet() } catch { throw .notReady(name, error) }
    if let missing { throw .notReady(missing, nil) }
  }
}
