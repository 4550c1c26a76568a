#if Nomadctl
  import Foundation
  import NomadCheck
  import NomadGenCore
  import NomadSources
  import NomadSyntax

  /// The source file of a tribe that uses private copies in place of stored types.
  struct CopyPaster {
    /// The path of the tribe's file.
    let path: String
    /// The new text of that file.
    let text: String
    /// The number of names that were replaced.
    private(set) var count = 0
    /// The places of names that the author has to replace: they stand for more than a copied type, as an alias does, or
    /// they are in another file, which does not see a private copy.
    private(set) var left: [Location] = []

    /// Writes copies into the file of a tribe.
    ///
    /// - Parameters:
    ///   - copies: The copies.
    ///   - tribe: The tribe's name, with its module or without.
    ///   - package: The checked modules, with the types that tribes mention.
    /// - Throws: ``Failure`` if there is no such tribe, or if its file cannot be read.
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
      let path = found.location.file
      self.path = path
      var bytes = try FileReader().bytes(of: path)
      var known: Set<Location> = []
      for mention in mentions.sorted(by: { $0.range.lowerBound > $1.range.lowerBound }) {
        guard known.insert(mention.location).inserted else { continue }
        guard mention.location.file == path else {
          left.append(mention.location)
          continue
        }
        let written = String(decoding: bytes[mention.range], as: UTF8.self)
        guard written.split(separator: ".").last == mention.type.split(separator: ".").last else {
          left.append(mention.location)
          continue
        }
        bytes.replaceSubrange(mention.range, with: (names[mention.type] ?? "").utf8)
        count += 1
      }
      let table = module.output.finder.table
      let file = table.files.firstIndex { $0.path == path } ?? 0
      let existing = names.values.filter { table.visible($0, of: found.symbol, from: file) != nil }
      let text = PrivateCopies.text(of: [copies], besides: Set(existing))
      let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
        line.isEmpty || line.hasPrefix("#") ? String(line) : "  " + line
      }
      let name = found.name.split(separator: ".").map { SwiftName.spelled(String($0)) }.joined(separator: ".")
      // In a build without the tribe, there is nothing to extend.
      let types = table.declaring[found.symbol, default: []].map { table[$0].conditions }
      let condition = types.count == 1 && !types[0].isEmpty ? Condition.all(of: types[0]).text : nil
      let copied = text.isEmpty ? [] : ["extension \(name) {"] + lines.dropLast() + ["}"]
      let pasted = PrivateCopies.enclosed(copied, condition).map { $0 + "\n" }.joined()
      self.text = String(decoding: bytes, as: UTF8.self) + (pasted.isEmpty ? "" : "\n" + pasted)
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
