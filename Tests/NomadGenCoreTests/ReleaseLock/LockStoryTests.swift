import NomadSyntax
import NomadTargets
import Testing
import ToolSupport

@testable import NomadCheck
@testable import NomadGenCore
@testable import NomadSyntax
@testable import nomadctl

/// Random stories of a package whose stored types change, move and go, and whose releases are locked.
@Suite struct LockStoryTests {
  @Test(
    "No unaccepted change passes, what findings advise works, and nothing is wrong after a release",
    arguments: Array(0..<10) + [20, 42, 85]
  )
  func stories(seed: UInt64) throws {
    var story = Story(seed: seed)
    for number in 1...6 { try story.release("\(number).0.0") }
  }
}

/// A package and its lock.
private struct Story {
  /// A type of the package.
  private struct Declared {
    var module = "App"
    var outer: String?
    var name: String
    var isMarked = true
    var properties: [String]
    /// The type of which it is a part, and that names it in a property.
    var whole: Int?

    var qualified: String { [outer, name].compactMap(\.self).joined(separator: ".") }
    var full: String { "\(module).\(qualified)" }
  }

  /// What a release, or an acceptance, knows of a type.
  private struct Known: Equatable {
    var name: String
    var properties: [String]
  }

  private var random: SeededGenerator
  private var types: [Int: Declared] = [:]
  private var count = 0
  private var released: [Int: Known] = [:]
  private var accepted: [Int: Known] = [:]
  /// The types that lost their markers since the release, which may then have no other name.
  private var unmarked: Set<Int> = []
  private var lock = ReleaseLock()
  private var log: [String] = []

  init(seed: UInt64) {
    random = SeededGenerator(seed: seed)
    for _ in 0..<3 { add() }
  }

  // MARK: Sources

  private mutating func add() {
    count += 1
    var properties: [String] = []
    for letter in "abcd" { properties.append("var \(letter)\(count): Int") }
    types[count] = Declared(name: "T\(count)", properties: properties)
    if let whole = types.keys.sorted().randomElement(using: &random), whole != count, types[whole]?.whole == nil,
      Bool.random(using: &random)
    {
      let module = types[whole]?.module ?? "App"
      types[count]?.whole = whole
      types[count]?.isMarked = false
      types[count]?.module = module
    }
  }

  private func text(of module: String) -> String {
    let own = types.filter { $0.value.module == module }.sorted { $0.key < $1.key }
    return "import Nomad\nimport \(module == "App" ? "Kit" : "App")\n"
      + own.map { id, type in
        let parts = types.filter { $0.value.whole == id }.sorted { $0.key < $1.key }
          .map { "var p\($0.key): \($0.value.qualified)?" }
        let body = (type.properties + parts).joined(separator: "; ")
        let text = "public struct \(type.name): Codable\(type.isMarked ? ", Stored" : "") { \(body) }"
        return type.outer.map { "public enum \($0) {}\nextension \($0) { \(text) }\n" } ?? text + "\n"
      }.joined()
  }

  private func census(listing names: Set<String> = []) throws -> TribeCensus {
    let modules = ["App": ["A.swift": text(of: "App")], "Kit": ["B.swift": text(of: "Kit")]]
    return TribeCensus(of: try checkedPackage(modules, stored: lock.typeNames.union(names)))
  }

  /// Changes something.
  private mutating func change() throws {
    guard let id = types.keys.sorted().randomElement(using: &random), var type = types[id] else { return add() }
    let isListed = lock.storedNames.contains(type.full)
    let before = type
    let isNamed = !unmarked.contains(id) && !unmarked.contains(type.whole ?? 0)
    let family = [id] + types.filter { $0.value.whole == id }.keys
    count += 1
    switch Int.random(in: 0..<11, using: &random) {
    case 0: return add()
    case 1:
      types = types.filter { $0.key != id && $0.value.whole != id }
      return log.append("delete \(type.full)")
    case 2: type.properties.append("var n\(count): Int")
    case 3: type.properties.append("var o\(count): Int?")
    case 4: type.properties[0] = type.properties[0].replacing("Int", with: "String")
    case 5 where type.properties.count > 4: type.properties.removeLast()
    case 6 where isNamed: type.name = "T\(count)"
    case 7 where isNamed: type.outer = type.outer == nil ? "Outer\(count)" : nil
    case 8 where isNamed && type.whole == nil && !types.values.contains { $0.whole == id }:
      type.module = type.module == "App" ? "Kit" : "App"
    case 9 where type.isMarked:
      let census = try census(listing: [type.full])
      _ = try lock.list(type.full, in: census)
      type.isMarked = false
    case 10 where type.isMarked && !isListed && family.allSatisfy { released[$0]?.name == types[$0]?.full }:
      type.isMarked = false
      unmarked.insert(id)
    default: return
    }
    types[id] = type
    log.append("\(before) -> \(type)")
  }

  // MARK: Releases

  private func known(_ id: Int) -> Known? { types[id].map { Known(name: $0.full, properties: $0.properties) } }

  /// The types whose old data the sources cannot read.
  private var broken: [(old: String, new: String)] {
    released.sorted { $0.key < $1.key }.compactMap { id, old in
      guard let new = known(id), accepted[id]?.properties != new.properties else { return nil }
      let isBroken = new.properties.contains { !old.properties.contains($0) && !$0.hasSuffix("?") }
      return isBroken ? (old.name, new.name) : nil
    }
  }

  mutating func release(_ version: String) throws {
    for _ in 0..<Int.random(in: 1...4, using: &random) { try change() }
    if Int.random(in: 0..<3, using: &random) == 0 {
      try accept()
      _ = try lock.updateShapes(to: try census(), release: nil)
      let lines = LockedShapes(lock.shapes).lines
      for id in released.keys { if let name = types[id]?.full, lines[name] != nil { released[id]?.name = name } }
      for _ in 0..<Int.random(in: 1...2, using: &random) { try change() }
    }
    try accept()
    let census = try census()
    log.append("release \(version)")
    _ = try lock.updateShapes(to: census, release: version)
    lock = ReleaseLock(reading: lock.text.utf8)
    let left = lock.readingFindings + lock.findings(in: try self.census())
    #expect(left.isEmpty, "\(left.map(\.message)) after \(story)")
    let stored = Set(ShapeJudgement(lock, try self.census()).types.keys)
    released = [:]
    for id in types.keys { if let known = known(id), stored.contains(known.name) { released[id] = known } }
    (accepted, unmarked) = ([:], [])
  }

  /// Does what the errors advise, in any order, and expects one for each type that is broken.
  private mutating func accept() throws {
    var errors = lock.findings(in: try census()).filter { $0.severity == .error }
    for (old, new) in broken {
      // The type around a part may tell it.
      let names = ["'\(old)'", "'\(new)'", " as \(old.drop { $0 != "." }.dropFirst())?"]
      let isTold = errors.contains { error in names.contains { error.message.contains($0) } }
      #expect(isTold, "\(old) -> \(new): \(errors.map(\.message)) after \(story)")
    }
    for name in names(in: errors, after: "swift run nomad-gen --stored ") where name != "MODULE.NAME" {
      log.append("list \(name)")
      _ = try lock.list(name, in: try census(listing: [name]))
    }
    errors = lock.findings(in: try census()).filter { $0.severity == .error }
    let names = names(in: errors, after: "--accept ").shuffled(using: &random)
    log.append("accept \(names)")
    let made = try lock.accept(names, because: "why", in: try census(), for: nil)
    #expect(names.isEmpty == made.isEmpty)
    lock = ReleaseLock(reading: lock.text.utf8)
    let left = lock.findings(in: try census()).filter { $0.severity == .error }
    #expect(left.isEmpty, "\(left.map(\.message)) after \(story)")
    for (id, old) in released {
      // Nothing is known of a type whose removal is accepted.
      let isSettled = names.contains(old.name) && (old.name != types[id]?.full || unmarked.contains(id))
      if isSettled { released[id] = nil } else { accepted[id] = known(id) }
    }
  }

  private func names(in findings: [Finding], after words: String) -> [String] {
    let found = findings.flatMap(\.notes).compactMap { note -> String? in
      guard let range = note.message.firstRange(of: words) else { return nil }
      return String(note.message[range.upperBound...].prefix { $0 != " " && $0 != "'" })
    }
    return Set(found).sorted()
  }

  private var story: String {
    "\n" + log.joined(separator: "\n") + "\n" + lock.text + text(of: "App") + text(of: "Kit")
  }
}
