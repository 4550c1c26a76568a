public import Foundation

/// Something that has to hold before a tribe runs, such as enough free space.
///
/// ```swift
/// func migrator(_ store: URL) -> Nomad {
///   var migrator = Nomad(.generated)
///   migrator.requirements = [.freeSpace(200_000_000, at: store), .readable(store)]
///   return migrator
/// }
/// ```
///
/// A run checks them when a tribe is to run, before anything is recorded. If one does not hold, `migrate()` throws an
/// error with the code `notReady`, which says what is missing. Nothing ran then, nothing is marked, and it counts as no
/// attempt.
public struct MigrationRequirement: Sendable {
  /// What has to hold, for people, such as `200,000,000 bytes of free space`.
  public let name: String

  /// Says what is missing.
  package let lack: @Sendable () async throws -> String?

  /// The targets of the tribes that have the requirement; nil for all tribes.
  private var targets: [TribeTarget]?

  /// Makes a requirement of your own.
  ///
  /// - Parameters:
  ///   - name: What has to hold, for people.
  ///   - check: Says whether it holds. What it throws is said to be missing.
  public init(_ name: String, check: @escaping @Sendable () async throws -> Bool) {
    self.init(name, lack: { try await check() ? nil : name })
  }

  private init(_ name: String, lack: @escaping @Sendable () async throws -> String?) {
    (self.name, self.lack) = (name, lack)
  }
}

extension MigrationRequirement {
  /// Room for what the tribes write.
  ///
  /// - Parameters:
  ///   - bytes: How many bytes have to be free for the user of the process.
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

  /// A file or a folder that can be read, if it is there: on a locked device, it may be there and not be readable.
  ///
  /// - Parameter url: The file or the folder.
  /// - Returns: The requirement.
  public static func readable(_ url: URL) -> Self {
    Self("that \(url.path) can be read") {
      var isFolder: ObjCBool = false
      guard FileManager.default.fileExists(atPath: url.path, isDirectory: &isFolder) else { return nil }
      // access(2) says nothing about a locked device.
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

  /// That the device was unlocked since it started, so that files and `UserDefaults` can be read.
  ///
  /// It holds wherever data has no such protection, as on Linux. A run with a ``Predecessor`` that was not taken over yet
  /// requires it by itself.
  public static let protectedData = Self("protected data", check: { ProtectedData.isAvailable })
}

extension MigrationRequirement {
  /// Restricts the requirement to some tribes: it is checked only if one of them is to run.
  ///
  /// It is still checked before the first tribe of the run, so that the run does not stop halfway.
  ///
  /// - Parameter targets: The targets of the tribes, such as `.literal("2.0.0")`.
  /// - Returns: The requirement of these tribes.
  public func before(_ targets: TribeTarget...) -> Self {
    var requirement = self
    requirement.targets = targets
    return requirement
  }

  /// Whether it has to hold before these tribes run.
  fileprivate func concerns(_ tribes: [TribeRegistry.Entry]) -> Bool {
    guard let targets else { return true }
    let orders = targets.map { try? $0.order() }
    // An illegal target names no tribe: the requirement then concerns all of them.
    return orders.contains(nil) || tribes.contains { orders.contains($0.order) }
  }
}

extension [MigrationRequirement] {
  /// Checks those that concern some tribes, and throws for the first one that does not hold.
  func check(before tribes: [TribeRegistry.Entry]) async throws(NomadError) {
    for requirement in self where requirement.concerns(tribes) {
      do {
        guard let lack = try await requirement.lack() else { continue }
        throw NomadError.notReady(lack, nil)
      } catch let error as NomadError {
        throw error
      } catch {
        throw .notReady(requirement.name, error)
      }
    }
  }
}
