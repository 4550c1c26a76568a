/// The types of the standard library and of Foundation that properties of stored types commonly have.
enum WellKnownTypes {
  /// The types whose coding is known.
  static let names: Set<String> = [
    "AttributedString", "Bool", "CGAffineTransform", "CGFloat", "CGPoint", "CGRect", "CGSize", "CGVector", "Calendar",
    "CharacterSet", "Data", "Date", "DateComponents", "DateInterval", "Decimal", "Double", "Duration", "Float",
    "Float16", "IndexPath", "IndexSet", "Int", "Int128", "Int16", "Int32", "Int64", "Int8", "Locale", "Never",
    "PersonNameComponents", "String", "TimeZone", "UInt", "UInt128", "UInt16", "UInt32", "UInt64", "UInt8", "URL",
    "URLComponents", "UUID", "Unit",
  ]

  /// The generic types whose coding is known, with the number of their arguments.
  static let generic: [String: Int] = [
    "Array": 1, "ArraySlice": 1, "ClosedRange": 1, "CollectionOfOne": 1, "ContiguousArray": 1, "Dictionary": 2,
    "Optional": 1, "PartialRangeFrom": 1, "PartialRangeThrough": 1, "PartialRangeUpTo": 1, "Range": 1, "Set": 1,
    "SIMD16": 1, "SIMD2": 1, "SIMD3": 1, "SIMD32": 1, "SIMD4": 1, "SIMD64": 1, "SIMD8": 1,
  ]

  /// The aliases, with the types that they stand for.
  static let aliases = [
    "CFAbsoluteTime": "Double", "CFTimeInterval": "Double", "Float32": "Float", "Float64": "Double",
    "TimeInterval": "Double",
  ]

  /// Whether code of a name changes how a type is coded.
  ///
  /// What most macros do is not known.
  static func mayRecode(_ code: String) -> Bool {
    !code.hasPrefix("@") || ["@Model", "@Observable", "@ObservableState", "@Perceptible"].contains(code)
  }

  /// The types of numbers with fractions, with the number of bits of the integers that each has exactly.
  static let floats = ["Float16": 11, "Float": 24, "Double": 53, "CGFloat": 53]

  /// The types of which no initializer may return nil, so that a call with arguments tells the type.
  static let infallible: Set<String> = [
    "Array", "CGFloat", "CGPoint", "CGRect", "CGSize", "Date", "DateInterval", "Dictionary", "IndexPath", "IndexSet",
    "Set",
  ]

  /// The static members of the types whose coding is known that are of the type itself.
  static let ownMembers: Set<String> = [
    "autoupdatingCurrent", "current", "distantFuture", "distantPast", "infinity", "max", "min", "now", "pi", "zero",
  ]

  /// The types of raw values as which an enum or a struct is coded; with any other, `RawRepresentable` does not matter.
  static let raw: Set<String> = [
    "Bool", "Double", "Float", "Int", "Int128", "Int16", "Int32", "Int64", "Int8", "String", "UInt", "UInt128",
    "UInt16", "UInt32", "UInt64", "UInt8",
  ]

  /// The types of raw values that an enum can have, and by which it is not coded.
  static let uncodedRaw: Set<String> = ["CGFloat", "Character", "Float16"]
}
