// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

import Dispatch

/// A type whose value becomes available later.
public protocol Thenable: AnyObject {
  associatedtype T

  /// Passes on the result once there is one, on the thread that sets it.
  func pipe(to: @escaping (Result<T>) -> Void)

  /// The result; nil until there is one.
  var result: Result<T>? { get }
}

extension Thenable {
  public func then<U: Thenable>(
    on: DispatchQueue? = conf.Q.map,
    flags: DispatchWorkItemFlags? = nil,
    _ body: @escaping (T) throws -> U
  ) -> Promise<U.T> {
    chained(on, flags) { value, next in try body(value).pipe(to: next.seal) }
  }

  public func map<U>(
    on: DispatchQueue? = conf.Q.map,
    flags: DispatchWorkItemFlags? = nil,
    _ transform: @escaping (T) throws -> U
  ) -> Promise<U> {
    chained(on, flags) { value, next in next.seal(.fulfilled(try transform(value))) }
  }

  public func done(
    on: DispatchQueue? = conf.Q.return,
    flags: DispatchWorkItemFlags? = nil,
    _ body: @escaping (T) throws -> Void
  ) -> Promise<Void> {
    chained(on, flags) { value, next in next.seal(.fulfilled(try body(value))) }
  }

  public func tap(
    on: DispatchQueue? = conf.Q.map,
    flags: DispatchWorkItemFlags? = nil,
    _ body: @escaping (Result<T>) -> Void
  ) -> Promise<T> {
    let next = Box<Result<T>>()
    pipe { result in
      on.run(flags) {
        body(result)
        next.seal(result)
      }
    }
    return Promise(next)
  }

  public func asVoid() -> Promise<Void> { map(on: nil) { _ in } }

  private func chained<U>(
    _ queue: DispatchQueue?,
    _ flags: DispatchWorkItemFlags?,
    _ body: @escaping (T, Box<Result<U>>) throws -> Void
  ) -> Promise<U> {
    let next = Box<Result<U>>()
    pipe { result in
      switch result {
      case .rejected(let error): next.seal(.rejected(error))
      case .fulfilled(let value):
        queue.run(flags) {
          do { try body(value, next) } catch { next.seal(.rejected(error)) }
        }
      }
    }
    return Promise(next)
  }
}

extension Thenable {
  public var error: Error? {
    if case .some(.rejected(let error)) = result { return error }
    return nil
  }

  public var value: T? {
    if case .some(.fulfilled(let value)) = result { return value }
    return nil
  }

  public var isPending: Bool { result == nil }
  public var isResolved: Bool { !isPending }
  public var isFulfilled: Bool { value != nil }
  public var isRejected: Bool { error != nil }
}
