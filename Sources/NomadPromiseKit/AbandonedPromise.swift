#if PromiseKit
  /// The error of a tribe whose promise can no longer be settled, because nothing is left to fulfill or reject it.
  ///
  /// This happens if the promise's resolver is released too early. Keep the resolver until the work is done.
  public struct AbandonedPromise: Error, CustomStringConvertible {
    init() {}

    /// The description of the error, as a sentence.
    public var description: String {
      "The tribe's promise can never be settled, because its resolver was released."
    }
  }
#endif
