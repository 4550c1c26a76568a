#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Android)
  internal import Android
#endif

/// A system call that failed.
package struct SystemError: Error, Equatable {
  /// What was attempted, such as `open`.
  let call: String
  /// The `errno`.
  let number: Int32
  /// What it was attempted with, where that is not the ledger or its lock.
  var place: String?
  /// Whether the ledger is as it was before.
  var isBeforeChange = false

  /// Whether the ledger is as it was before and for want of room, so that something smaller can still be written.
  var isRefusal: Bool { isBeforeChange && (isWithoutRoom || self == .tooLarge) }

  /// Whether there is nothing at the path (`ENOENT`); no other error says that.
  var isNothingThere: Bool { number == ENOENT }
  var isAlreadyThere: Bool { number == EEXIST }
  /// Whether this user may not do that (`EACCES`, `EPERM`), or nobody (`EROFS`).
  var isForbidden: Bool { number == EACCES || number == EPERM || number == EROFS }
  /// Whether the file system cannot do that (`EINVAL`, `ENOTSUP`), or the system (`ENOSYS`), or a device (`ENOTTY`).
  var isUnsupported: Bool { [EINVAL, ENOTSUP, ENOSYS, ENOTTY].contains(number) }
  /// Whether a signal came before anything was done (`EINTR`).
  var isInterrupted: Bool { number == EINTR }
  /// Whether there is no room (`ENOSPC`, `EDQUOT`).
  var isWithoutRoom: Bool { number == ENOSPC || number == EDQUOT }
  /// Whether a symbolic link is in the file's place (`ELOOP`).
  var isLink: Bool { number == ELOOP }

  /// The same where the ledger has not been changed yet.
  var beforeChange: SystemError {
    var error = self
    error.isBeforeChange = true
    return error
  }

  /// The same with what it was attempted with.
  func at(_ place: String) -> SystemError {
    SystemError(call: call, number: number, place: place)
  }
}

extension SystemError: CustomStringConvertible {
  /// The call and the system's words for the error, such as `open: Permission denied`.
  package var description: String {
    if isLink { return "it is a symbolic link" }
    let reason = number == 0 ? "" : ": \(strerror(number).map { String(cString: $0) } ?? "error \(number)")"
    return call + reason + (place.map { " (\($0))" } ?? "")
  }
}
