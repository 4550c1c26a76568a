/// The facts about the protocols that come with Swift, which no scanned module declares.
package enum StandardProtocols {
  /// The conformances that each name implies for the types and protocols that inherit it.
  private static let implied: [String: [String]] = [
    "Actor": ["Sendable"], "AnyObject": [], "BidirectionalCollection": ["Collection"], "CaseIterable": [],
    "Codable": ["Decodable", "Encodable"],
    "CodingKey": ["CustomDebugStringConvertible", "CustomStringConvertible", "Sendable"],
    "Collection": ["Sequence"], "Comparable": ["Equatable"], "Copyable": [], "CustomDebugStringConvertible": [],
    "CustomNSError": ["Error"], "CustomReflectable": [], "CustomStringConvertible": [], "Decodable": [],
    "Encodable": [], "Equatable": [], "Error": ["Sendable"], "Hashable": ["Equatable"], "Identifiable": [],
    "LocalizedError": ["Error"], "LosslessStringConvertible": ["CustomStringConvertible"],
    "MutableCollection": ["Collection"],
    "NSObject": ["CustomDebugStringConvertible", "CustomStringConvertible", "Hashable"],
    "OptionSet": ["RawRepresentable", "SetAlgebra"], "RandomAccessCollection": ["BidirectionalCollection"],
    "RangeReplaceableCollection": ["Collection"], "RawRepresentable": [], "Sendable": ["SendableMetatype"],
    "SendableMetatype": [], "Sequence": [], "SetAlgebra": ["Equatable", "ExpressibleByArrayLiteral"],
    "Strideable": ["Comparable"],
    // The types of raw values.
    "Character": rawValue, "Double": rawValue, "Float": rawValue, "Int": rawValue, "Int16": rawValue,
    "Int32": rawValue, "Int64": rawValue, "Int8": rawValue, "String": rawValue, "UInt": rawValue, "UInt16": rawValue,
    "UInt32": rawValue, "UInt64": rawValue, "UInt8": rawValue,
  ]

  /// The implicit conformances of an enumeration with raw values.
  private static let rawValue = ["Hashable", "RawRepresentable"]

  /// The conformances that an enumeration may have implicitly.
  static let ofEnumerations: Set<String> = ["BitwiseCopyable", "Equatable", "Hashable"]

  /// The conformances that any type may have implicitly.
  static let silent: Set<String> = ["Actor", "BitwiseCopyable", "Hashable", "Sendable"]

  /// The names that give a type neither a static string nor an `init()`.
  static let harmless: Set<String> = [
    "AnyObject", "CaseIterable", "Codable", "Comparable", "Copyable", "CustomDebugStringConvertible",
    "CustomStringConvertible", "Decodable", "Encodable", "Equatable", "Error", "Hashable", "Identifiable",
    "RawRepresentable", "Sendable", "SendableMetatype", "String", "Int",
  ]

  /// Returns whether all implied conformances of a name are known.
  package static func isListed(_ name: String) -> Bool { implied[name] != nil }

  /// Returns some names and everything that they imply.
  static func closure(of names: Set<String>) -> Set<String> { Set(names.closure { implied[$0] ?? [] }) }
}
