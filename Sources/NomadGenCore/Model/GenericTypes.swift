/// The generic types of the standard library that code can extend; no scanned module declares them.
enum GenericTypes {
  private static let names: Set<String> = [
    "AnyCollection", "AnyIterator", "AnySequence", "Array", "ArraySlice", "AsyncStream", "AsyncThrowingStream",
    "CheckedContinuation", "ClosedRange", "CollectionOfOne", "ContiguousArray", "Dictionary", "EmptyCollection",
    "EnumeratedSequence", "InlineArray", "KeyPath", "LazySequence", "ManagedBuffer", "Optional",
    "PartialRangeFrom", "PartialRangeThrough", "PartialRangeUpTo", "Range", "ReferenceWritableKeyPath", "Repeated",
    "Result", "ReversedCollection", "Set", "Slice", "Task", "UnsafeBufferPointer", "UnsafeMutableBufferPointer",
    "UnsafeMutablePointer", "UnsafePointer", "WritableKeyPath", "Zip2Sequence",
  ]

  /// Returns whether a reference names one of these types or a type nested in one.
  static func contains(_ reference: TypeReference) -> Bool {
    let path = reference.components.map(\.text)
    guard let first = path.first else { return false }
    return names.contains(first == "Swift" && path.count > 1 ? path[1] : first)
  }
}
