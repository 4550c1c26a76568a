#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Why a tool cannot do its work at all: bad usage, or an input that cannot be read.
package struct Failure: Error, CustomStringConvertible {
  /// One line.
  package let message: String

  package init(_ message: String) {
    self.message = message
  }

  /// The failure of a system call on a path, with what `errno` says.
  package init(_ action: String, _ path: String) {
    message = "cannot \(action) '\(path)': \(String(cString: strerror(errno)))"
  }

  /// Runs what throws nothing but failures, where the compiler cannot see that.
  ///
  /// - Parameter body: What to run.
  /// - Returns: What it returns.
  /// - Throws: The failure that it throws.
  package static func typed<Result>(_ body: () throws -> Result) throws(Failure) -> Result {
    do { return try body() } catch let failure as Failure { throw failure } catch { throw Failure("\(error)") }
  }

  package var description: String { message }
}
