/// One element of what the compiler extracts with `-emit-const-values-path`.
struct ConformingType: Decodable {
  struct Conformance: Decodable {
    var protocolName: String
    var conformanceDefiningModule: String
  }

  var typeName: String
  var mangledTypeName: String

  /// Such as `struct` or `generic struct`.
  var kind: String
  var file: String?
  var line: Int?
  var allConformances: [Conformance]
}
