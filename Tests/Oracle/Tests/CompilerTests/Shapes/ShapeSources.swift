import Foundation
import SwiftParser
import SwiftSyntax

/// The sources of one side of many pairs, for one program.
///
/// Pairs share the program's modules, because a module of its own for each would take minutes: the names of their global
/// declarations end in the pair's number.
struct ShapeSources {
  /// The paths of files and their texts, by module, in compilation order.
  private(set) var modules: [(name: String, files: [String: String])] = ["Model", "App"].map { ($0, [:]) }

  /// The numbers of the pairs.
  let numbers: [Int]

  init(_ sides: [(number: Int, files: [String: String])]) {
    numbers = sides.map(\.number)
    for (number, files) in sides {
      let trees = files.mapValues { Parser.parse(source: $0) }
      let names = Set(trees.values.flatMap { Self.globalNames(in: $0.statements) })
      for (path, tree) in trees {
        let parts = path.split(separator: "/")
        guard let index = modules.firstIndex(where: { $0.name == parts[0] }) else { continue }
        modules[index].files["\(number)-\(parts[1])"] = Self.renamed(tree, names, number)
      }
    }
    if modules[0].files.isEmpty { modules[0].files["Empty.swift"] = "" }
    modules[1].files["Main.swift"] = main
  }

  /// The names that a file adds to its module.
  private static func globalNames(in items: CodeBlockItemListSyntax) -> [String] {
    items.flatMap { item -> [String] in
      if let condition = item.item.as(IfConfigDeclSyntax.self) {
        return condition.clauses.flatMap { clause -> [String] in
          if case .statements(let items)? = clause.elements { globalNames(in: items) } else { [] }
        }
      }
      if let variable = item.item.as(VariableDeclSyntax.self) {
        return variable.bindings.map(\.pattern.trimmedDescription)
      }
      return item.item.asProtocol((any NamedDeclSyntax).self).map { [$0.name.text] } ?? []
    }
  }

  private static func renamed(_ tree: SourceFileSyntax, _ names: Set<String>, _ number: Int) -> String {
    tree.tokens(viewMode: .sourceAccurate).map { token in
      guard case .identifier(let name) = token.tokenKind, names.contains(name) else { return token.description }
      return "\(token.leadingTrivia)\(name)_\(number)\(token.trailingTrivia)"
    }
    .joined()
  }

  /// The program: `encode OUT` writes all values as the coders do; `decode IN OUT` reads such a file and writes each value
  /// again, or the error.
  private var main: String {
    """
    import Foundation

    struct Answer_: Codable {
      var data: Data?
      var error: String?
      var key: String?
    }

    final class Run_ {
      var given: [String: [String: Data]]?
      var written: [String: [String: Data]] = [:]
      var answers: [String: [String: Answer_]] = [:]

      func write<T: Encodable>(_ value: T, _ isJSON: Bool) throws -> Data {
        if isJSON {
          let encoder = JSONEncoder()
          encoder.outputFormatting = .sortedKeys
          return try encoder.encode([value])
        }
        let encoder = PropertyListEncoder()
        encoder.outputFormat = .xml
        return try encoder.encode([value])
      }

      func pair<T: Codable>(_ name: String, _ values: [T]) throws {
        guard let given else {
          for (index, value) in values.enumerated() {
            for isJSON in [true, false] { written[name, default: [:]]["\\(index) \\(isJSON)"] = try write(value, isJSON) }
          }
          return
        }
        for (id, data) in given[name] ?? [:] {
          let isJSON = id.hasSuffix("true")
          do {
            let values = isJSON
              ? try JSONDecoder().decode([T].self, from: data) : try PropertyListDecoder().decode([T].self, from: data)
            answers[name, default: [:]][id] = Answer_(data: try write(values[0], isJSON))
          } catch {
            answers[name, default: [:]][id] = answer(error)
          }
        }
      }

      func answer(_ error: any Error) -> Answer_ {
        func answer(_ kind: String, _ context: DecodingError.Context, _ key: (any CodingKey)? = nil) -> Answer_ {
          let key = key ?? context.codingPath.last { $0.intValue == nil }
          return Answer_(error: kind, key: key?.stringValue)
        }
        switch error {
        case DecodingError.keyNotFound(let key, let context): return answer("keyNotFound", context, key)
        case DecodingError.valueNotFound(_, let context): return answer("valueNotFound", context)
        case DecodingError.typeMismatch(_, let context): return answer("typeMismatch", context)
        case DecodingError.dataCorrupted(let context): return answer("dataCorrupted", context)
        default: return Answer_(error: "\\(error)")
        }
      }
    }

    @main enum Main_ {
      static func main() throws {
        let run = Run_()
        let arguments = CommandLine.arguments.dropFirst().map { URL(fileURLWithPath: $0) }
        if arguments.count > 1 {
          run.given = try PropertyListDecoder().decode([String: [String: Data]].self, from: Data(contentsOf: arguments[0]))
        }
    \(numbers.map { "    try run.pair(\"\($0)\", values_\($0))\n" }.joined())
        let encoder = PropertyListEncoder()
        encoder.outputFormat = .binary
        let result = run.given == nil ? try encoder.encode(run.written) : try encoder.encode(run.answers)
        try result.write(to: arguments[arguments.count - 1])
      }
    }
    """
  }
}
