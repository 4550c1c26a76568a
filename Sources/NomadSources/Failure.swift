#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// An error that stops a tool: bad usage, or an input that cannot be read.
package struct Failure: Error, CustomStringConvertible {
  /// The message, in one line.
  package let message: String

  package init(_ message: String) {
    self.message = message
  }

  /// Creates the failure of a system call on a path, with the text for `errno`.
  package init(_ action: String, _ path: String) {
    message = "cannot \(action) '\(path)': \(String(cString: strerror(errno)))"
  }

  /// Runs a closure that throws nothing but failures, where the compiler cannot see that.
  ///
  /// - Parameter body: The closure.
  /// - Returns: The closure's result.
  /// - Throws: The failure that the closure throws.
  package static func typed<Result>(_ body: () throws -> Result) throws(Failure) -> Result {
    do { return try body() } catch let failure as Failure { throw failure } catch { throw Failure("\(error)") }
  }

  package var description: String { message }
}
