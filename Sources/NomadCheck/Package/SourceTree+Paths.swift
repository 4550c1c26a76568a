import NomadGenCore
package import NomadSources

extension SourceTree {
  /// Returns the Swift and SQL files that a path names, or that are in the folder that it names, without those in folders that
  /// SwiftPM does not search.
  package static func sources(in path: String) throws(Failure) -> [String] {
    let opaque = [".docc", ".playground", ".xcassets", ".xcdatamodeld", ".xcodeproj", ".xcworkspace"]
    return try files(in: [path]).filter { file in
      let inner = file.utf8.dropFirst(path == "." ? 0 : path.utf8.count)
      // Few paths have an extension besides that of the file, and splitting them all would take time.
      guard inner.dropLast(".swift".utf8.count).contains(UInt8(ascii: ".")) else { return true }
      let components = components(of: String(decoding: inner, as: UTF8.self))
      return !components.contains { component in opaque.contains { component.hasSuffix($0) } }
    }
  }

  /// Returns the path from the current folder to the same place as an absolute path without links.
  package static func relativePath(of path: String) -> String {
    let (target, current) = (components(of: path), components(of: canonicalPath(of: ".")))
    let common = zip(target, current).prefix { $0 == $1 }.count
    let steps = current.dropFirst(common).map { _ in ".." } + target.dropFirst(common)
    return steps.isEmpty ? "." : steps.joined(separator: "/")
  }

  /// Returns the module name of a target, as SwiftPM derives it: each character that an identifier cannot hold becomes
  /// an underscore.
  package static func moduleName(_ target: String) -> String {
    let name = String(target.map { $0.isLetter || $0.isNumber || $0 == "_" ? $0 : "_" })
    return name.first?.isNumber == true ? "_" + name.dropFirst() : name
  }
}

extension Relevance {
  /// Returns whether one of the names ends a word in a file.
  ///
  /// - Throws: ``Failure`` if the file cannot be read.
  func isRelevant(fileAt path: String) throws(Failure) -> Bool {
    var isRelevant = false
    try FileReader().read(path) { isRelevant = self.isRelevant($0) }
    return isRelevant
  }
}
