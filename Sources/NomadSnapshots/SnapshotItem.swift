public import Foundation
internal import Nomad

/// A part of an app's data that snapshots include.
///
/// Two items are equal if they have the same kind and location.
public struct SnapshotItem: Hashable, Sendable {
  /// The way in which an item is copied.
  enum Kind: String, Codable, Sendable {
    case file, folder
    /// A database that creates its own copies.
    case database
    /// A symbolic link that leads to the data of another item.
    case link
  }

  /// The location of the data.
  public let url: URL

  let kind: Kind
  var database: Database? { functions.value }
  private let functions: Uncompared<Database?>

  /// The functions that copy a database while it may be open.
  struct Database: Sendable {
    let save: @Sendable (String) async throws -> Void
    let restore: @Sendable (String) async throws -> Void
  }

  private init(_ kind: Kind, _ url: URL, _ database: Database? = nil) {
    (self.kind, self.url, functions) = (kind, url, Uncompared(database))
  }

  /// A single file.
  ///
  /// An SQLite database is copied with its files `-wal` and `-journal`. It must be closed: the snapshot fails if this
  /// process has it open, or if another process uses it. For an open database, use `.database` of `NomadGRDB`.
  ///
  /// If there is a symbolic link at the URL, the snapshot includes the link and the file to which it leads.
  ///
  /// - Parameter url: The file. If it did not exist when the snapshot was taken, a restore removes the file that exists
  ///   then.
  /// - Returns: The item.
  public static func file(_ url: URL) -> Self { Self(.file, url) }

  /// A folder with its contents.
  ///
  /// SQLite databases in it are copied as with ``file(_:)``. Sockets, pipes and devices are left out. The folder must
  /// not contain the ledger or the snapshots. If there is a symbolic link at the URL, the snapshot includes the link
  /// and the folder to which it leads. Links in the folder are copied as links.
  ///
  /// - Parameter url: The folder. If it did not exist when the snapshot was taken, a restore removes the folder that
  ///   exists then.
  /// - Returns: The item.
  public static func folder(_ url: URL) -> Self { Self(.folder, url) }

  /// A database that may be open and that makes its own copies.
  ///
  /// - Parameters:
  ///   - url: The database file. If it did not exist when the snapshot was taken, a restore removes it as a file, and it
  ///     must be closed.
  ///   - save: Writes a copy of the database to a path.
  ///   - restore: Replaces the contents of the database by those of the copy at a path: atomically, and so that they
  ///     survive a loss of power when it returns.
  /// - Returns: The item.
  public static func database(
    at url: URL,
    saving save: @escaping @Sendable (_ path: String) async throws -> Void,
    restoring restore: @escaping @Sendable (_ path: String) async throws -> Void
  ) -> Self {
    Self(.database, url, Database(save: save, restore: restore))
  }
}

/// A value that does not distinguish the values that contain it.
struct Uncompared<Value: Sendable>: Hashable, Sendable {
  let value: Value

  init(_ value: Value) { self.value = value }

  static func == (one: Self, other: Self) -> Bool { true }

  func hash(into hasher: inout Hasher) {}
}
