@testable import NomadCheck
@testable import NomadGenCore
@testable import NomadSyntax

/// Checks the modules of a package in memory, and returns the stored types.
///
/// The modules hold the text of each file by its path. Those that are imported are not checked themselves.
func checkedPackage(
  _ modules: [String: [String: String]],
  importing imported: Set<String> = [],
  stored listed: Set<String> = []
) throws -> CheckedPackage {
  let texts = modules.flatMap { module, files in files.map { ("\(module)/\($0.key)", Array($0.value.utf8)) } }
  let bytes = Dictionary(uniqueKeysWithValues: texts)
  let paths = modules.map { module, files in (name: module, files: files.keys.map { "\(module)/\($0)" }.sorted()) }
    .sorted { $0.name < $1.name }
  let checked = try Check.run(
    paths.filter { !imported.contains($0.name) },
    importing: { name in paths.first { $0.name == name }?.files ?? [] },
    isForLock: true,
    stored: listed
  ) { path, body in (bytes[path] ?? []).withUnsafeBufferPointer(body) }
  return CheckedPackage(checked)
}

/// Returns the stored types of one module named App, whose files are A.swift, B.swift and so on.
func storedTypes(_ texts: String..., stored listed: Set<String> = []) throws -> [StoredType] {
  let names = "ABCDEFGH".map { "\($0).swift" }
  let files = Dictionary(uniqueKeysWithValues: zip(names, texts.map { "import Nomad\n" + $0 }))
  return try checkedPackage(["App": files], stored: listed).storedTypes
}

extension StoredType {
  /// The type on one line, such as `Note { text: String }`, with `??` and the types that are not certain at its end.
  var summary: String {
    let unsure = unresolved.map(\.type)
    return "\(name) \(shape.summary)" + (condition.map { " if \($0)" } ?? "")
      + (unsure.isEmpty ? "" : " ?? \(unsure.joined(separator: ", "))")
  }
}

extension SwiftType: ExpressibleByStringLiteral {
  /// Creates a type from its text.
  public init(stringLiteral text: String) { self.init(text) }
}

extension Shape.Code {
  /// The values of a method, with `#` for a checksum, and with the numbers of its other statements and labels.
  var summary: String {
    let counts = [(statements.count, "statement"), (labels.count, "label"), (others.count, "other")]
      .filter { $0.0 > 0 }.map { "\($0) \($1)" }
    let values = fields.map { $0.text.replacing(/#[0-9a-f]{16}/, with: "#") }
    let parts = values + counts
    return parts.isEmpty ? "" : " { \(parts.joined(separator: ", ")) }"
  }
}

extension Shape {
  /// The shape on one line.
  var summary: String {
    var members = properties.map { property in
      (property.wrapper.map { "@\($0) " } ?? "") + (property.isWrittenOnly ? "let " : "") + property.name
        + (property.key == property.name ? "" : " \"\(property.key)\"") + ": \(property.type?.description ?? "_")"
        + (property.condition.map { " if \($0)" } ?? "")
    }
    members += cases.map { entry in
      let values = entry.parameters.map { "\($0.key): \($0.type)" }
      return entry.name + (entry.key == entry.name ? "" : " \"\(entry.key)\"")
        + (values.isEmpty ? "" : "(\(values.joined(separator: ", ")))") + (entry.rawValue.map { " = \($0)" } ?? "")
        + (entry.condition.map { " if \($0)" } ?? "")
    }
    if let decoding { members.append("init(from:)\(decoding.summary)") }
    if let encoding { members.append("encode(to:)\(encoding.summary)") }
    if isKey { members.append("key") }
    members += (coded.map { "#\($0)" } + code.keys.map { "\($0)()" }).sorted()
    if let alias { return "= \(alias)" }
    let head = isEnum ? "enum " : ""
    let raw = rawType.map { "\($0) " } ?? ""
    return (superclass.map { ": \($0) " } ?? "") + head + raw + "{ \(members.joined(separator: ", ")) }"
  }
}
