#if Nomadctl
  import Foundation
  import NomadCheck
  import NomadGenCore
  import NomadSources
  import NomadSyntax

  /// The source files of a tribe that uses private copies in place of stored types.
  struct CopyPaster {
    /// The new texts of the files, by their paths.
    private(set) var texts: [String: String] = [:]
    /// The number of names that were replaced.
    private(set) var count = 0
    /// The places of names that stand for more than a copied type, such as aliases.
    private(set) var left: [Location] = []

    /// Writes copies into a tribe's declarations.
    ///
    /// - Parameters:
    ///   - copies: The copies.
    ///   - tribe: The tribe's name, with its module or without.
    ///   - package: The checked modules, with the types that tribes mention.
    /// - Throws: ``Failure`` if there is no such tribe, or if one of its files cannot be read.
    init(_ copies: PrivateCopies, into tribe: String, in package: CheckedPackage) throws {
      let all = package.modules.flatMap { module in module.tribes.map { (module: module, tribe: $0) } }
      func name(_ found: (module: CheckedModule, tribe: Tribe)) -> String {
        "\(found.module.module).\(found.tribe.name)"
      }
      let meant = try ShortName.meaning(of: tribe, among: all.map(name))
      guard let (module, found) = all.first(where: { name($0) == meant }) else {
        throw Failure("the sources have no tribe '\(tribe)'")
      }
      guard found.script == nil else { throw Failure("\(tribe) is in an SQL file, which uses no type") }
      let names = Dictionary(copies.copiedTypes.map { ($0.id, $0.copy) }) { first, _ in first }
      let mentions = (module.mentions[found.symbol] ?? []).filter { names[$0.type] != nil }
      let files = Dictionary(grouping: mentions, by: \.location.file)
      for path in Set(files.keys).union([found.location.file]) {
        var bytes = try FileReader().bytes(of: path)
        var known: Set<Int> = []
        let places = files[path, default: []].filter { known.insert($0.range.lowerBound).inserted }
        for mention in places.sorted(by: { $0.range.lowerBound > $1.range.lowerBound }) {
          let written = String(decoding: bytes[mention.range], as: UTF8.self)
          guard written.split(separator: ".").last == mention.type.split(separator: ".").last else {
            left.append(mention.location)
            continue
          }
          bytes.replaceSubrange(mention.range, with: (names[mention.type] ?? "").utf8)
          count += 1
        }
        texts[path] = String(decoding: bytes, as: UTF8.self)
      }
      let body = copies.text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
        line.isEmpty || line.hasPrefix("#") ? String(line) : "  " + line
      }
      let name = found.name.split(separator: ".").map { SwiftName.spelled(String($0)) }.joined(separator: ".")
      texts[found.location.file, default: ""] += "\nextension \(name) {\n\(body.joined(separator: "\n"))}\n"
    }
  }

  extension FileReader {
    /// Returns the contents of a file.
    func bytes(of path: String) throws(Failure) -> [UInt8] {
      var bytes: [UInt8] = []
      try read(path) { bytes = Array($0) }
      return bytes
    }
  }
#endif
