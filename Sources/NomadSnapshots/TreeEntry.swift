private import Foundation
internal import NomadFiles

/// The kind, size and times of a file, a folder or a link.
struct TreeEntry: Equatable, Sendable {
  enum Kind: String, Codable, Sendable {
    case file, folder, link
    /// A socket, a pipe or a device, which snapshots leave out.
    case other
  }

  /// A time, in seconds and nanoseconds.
  struct Time: Equatable, Sendable {
    let seconds: Int
    let nanoseconds: Int
  }

  let kind: Kind
  let size: Int
  let identity: FileIdentity
  /// The modification date, which programs can set.
  let modified: Time
  /// The time of the last change to the contents or the attributes, which the system sets.
  let changed: Time

  /// The same entry without its change time, which cloning the file may set.
  var withoutChange: TreeEntry {
    TreeEntry(kind: kind, size: size, identity: identity, modified: modified, changed: modified)
  }

  /// Whether another change could leave the same times.
  ///
  /// Some file systems store times in units of two seconds.
  var isRecent: Bool { abs(Date().timeIntervalSince1970 - Double(changed.seconds)) < 3 }
}
