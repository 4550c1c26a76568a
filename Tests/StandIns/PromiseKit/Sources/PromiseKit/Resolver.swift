// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation, AlwaysUseLowerCamelCase

/// Resolves a promise.
public final class Resolver<T> {
  let box: Box<Result<T>>

  init(_ box: Box<Result<T>>) {
    self.box = box
  }

  public func fulfill(_ value: T) { box.seal(.fulfilled(value)) }

  public func reject(_ error: Error) { box.seal(.rejected(error)) }

  public func resolve(_ result: Result<T>) { box.seal(result) }

  public func resolve(_ value: T?, _ error: Error?) {
    if let error = error {
      reject(error)
    } else if let value = value {
      fulfill(value)
    } else {
      reject(PMKError.invalidCallingConvention)
    }
  }
}

extension Resolver where T == Void {
  public func resolve(_ error: Error?) {
    if let error = error { reject(error) } else { fulfill(()) }
  }

  public func fulfill_() { fulfill(()) }
}
