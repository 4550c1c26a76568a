#if canImport(Darwin) && !os(macOS)
  internal import Dispatch
  internal import Foundation
#endif

/// The system service that grants a run time before it suspends the process; tests replace it.
package struct ActivitySystem: Sendable {
  /// Asks for time.
  ///
  /// It calls `expire` when the time is over; the process may be suspended once `expire` returns.
  ///
  /// Returns a closure that gives the time back; nil if the system grants none.
  package typealias Begin = @Sendable (_ expire: @escaping @Sendable () -> Void) async -> (@Sendable () -> Void)?

  /// The system that runs ask for time; tests set their own.
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
        // The call with `false` grants time, which lasts until that call returns. The call with `true` means expiry. It
        // comes on another thread, and is the only call if the system grants no time.
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
