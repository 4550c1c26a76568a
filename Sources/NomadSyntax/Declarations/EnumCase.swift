/// A case of an enum.
package struct EnumCase {
  /// An associated value of a case.
  package struct Parameter {
    /// The label, without backticks; nil if there is none, or if it is `_`.
    package var label: String?
    package var type: TypeText
  }

  /// The name, without backticks.
  package let name: String

  /// The location of the name.
  package let location: Location

  /// The associated values.
  package var parameters: [Parameter] = []

  /// The raw value's literal as it is written, with its sign; nil if none is written.
  package var rawValue: String?

  package var conditions: [Condition] = []
}
