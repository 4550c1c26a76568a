import NomadGenCore
package import NomadSources
import NomadTargets

/// A name that a user gives to a type or a tribe, with its module or without.
package enum ShortName {
  /// Returns the name with its module that a name means; nil if it means none.
  ///
  /// The full name comes before the name without the module, and that before the last part of it.
  ///
  /// - Throws: ``Failure`` if it can mean several.
  package static func meaning(of name: String, among names: some Sequence<String>) throws(Failure) -> String? {
    let text = name.replacing("`", with: "")
    let all = Set(names).sorted(by: ByteOrder.precedes)
    let rules: [(String) -> Bool] = [
      { $0 == text }, { $0.drop { $0 != "." }.dropFirst() == text }, { $0.hasSuffix(".\(text)") },
    ]
    let found = rules.lazy.map { all.filter($0) }.first { !$0.isEmpty } ?? []
    guard found.count < 2 else {
      throw Failure("'\(name)' can mean several; give one of \(found.joined(separator: ", "))")
    }
    return found.first
  }
}
