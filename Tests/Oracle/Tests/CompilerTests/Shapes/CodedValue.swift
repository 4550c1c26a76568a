import Foundation

/// A coded value, for comparison.
///
/// The order of an array does not count, because a set has none; a missing value and a null are the same.
indirect enum CodedValue: Hashable {
  case null
  case text(String)
  case number(Double)
  case boolean(Bool)
  case other(String)
  case array([CodedValue: Int])
  case dictionary([String: CodedValue])

  /// Reads what the program wrote as JSON or as a property list.
  static func read(_ data: Data, _ id: String) throws -> CodedValue {
    CodedValue(
      id.hasSuffix("true")
        ? try JSONSerialization.jsonObject(with: data, options: .fragmentsAllowed)
        : try PropertyListSerialization.propertyList(from: data, format: nil)
    )
  }

  private init(_ value: Any) {
    switch value {
    case is NSNull: self = .null
    case "$null" as String: self = .null
    case let text as String: self = .text(text)
    case let elements as [Any]: self = .array(Dictionary(elements.map { (CodedValue($0), 1) }, uniquingKeysWith: +))
    case let values as [String: Any]: self = .dictionary(values.mapValues(CodedValue.init).filter { $1 != .null })
    case let number as NSNumber: self = .init(number)
    default: self = .other("\(value)")
    }
  }

  private init(_ number: NSNumber) {
    // A large integer is not the same as the nearest floating-point number.
    let integer = number.stringValue
    if String(cString: number.objCType) == "c" {
      self = .boolean(number.boolValue)
    } else if Double(integer) == number.doubleValue, integer.count > 15, !integer.contains(".") {
      self = .other(integer)
    } else {
      self = .number(number.doubleValue)
    }
  }
}
