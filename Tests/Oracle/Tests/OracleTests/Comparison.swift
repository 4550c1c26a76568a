import SwiftParser
import SwiftSyntax

/// The scanner's and SwiftParser's views of one source.
struct Comparison {
  /// The differences of the scanner's view, one line each; empty if both agree.
  let differences: [String]
  /// The number of declarations that SwiftParser sees.
  let declarations: Int
  /// The number of stored properties, cases and coding methods that SwiftParser sees.
  let members: Int
  /// For each of some protocols, the number of types and extensions that declare a conformance to it.
  let conformers: [String: Int]

  /// The protocols whose conformers are compared: protocols that many types conform to.
  static let protocols = [
    "Error", "Sendable", "Codable", "Sequence", "View", "Hashable", "Equatable", "CustomStringConvertible",
  ]

  /// Compares the two views; nil if SwiftParser finds an error, or should have found one, because neither view is right
  /// then.
  init?(_ source: [UInt8]) {
    let tree = source.withUnsafeBufferPointer { Parser.parse(source: $0) }
    guard let expected = SourceView(tree) else { return nil }
    let scanned = source.withUnsafeBufferPointer(SourceView.init(scanning:))
    var differences = expected.differences(from: scanned)
    var conformers: [String: Int] = [:]
    for name in Self.protocols {
      let places = expected.conformers(to: name)
      let isKnown = expected.declarations.allSatisfy { $0.fields[3] != nil }
      if isKnown, places != scanned.conformers(to: name) { differences.append("conformers to \(name)") }
      conformers[name] = places.count
    }
    self.differences = differences
    self.conformers = conformers
    declarations = expected.declarations.count
    members = expected.declarations.reduce(0) { $0 + $1.members }
  }
}
