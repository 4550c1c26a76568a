// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation, AlwaysUseLowerCamelCase

import Dispatch

/// Where handlers run, and which errors they see, unless a call says otherwise.
public struct PMKConfiguration {
  /// The queues of those that make values, and of those that end a chain; nil for none.
  public var Q: (map: DispatchQueue?, return: DispatchQueue?) = (map: .main, return: .main)
  public var catchPolicy = CatchPolicy.allErrorsExceptCancellation
}

/// The configuration of all promises.
public var conf = PMKConfiguration()

extension Optional where Wrapped == DispatchQueue {
  /// Runs on the queue, or at once where there is none.
  func run(_ flags: DispatchWorkItemFlags?, _ body: @escaping () -> Void) {
    switch self {
    case .none: body()
    case .some(let queue): queue.async(execute: DispatchWorkItem(flags: flags ?? [], block: body))
    }
  }
}
