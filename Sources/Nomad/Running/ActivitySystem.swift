#if canImport(Darwin) && !os(macOS)
  internal import Darwin
  internal import Dispatch
  internal import Foundation
#endif

/// The part of the system that suspends processes: the seam between it and a run.
package struct ActivitySystem: Sendable {
  /// Asks for time; `expire` is called when it is over, and the process may be suspended once that returns.
  ///
  /// Returns a closure that gives the time back; nil if there is none.
  package typealias Begin = @Sendable (_ expire: @escaping @Sendable () -> Void) async -> (@Sendable () -> Void)?

  /// The system that runs ask; tests have their own.
  @TaskLocal package static var current = Self.own

  let begin: Begin

  package init(_ begin: @escaping Begin) {
    self.begin = begin
  }

  #if canImport(Darwin) && !os(macOS)
    private static let own = Self { expire -> (@Sendable () -> Void)? in
      let end = DispatchSemaphore(value: 0)
      let isGranted = await withCheckedContinuation { continuation in
        let answer = Locked<CheckedContinuation<Bool, Never>?>(continuation)
        // The time lasts until the block returns that was called without expiry; the other call comes on another thread,
        // also alone if there is no time to be had.
        ProcessInfo.processInfo.performExpiringActivity(withReason: "Migrating data") { isExpired in
          if isExpired { expire() }
          let waiting = answer.exchange(nil)
          waiting?.resume(returning: !isExpired)
          if !isExpired, waiting != nil { end.wait() }
        }
      }
      guard isGranted else { return nil }
      return { end.signal() }
    }
  #else
    private static let own = Self { _ in {} }
  #endif
}
