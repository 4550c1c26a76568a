/// A difference between the shape that old data has and the one that the sources have now.
package struct ShapeDifference: Hashable, Sendable {
  /// A property that old data has and the sources no longer do.
  package struct Former: Hashable, Sendable {
    var name: String
    /// The key under which old data has it.
    var key: String
  }

  package var change: ShapeChange
  package var effect: CodedEffect
  /// The condition of the builds with such values; nil if it may be any.
  var condition: String?
  /// The new statement of an `init(from:)` that the difference is about, by its checksum; nil for any other difference.
  var statement: UInt64?
  /// The removed property of the same type that the member may be, under its new name; nil if there is none or several.
  var former: Former?

  init(_ change: ShapeChange, _ effect: CodedEffect) { (self.change, self.effect) = (change, effect) }

  /// Whether the new app reads all old data without an error, and reads what was meant.
  package var isReadable: Bool { effect.isReadable }

  /// The values that users have, after the type's name: "without 'dueDate'".
  package var values: String { change.values + (condition.map { " in builds with '\($0)'" } ?? "") }
}
