import Testing

@testable import NomadGenCore

/// The shape of the generated file, which determines its compile time.
@Suite struct RegistryShapeTests {
  /// Returns the attributes, the name and the body of each function of the generated enum.
  private static func functions(of registry: String) -> [(attributes: Set<String>, name: String, body: [String])] {
    var functions: [(attributes: Set<String>, name: String, body: [String])] = []
    var attributes: Set<String> = []
    for line in registry.split(separator: "\n").map(String.init) {
      if line.hasPrefix("  static func ") {
        functions.append((attributes, String(line.dropFirst(14).prefix { $0 != "(" }), []))
      } else if line.hasPrefix("  @") {
        attributes.insert(String(line.dropFirst(3)))
      } else if line.hasPrefix("    "), !functions.isEmpty {
        functions[functions.count - 1].body.append(line)
      } else {
        attributes = []
      }
    }
    return functions
  }

  @Test("The registry adds at most 16 tribes in a function, and one function calls these in order")
  func fewTribesPerFunction() throws {
    let heads = ["", "@available(macOS 14, *)", "@available(*, deprecated)", "@available(Windows, unavailable)"]
    let tribes = (0..<100).map { index in
      """
      #if A\(index % 2)
      \(heads[index % 4]) struct T\(index): Tribe {
        static let target: TribeTarget = .literal("\(index).0.0")
        @TribeDependency var store: Store
        func migrate() {}
      }
      #endif
      """
    }
    let output = find(tribes.joined(separator: "\n"))
    #expect(output.places.isEmpty)
    let functions = Self.functions(of: try #require(output.registry))
    let first = try #require(functions.first)
    let adding = functions.dropFirst()
    #expect(first.body == adding.map { "    \($0.name)(&_tribes)" })
    #expect(first.attributes == ["available(*, deprecated)"])
    #expect(adding.count == 7 && Set(adding.map(\.name)).count == 7)
    for (group, function) in adding.enumerated() {
      let numbers = group * 16..<min(group * 16 + 16, tribes.count)
      #expect(function.attributes == ["available(*, deprecated)"])
      #expect(function.body.count { $0.contains("_tribes.add(") } == numbers.count)
      let created = function.body.compactMap { $0.split(separator: "_ready(").dropFirst().first?.prefix { $0 != "(" } }
      #expect(created == numbers.map { "T\($0)" })
    }
  }

  @Test("A registry without deprecated tribes marks nothing as deprecated")
  func current() {
    let registry = find("struct A: Tribe { static let target: TribeTarget = .first; func migrate() {} }").registry
    #expect(registry?.contains("deprecated") == false)
  }
}
