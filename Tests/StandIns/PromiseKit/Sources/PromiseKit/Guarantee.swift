// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

import Dispatch

/// A value that becomes available later.
public final class Guarantee<T>: Thenable {
  private let box = Box<T>()

  public init(resolver body: (@escaping (T) -> Void) -> Void) {
    body(box.seal)
  }

  public func pipe(to: @escaping (Result<T>) -> Void) { box.whenSealed { to(.fulfilled($0)) } }

  public var result: Result<T>? { box.current.map(Result.fulfilled) }

  @discardableResult
  public func done(
    on: DispatchQueue? = conf.Q.return,
    flags: DispatchWorkItemFlags? = nil,
    _ body: @escaping (T) -> Void
  ) -> Guarantee<Void> {
    let (box, next) = (box, Box<Void>())
    return Guarantee<Void> { resolve in
      next.whenSealed(resolve)
      box.whenSealed { value in on.run(flags) { next.seal(body(value)) } }
    }
  }
}

/// Returns a guarantee that is fulfilled after some time.
public func after(_ interval: DispatchTimeInterval) -> Guarantee<Void> {
  Guarantee { resolve in
    DispatchQueue.global().asyncAfter(deadline: .now() + interval) { resolve(()) }
  }
}

/// Returns a guarantee that is fulfilled after some seconds.
public func after(seconds: Double) -> Guarantee<Void> {
  after(.nanoseconds(Int(seconds * 1_000_000_000)))
}
