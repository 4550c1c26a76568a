/// What is known of the protocols that come with Swift, whose declarations no module shows.
package enum StandardProtocols {
  /// What each refines, or has every type that names it conform to.
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

  /// What an enumeration with raw values conforms to without a word.
  private static let rawValue = ["Hashable", "RawRepresentable"]

  /// What an enumeration may conform to without a word.
  static let ofEnumerations: Set<String> = ["BitwiseCopyable", "Equatable", "Hashable"]

  /// What any type may conform to without a word.
  static let silent: Set<String> = ["Actor", "BitwiseCopyable", "Hashable", "Sendable"]

  /// What gives a type neither a static text nor an `init()`.
  static let harmless: Set<String> = [
    "AnyObject", "CaseIterable", "Codable", "Comparable", "Copyable", "CustomDebugStringConvertible",
    "CustomStringConvertible", "Decodable", "Encodable", "Equatable", "Error", "Hashable", "Identifiable",
    "RawRepresentable", "Sendable", "SendableMetatype", "String", "Int",
  ]

  /// Whether all is known of a name.
  package static func isListed(_ name: String) -> Bool { implied[name] != nil }

  /// Some names and all that they imply.
  static func closure(of names: Set<String>) -> Set<String> { Set(names.closure { implied[$0] ?? [] }) }
}
