import Foundation

@testable import NomadCheck
@testable import NomadGenCore
@testable import NomadSyntax

/// A public type or type alias of a library, as the sources declare it.
struct PublicType {
  let module: String
  /// The names from the outermost type to this one, such as `MigrationPlan.Decision`.
  let name: String
  /// The kind of the type; nil for a type alias.
  let kind: Declaration.Kind?
  let isGeneric: Bool
  /// The names of its cases.
  let cases: [String]
  /// Whether it is declared inside an `#if`.
  let isConditional: Bool
  /// The lines above the declaration, without indentation.
  let linesAbove: [String]

  /// The modules whose public types users see: the library products, and the module that `Nomad` exports again.
  static let modules: [String] = {
    let manifest = (try? CataloguePage(document: "Package.swift").text) ?? ""
    return manifest.matches(of: /\.library\(name: "(\w+)"/).map { String($0.1) } + ["NomadTargets"]
  }()

  /// Reads the sources of a module.
  static func all(in module: String) throws -> [PublicType] {
    let folder = CataloguePage.repository.appending(path: "Sources/\(module)")
    let paths = FileManager.default.enumerator(atPath: folder.path)?.compactMap { $0 as? String } ?? []
    return try paths.filter { $0.hasSuffix(".swift") }.sorted().flatMap { path in
      let bytes = [UInt8](try Data(contentsOf: folder.appending(path: path)))
      return types(in: bytes, of: module)
    }
  }

  private static func types(in bytes: [UInt8], of module: String) -> [PublicType] {
    let file = bytes.withUnsafeBufferPointer { Scanner.scan($0, path: "", for: .shapes) }
    let lines = String(decoding: bytes, as: UTF8.self).components(separatedBy: "\n")
      .map { $0.trimmingCharacters(in: .whitespaces) }
    /// Returns the names from the outermost type to a declaration; nil if one of the types is not public.
    func path(_ index: Int?) -> [String]? {
      guard let index else { return [] }
      let declaration = file.declarations[index]
      let isPublic = declaration.access.map { $0 >= .public } ?? declaration.is(.extension)
      guard isPublic else { return nil }
      return path(declaration.parent).map { $0 + declaration.reference.components.map(\.text) }
    }
    let types = file.declarations.indices.compactMap { index -> PublicType? in
      let declaration = file.declarations[index]
      guard !declaration.is(.extension), !declaration.isLocal, let path = path(index) else { return nil }
      return PublicType(
        module: module,
        name: path.joined(separator: "."),
        kind: declaration.kind,
        isGeneric: !declaration.parameters.isEmpty,
        cases: declaration.cases.map(\.name),
        isConditional: !declaration.conditions.isEmpty,
        linesAbove: Array(lines[..<(declaration.location.line - 1)])
      )
    }
    let aliases = file.aliases.compactMap { alias -> PublicType? in
      guard alias.access == .public, alias.block == nil, let path = path(alias.parent) else { return nil }
      return PublicType(
        module: module,
        name: (path + [alias.name.text]).joined(separator: "."),
        kind: nil,
        isGeneric: !alias.parameters.isEmpty,
        cases: [],
        isConditional: !alias.conditions.isEmpty,
        linesAbove: []
      )
    }
    return types + aliases
  }
}
