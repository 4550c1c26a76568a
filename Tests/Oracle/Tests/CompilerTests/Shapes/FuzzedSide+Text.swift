extension FuzzedSide {
  /// Writes the sources, with values that reach every case and every literal.
  func text(_ random: inout SplitMix64) -> String {
    let names = declarations.map(\.name)
    let types = declarations.indices.map { text(of: $0, names, &random) }.joined(separator: "\n")
    return """
      import Foundation
      import Nomad

      @propertyWrapper struct Wrapper<Value: Codable>: Codable {
        var wrappedValue: Value
      }

      \(types)
      let values = (0..<48).map(\(names[0]).make)

      """
  }

  private func text(of place: Int, _ names: [String], _ random: inout SplitMix64) -> String {
    let declaration = declarations[place]
    var protocols = place == 0 ? ["Codable", "Stored"] : ["Codable"]
    if random.oneIn(4) { protocols.shuffle(using: &random) }
    var members: [String] = []
    var keys: [(name: String, key: String)] = []
    var head = "struct"
    switch declaration.form {
    case .structure, .object:
      let isObject = declaration.form == .object
      head = isObject ? "final class" : "struct"
      members = declaration.properties.map { text(of: $0, names, &random) }
      let stored = declaration.properties.filter { $0.kind == .variable }
      if isObject {
        let parameters = stored.map { "\($0.name): \($0.type.text(names, &random))" }
        let body = stored.map { "self.\($0.name) = \($0.name)" }
        members.append("init(\(parameters.joined(separator: ", "))) { \(body.joined(separator: "; ")) }")
      }
      keys = declaration.properties.filter(\.isCoded).map { ($0.name, $0.key) }
    case .raw(let type):
      head = "enum"
      protocols.insert(type, at: 0)
      members = declaration.cases.map { "case \($0.name)\($0.raw.map { " = \($0)" } ?? "")" }
    case .enumeration:
      head = "enum"
      members = declaration.cases.map { entry in
        let parameters = entry.parameters.map { ($0.label.map { "\($0): " } ?? "") + $0.type.text(names, &random) }
        return "case \(entry.name)\(parameters.isEmpty ? "" : "(\(parameters.joined(separator: ", ")))")"
      }
      keys = declaration.cases.map { ($0.name, $0.key) }
    }
    members.append(maker(of: declaration, names, &random))
    var after = ""
    if keys.contains(where: { $0.name != $0.key }) || !keys.isEmpty && random.oneIn(5) {
      let cases = keys.map { "case \($0.name)\($0.name == $0.key && random.oneIn(2) ? "" : " = \"\($0.key)\"")" }
      let text = "enum CodingKeys: String, CodingKey {\n    \(cases.joined(separator: "\n    "))\n  }"
      if random.oneIn(3) { after = "extension \(declaration.name) {\n  \(text)\n}\n" } else { members.append(text) }
    }
    if place == 0, random.oneIn(3) {
      protocols.removeAll { $0 == "Stored" }
      after += "extension \(declaration.name): Stored {}\n"
    }
    let body = members.map { "  \($0)\n" }.joined()
    return "\(head) \(declaration.name): \(protocols.joined(separator: ", ")) {\n\(body)}\n\(after)"
  }

  private func text(of property: Property, _ names: [String], _ random: inout SplitMix64) -> String {
    let type = property.type.text(names, &random)
    let value = value(property.type, "1")
    return switch property.kind {
    case .variable where property.isWrapped: "@Wrapper var \(property.name): \(type)"
    case .variable: "var \(property.name): \(type)\(random.oneIn(4) ? " { didSet {} }" : "")"
    case .constant: "let \(property.name): \(type) = \(value)"
    case .computed: "var \(property.name): \(type) { \(value) }"
    case .isStatic: "static let \(property.name): \(type) = \(value)"
    case .isLazy: "lazy var \(property.name): \(type) = \(value)"
    }
  }

  /// Returns a function that makes a value of a type, another one for each index.
  private func maker(of declaration: Declaration, _ names: [String], _ random: inout SplitMix64) -> String {
    var lines: [String] = []
    func locals(_ types: [FuzzedType], _ index: String) {
      for (place, type) in types.enumerated() {
        lines.append("let v\(place): \(type.text(names, &random)) = \(value(type, "(\(index) + \(place))"))")
      }
    }
    func list(_ labels: [String?]) -> String {
      labels.enumerated().map { ($1.map { "\($0): " } ?? "") + "v\($0)" }.joined(separator: ", ")
    }
    if declaration.cases.isEmpty {
      let stored = declaration.properties.filter { $0.kind == .variable }
      locals(stored.map(\.type), "i")
      lines.append("return \(declaration.name)(\(list(stored.map(\.name))))")
    } else {
      let count = declaration.cases.count
      lines.append("switch i % \(count) {")
      for (place, entry) in declaration.cases.enumerated() {
        lines.append(place == count - 1 ? "default:" : "case \(place):")
        locals(entry.parameters.map(\.type), "i / \(count)")
        let arguments = entry.parameters.isEmpty ? "" : "(\(list(entry.parameters.map(\.label))))"
        lines.append("return \(declaration.name).\(entry.name)\(arguments)")
      }
      lines.append("}")
    }
    return "static func make(_ i: Int) -> \(declaration.name) {\n    \(lines.joined(separator: "\n    "))\n  }"
  }

  /// Returns the expression of a value at an index, which is an expression, too.
  private func value(_ type: FuzzedType, _ index: String) -> String {
    switch type {
    case .plain(let name):
      let literals = FuzzedType.plain[name] ?? []
      return literals.count == 1 ? literals[0] : "[\(literals.joined(separator: ", "))][\(index) % \(literals.count)]"
    case .optional(let type): return "\(index) % 7 == 6 ? nil : \(value(type, index))"
    case .array(let type): return "[\(value(type, index)), \(value(type, "(\(index) + 1)")), \(value(type, index))]"
    case .set(let name): return "[\(value(.plain(name), index)), \(value(.plain(name), "(\(index) + 1)"))]"
    case .dictionary(let key, let type):
      let keys = key == "Int" ? ["1", "2"] : ["\"a\"", "\"2\""]
      return "[\(keys[0]): \(value(type, index)), \(keys[1]): \(value(type, "(\(index) + 1)"))]"
    case .declared(let place): return "\(declarations[place].name).make(\(index))"
    }
  }
}
