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
    let reason = number == 0 ? "" : ": \(text)"
    return call + reason + (place.map { " (\($0))" } ?? "")
  }
}
