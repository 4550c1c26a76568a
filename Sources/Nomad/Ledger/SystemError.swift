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
  package let call: String
  /// The `errno`.
  package let number: Int32
  /// What it was attempted with, where that is not the ledger or its lock.
  package var place: String?
  /// Whether the ledger is as it was before.
  package var isBeforeChange = false

  package init(call: String, number: Int32, place: String? = nil) {
    (self.call, self.number, self.place) = (call, number, place)
  }

  /// Whether the ledger is as it was before and for want of room, so that something smaller can still be written.
  package var isRefusal: Bool { isBeforeChange && (isWithoutRoom || self == .tooLarge) }

  /// Whether there is nothing at the path (`ENOENT`); no other error says that.
  package var isNothingThere: Bool { number == ENOENT }
  package var isAlreadyThere: Bool { number == EEXIST }
  /// Whether this user may not do that (`EACCES`, `EPERM`), or nobody (`EROFS`).
  package var isForbidden: Bool { number == EACCES || number == EPERM || number == EROFS }
  /// Whether the file system cannot do that (`EINVAL`, `ENOTSUP`), or the system (`ENOSYS`), or a device (`ENOTTY`).
  package var isUnsupported: Bool { [EINVAL, ENOTSUP, ENOSYS, ENOTTY].contains(number) }
  /// Whether a signal came before anything was done (`EINTR`).
  package var isInterrupted: Bool { number == EINTR }
  /// Whether there is no room (`ENOSPC`, `EDQUOT`).
  package var isWithoutRoom: Bool { number == ENOSPC || number == EDQUOT }
  /// Whether a symbolic link is in the file's place (`ELOOP`).
  package var isLink: Bool { number == ELOOP }

  /// The same where the ledger has not been changed yet.
  package var beforeChange: SystemError {
    var error = self
    error.isBeforeChange = true
    return error
  }

  /// The same with what it was attempted with.
  package func at(_ place: String) -> SystemError {
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
