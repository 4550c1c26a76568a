// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

/// A value that becomes available later, or an error.
public final class Promise<T>: Thenable, CatchMixin {
  private let box: Box<Result<T>>

  init(_ box: Box<Result<T>>) {
    self.box = box
  }

  public init(error: Error) {
    box = Box(.rejected(error))
  }

  public init<U: Thenable>(_ bridge: U) where U.T == T {
    box = Box()
    bridge.pipe(to: box.seal)
  }

  public init(resolver body: (Resolver<T>) throws -> Void) {
    box = Box()
    let resolver = Resolver(box)
    do { try body(resolver) } catch { resolver.reject(error) }
  }

  public static func value(_ value: T) -> Promise<T> { Promise(Box(.fulfilled(value))) }

  public class func pending() -> (promise: Promise<T>, resolver: Resolver<T>) {
    let box = Box<Result<T>>()
    return (Promise(box), Resolver(box))
  }

  public func pipe(to: @escaping (Result<T>) -> Void) { box.whenSealed(to) }

  public var result: Result<T>? { box.current }
}

extension Promise where T == Void {
  public convenience init() {
    self.init(Box(.fulfilled(())))
  }
}
