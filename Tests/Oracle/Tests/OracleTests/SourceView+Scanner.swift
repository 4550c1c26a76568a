import NomadCheck
import NomadGenCore
import NomadSyntax

extension SourceView {
  /// Makes the generator's view of a file.
  init(scanning bytes: UnsafeBufferPointer<UInt8>) {
    let file = Scanner.scan(bytes, path: "", for: .shapes)
    declarations = file.declarations.map { declaration in
      Entry(
        fields: [
          "\(declaration.location.line):\(declaration.location.column)",
          "\(declaration.kind)",
          Self.path(of: declaration, in: file),
          Self.list(declaration.inherited),
          Self.list(declaration.selfRequirements),
          declaration.hasOtherRequirements ? "others" : "",
          Self.list(declaration.conditions),
          declaration.access?.rawValue ?? "",
          declaration.isFinal ? "final" : "",
          declaration.generics.isEmpty ? "" : "generic",
        ] + Self.members(of: declaration).fields,
        conformances: Set(declaration.inherited.compactMap { $0.components.last?.text })
      )
    }
    aliases = file.aliases.filter { $0.block == nil }.map { alias in
      let owner = alias.parent.map { Self.path(of: file.declarations[$0], in: file) + "." } ?? ""
      return Entry(fields: [owner + alias.name.spelling, Self.list(alias.references), alias.access?.rawValue ?? ""])
    }
    imports = file.imports.map { line in
      Entry(fields: [line.module, line.access?.rawValue ?? "", Self.list(line.conditions)])
    }
  }

  private static func path(of declaration: Declaration, in file: SourceFile) -> String {
    var path = spelling(declaration.reference)
    var outermost = declaration
    while let parent = outermost.parent {
      outermost = file.declarations[parent]
      path = spelling(outermost.reference) + "." + path
    }
    return (declaration.isLocal ? "local " : "") + path
  }

  private static func list(_ references: [TypeReference]) -> String {
    references.map(spelling).joined(separator: ",")
  }

  private static func members(of declaration: Declaration) -> Members {
    Members(
      properties: declaration.properties.map { property in
        [
          "\(property.location.line):\(property.location.column)", property.isConstant ? "let" : "var", property.name,
          property.type.map(text) ?? "", property.value.map(text) ?? "", property.isLazy ? "lazy" : "",
          property.wrappers.map(text).joined(separator: " "), list(property.conditions),
        ].joined(separator: " ")
      },
      cases: declaration.cases.map { element in
        let parameters = element.parameters.map { parameter in
          (parameter.label.map { $0 + ":" } ?? "") + text(parameter.type)
        }
        return [
          "\(element.location.line):\(element.location.column)", element.name, "(\(parameters.joined(separator: ",")))",
          element.rawValue ?? "", list(element.conditions),
        ].joined(separator: " ")
      },
      coders: declaration.coders.map { "\($0.kind) \($0.name) \($0.parameter) \(text($0.type)) \($0.body)" }
    )
  }

  /// White space in a type has no meaning.
  private static func text(_ type: TypeText) -> String {
    type.pieces.map { piece in
      switch piece {
      case .text(let text): text
      case .path(let path): spelling(path)
      }
    }
    .joined().filter { !$0.isWhitespace }
  }

  private static func text(_ value: StoredProperty.Value) -> String {
    switch value {
    case .call(let called, _): "call \(text(called))"
    case .member(let path): "member \(text(path))"
    case .literal(let type): "literal \(type)"
    case .typed(let type): "typed \(text(type))"
    default: "\(value)"
    }
  }

  /// White space in a condition has no meaning.
  private static func list(_ conditions: [Condition]) -> String {
    conditions.map { $0.text.filter { !$0.isWhitespace } }.joined(separator: ",")
  }

  private static func spelling(_ reference: TypeReference) -> String {
    reference.components.enumerated().map { index, name in
      (index == 0 ? "" : index == 1 && reference.hasModuleSelector ? "::" : ".") + name.spelling
    }.joined()
  }
}
