internal import NomadFiles

/// Makes everything durable that is written into some folders, with one call for each file system if possible.
///
/// A sync of each file would take most of the time for many small files.
struct TreeBarrier {
  private let files: any TreeOperations
  private var folders: [(path: String, device: UInt64, file: FileOperations.Descriptor, isWhole: Bool)] = []

  init(_ files: any TreeOperations) {
    self.files = files
  }

  /// The folders that are watched.
  var paths: [String] { folders.map(\.path) }

  /// Watches a folder, if it is not watched yet, before anything is written into it: a sync reports the errors since then.
  ///
  /// Returns whether the barrier also covers everything below the folder. Otherwise, each file must be synced in order.
  mutating func cover(_ path: String) throws -> Bool {
    if let known = folders.first(where: { $0.path == path }) { return known.isWhole }
    let file = try files.openRetrying(path, for: .syncingFolder)
    do {
      let device = try files.status(of: file).identity.device
      let isWhole = files.canSyncFileSystem(of: file)
      folders.append((path, device, file, isWhole))
      return isWhole
    } catch {
      files.close(file)
      throw error
    }
  }

  /// Makes the folders durable, and what is below them.
  func sync() throws {
    var synced: Set<UInt64> = []
    for folder in folders where folder.isWhole && synced.insert(folder.device).inserted {
      do throws(SystemError) { try files.syncFileSystem(of: folder.file) } catch { throw error.at(folder.path) }
    }
    for folder in folders where !folder.isWhole { try files.syncFolder(folder.path) }
  }

  func close() {
    for folder in folders { files.close(folder.file) }
  }
}
