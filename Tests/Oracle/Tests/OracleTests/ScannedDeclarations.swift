@testable import NomadGenCore

/// The declarations of a file as the generator's scanner sees them, a line each.
enum ScannedDeclarations {
  static func lines(of bytes: UnsafeBufferPointer<UInt8>) -> [String] {
    let file = Scanner.scan(bytes, path: "")
    return file.declarations.map { declaration in
      var depth = 1
      var parent = declaration.parent
      while let index = parent {
        depth += 1
        parent = file.declarations[index].parent
      }
      return "\(declaration.location.line):\(declaration.location.column) \(declaration.kind.rawValue) "
        + "\(spelling(declaration.reference)): \(declaration.inherited.map(spelling).joined(separator: ",")) "
        + "#if \(declaration.conditions.count) depth \(declaration.isLocal ? "local" : String(depth))"
    }
  }

  private static func spelling(_ reference: TypeReference) -> String {
    reference.components.enumerated().map { index, name in
      (index == 0 ? "" : index == 1 && reference.hasModuleSelector ? "::" : ".") + name.spelling
    }.joined()
  }
}
