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
  /// The failed call, such as `open`.
  package let call: String
  /// The `errno`.
  package let number: Int32
  /// The object of the call, if it is not the ledger or its lock.
  package var place: String?
  /// Whether the ledger was not changed.
  package var isBeforeChange = false

  package init(call: String, number: Int32, place: String? = nil) {
    (self.call, self.number, self.place) = (call, number, place)
  }

  /// Whether the call failed for lack of room before the ledger was changed, so that something smaller can still be
  /// written.
  package var isRefusal: Bool { isBeforeChange && (isWithoutRoom || self == .tooLarge) }

  /// Whether there is nothing at the path (`ENOENT`).
  ///
  /// No other error means this.
  package var isNothingThere: Bool { number == ENOENT }
  package var isAlreadyThere: Bool { number == EEXIST }
  /// Whether a name or a path is too long (`ENAMETOOLONG`).
  package var isTooLongName: Bool { number == ENAMETOOLONG }
  /// Whether this user may not do this (`EACCES`, `EPERM`), or no user may (`EROFS`).
  package var isForbidden: Bool { number == EACCES || number == EPERM || number == EROFS }
  /// Whether the file system (`EINVAL`, `ENOTSUP`), the system (`ENOSYS`) or a device (`ENOTTY`) does not support this.
  package var isUnsupported: Bool { [EINVAL, ENOTSUP, ENOSYS, ENOTTY].contains(number) }
  /// Whether a signal interrupted the call before it did anything (`EINTR`).
  package var isInterrupted: Bool { number == EINTR }
  /// Whether there is no room (`ENOSPC`, `EDQUOT`).
  package var isWithoutRoom: Bool { number == ENOSPC || number == EDQUOT }
  /// Whether there is a symbolic link at the path (`ELOOP`).
  package var isLink: Bool { number == ELOOP }

  /// The same error, for a ledger that was not changed.
  package var beforeChange: SystemError {
    var error = self
    error.isBeforeChange = true
    return error
  }

  /// Returns the same error with the object of the call.
  package func at(_ place: String) -> SystemError {
    SystemError(call: call, number: number, place: place)
  }
}

extension SystemError: CustomStringConvertible {
  /// The call and the system's description of the error, such as `open: Permission denied`.
  package var description: String {
    if isLink { return "it is a symbolic link" }
    // Android's declaration has no optional result.
    let text: UnsafeMutablePointer<CChar>? = strerror(number)
    let reason = number == 0 ? "" : ": \(text.map { String(cString: $0) } ?? "error \(number)")"
    return call + reason + (place.map { " (\($0))" } ?? "")
  }
}
