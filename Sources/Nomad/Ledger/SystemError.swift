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
struct SystemError: Error, Hashable {
  /// What was attempted, such as `open`.
  let call: String
  /// The `errno`.
  let number: Int32

  /// Whether there is nothing at the path (`ENOENT`); no other error says that.
  var isNothingThere: Bool { number == ENOENT }
  var isAlreadyThere: Bool { number == EEXIST }
  /// Whether this user may not do that (`EACCES`, `EPERM`), or nobody (`EROFS`).
  var isForbidden: Bool { number == EACCES || number == EPERM || number == EROFS }
  /// Whether the file system cannot do that (`EINVAL`, `ENOTSUP`).
  var isUnsupported: Bool { number == EINVAL || number == ENOTSUP }
  /// Whether a signal came before anything was done (`EINTR`).
  var isInterrupted: Bool { number == EINTR }
}

extension SystemError: CustomStringConvertible {
  /// The call and the system's words for the error, such as `open: Permission denied`.
  var description: String {
    number == 0 ? call : "\(call): \(strerror(number).map { String(cString: $0) } ?? "error \(number)")"
  }
}
