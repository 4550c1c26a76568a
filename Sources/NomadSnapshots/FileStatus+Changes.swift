private import Foundation
internal import NomadFiles

extension FileStatus {
  /// The same status without the change time, which cloning the file may set.
  var withoutChange: FileStatus {
    var status = self
    status.changed = modified
    return status
  }

  /// Whether another change could leave the same times.
  ///
  /// Some file systems store times in units of two seconds.
  var isRecent: Bool { abs(Date().timeIntervalSince1970 - Double(changed.seconds)) < 3 }
}

extension FileStatus.Kind: Codable {}
