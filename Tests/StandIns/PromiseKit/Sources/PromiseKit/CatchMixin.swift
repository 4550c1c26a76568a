// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

import Dispatch

/// A chain that can fail, and whose error can be caught.
public protocol CatchMixin: Thenable {}

extension CatchMixin {
  @discardableResult
  public func `catch`(
    on: DispatchQueue? = conf.Q.return,
    flags: DispatchWorkItemFlags? = nil,
    policy: CatchPolicy = conf.catchPolicy,
    _ body: @escaping (Error) -> Void
  ) -> PMKFinalizer {
    let finalizer = PMKFinalizer()
    pipe { result in
      guard case .rejected(let error) = result, policy == .allErrors || !error.isCancelled else {
        return finalizer.box.seal(())
      }
      on.run(flags) {
        body(error)
        finalizer.box.seal(())
      }
    }
    return finalizer
  }

  public func ensure(
    on: DispatchQueue? = conf.Q.return,
    flags: DispatchWorkItemFlags? = nil,
    _ body: @escaping () -> Void
  ) -> Promise<T> {
    tap(on: on, flags: flags) { _ in body() }
  }
}

/// The end of a chain.
public class PMKFinalizer {
  let box = Box<Void>()

  public func finally(
    on: DispatchQueue? = conf.Q.return,
    flags: DispatchWorkItemFlags? = nil,
    _ body: @escaping () -> Void
  ) {
    box.whenSealed { on.run(flags, body) }
  }
}
