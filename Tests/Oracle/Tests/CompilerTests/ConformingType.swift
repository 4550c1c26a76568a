/// One element of the values that the compiler extracts with `-emit-const-values-path`.
struct ConformingType: Decodable {
  struct Conformance: Decodable {
    var protocolName: String
    var conformanceDefiningModule: String
  }

  var typeName: String
  var mangledTypeName: String

  /// The kind of the type, such as `struct` or `generic struct`.
  var kind: String
  var file: String?
  var line: Int?
  var allConformances: [Conformance]
}
