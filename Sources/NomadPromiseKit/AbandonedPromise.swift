#if PromiseKit
  /// The error of a tribe whose promise cannot be settled any more: nothing is left that could fulfil or reject it.
  ///
  /// A resolver that is dropped leaves such a promise. Keep it until the work is over.
  public struct AbandonedPromise: Error, CustomStringConvertible {
    init() {}

    /// What went wrong, in a sentence.
    public var description: String {
      "Its promise was dropped by all that could have fulfilled or rejected it, and would have been pending for ever."
    }
  }
#endif
