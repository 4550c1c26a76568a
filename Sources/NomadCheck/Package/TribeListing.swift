package import NomadGenCore
import NomadSources
import NomadSyntax

/// The code that lists the tribes of a module by hand, instead of a registry.
package struct TribeListing {
  /// Whether code may list tribes of the module without a name that certainly means them.
  package private(set) var mayListOthers = false
  /// Whether some code passes tribes to the library.
  package private(set) var isPassedOn = false

  private let module: String
  package let tribes: [Tribe]
  /// The qualified names of the tribes, by their last part.
  private let names: [String: Set<String>]
  private var named: Set<String> = []
  private let relevance: Relevance
  private static let calls = ["TribeRegistry", "TribeRegistryBuilder", "pack"]

  /// Creates the listing of a module without files.
  package init(of tribes: [Tribe], in module: String) {
    self.module = module
    self.tribes = tribes
    names = Dictionary(grouping: tribes.map(\.name)) { $0.split(separator: ".").last.map(String.init) ?? $0 }
      .mapValues(Set.init)
    relevance = Relevance(Self.calls + names.keys)
  }

  /// The tribes that no code names, in migration order.
  package var unnamed: [Tribe] { tribes.filter { !named.contains($0.name) } }

  /// Adds the code of a file.
  ///
  /// - Parameters:
  ///   - bytes: The file's text.
  ///   - module: The module of the file.
  ///   - own: The qualified names of the tribes of that module.
  package mutating func add(_ bytes: UnsafeBufferPointer<UInt8>, of module: String, declaring own: Set<String>) {
    guard relevance.isRelevant(bytes) else { return }
    let isOwn = module == self.module
    var cursor = TokenCursor(bytes)
    var paths: Set<[String]> = []
    var (isDeclaring, seesModule) = (false, isOwn)
    while cursor.peek().kind != .end {
      let before = cursor.last?.kind
      let token = cursor.advance()
      if token.is(.colon) || token.is(.leftBrace) { isDeclaring = false }
      guard token.isIdentifier, !isDeclaring else { continue }
      if token.is(keyword: .import) {
        seesModule = cursor.readImport() == self.module || seesModule
        continue
      }
      let start = cursor.name(of: token).text
      if ["struct", "class", "actor", "enum", "extension"].contains(start), before != .period, cursor.peek().isName {
        isDeclaring = true
        continue
      }
      let path = Self.path(from: start, &cursor)
      if let call = path.last, Self.calls.contains(call) {
        isPassedOn = isPassedOn || Self.mayPass(call, cursor)
        mayListOthers = mayListOthers || isOwn && Self.isCall(call, cursor, isAttribute: before == .at)
      } else if let last = path.last, names[last] != nil, before != .period {
        paths.insert(path)
      }
    }
    for path in paths { add(path, own: isOwn ? [] : own, seesModule: seesModule) }
  }

  /// Adds the tribe that a path of names means.
  private mutating func add(_ path: [String], own: Set<String>, seesModule: Bool) {
    let isQualified = path.count > 1 && path[0] == module
    let path = isQualified || path[0] == "Self" ? Array(path.dropFirst()) : path
    let name = path.joined(separator: ".")
    // A module's own type hides one of the same name that it imports.
    guard isQualified || !own.contains(name) else { return }
    let fitting = (names[path.last ?? ""] ?? []).filter { $0 == name || $0.hasSuffix(".\(name)") }
    if seesModule, let found = fitting.contains(name) ? name : fitting.count == 1 ? fitting.first : nil {
      named.insert(found)
    }
    // Inside of its parent, a type needs only its last name; and a third module can pass on what it imports.
    if fitting.count > 1 || !seesModule && !fitting.isEmpty { mayListOthers = true }
  }

  /// Returns the names up to one that is no member, without `self` and `init` at the end.
  private static func path(from start: String, _ cursor: inout TokenCursor) -> [String] {
    var path = [start]
    while true {
      var ahead = cursor
      guard ahead.consume(.period), ahead.peek().isIdentifier else { return path }
      let name = ahead.name(of: ahead.advance()).text
      cursor = ahead
      if ["self", "init"].contains(name) { return path }
      path.append(name)
    }
  }

  /// Whether a name may be a use of a list of tribes: a call with one, or the type of a variable.
  private static func mayPass(_ name: String, _ cursor: TokenCursor) -> Bool {
    var ahead = cursor
    guard ahead.consume(.leftParen) else { return name != "pack" }
    return !ahead.consume(text: "combining") && !ahead.consume(.rightParen)
  }

  /// Whether a name is that of a call with a list of tribes, rather than a type or a combination of registries.
  private static func isCall(_ name: String, _ cursor: TokenCursor, isAttribute: Bool) -> Bool {
    if name == "TribeRegistryBuilder" { return isAttribute }
    var ahead = cursor
    guard ahead.consume(.leftParen) else { return false }
    if name == "pack" { return ahead.consume(text: "with") && ahead.consume(.colon) && ahead.consume(.leftSquare) }
    return !ahead.consume(text: "combining") && !ahead.consume(.rightParen)
  }
}
