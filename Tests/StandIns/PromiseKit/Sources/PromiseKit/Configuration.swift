// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation, AlwaysUseLowerCamelCase

import Dispatch

/// The default queues of handlers, and the errors that they see.
public struct PMKConfiguration {
  /// The queue of handlers that return values, and the queue of those that end a chain; nil for none.
  public var Q: (map: DispatchQueue?, return: DispatchQueue?) = (map: .main, return: .main)
  public var catchPolicy = CatchPolicy.allErrorsExceptCancellation
}

/// The configuration of all promises.
public var conf = PMKConfiguration()

extension Optional where Wrapped == DispatchQueue {
  /// Runs a closure on the queue, or at once if there is none.
  func run(_ flags: DispatchWorkItemFlags?, _ body: @escaping () -> Void) {
    switch self {
    case .none: body()
    case .some(let queue): queue.async(execute: DispatchWorkItem(flags: flags ?? [], block: body))
    }
  }
}
